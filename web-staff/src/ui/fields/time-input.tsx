import { Button, type TextInputProps } from '@mantine/core';
import { useId, useRef } from 'react';
import { spokenOf } from '#domain/values/clock-time.ts';
import { halvesToAsk, timeTexts } from './half-of-day.ts';
import classes from './time-input.module.css';
import { TypedInput } from './typed-input.tsx';

interface TimeInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** HH:MM, or what was typed instead. */
  value: string;
  onChange: (value: string) => void;
  /** It happens in the day: of a time without AM or PM the one in the day is suggested. */
  daytime?: boolean | undefined;
}

/** A time of the day, typed: '4:35 am', '435p', 'noon'. Without AM or PM it is asked which one is meant. */
export const TimeInput = ({ value, onChange, daytime, ...settings }: TimeInputProps) => {
  const box = useRef<HTMLDivElement>(null);
  const asking = useId();
  const halves = halvesToAsk(value, daytime);
  const choose = (time: string) => {
    onChange(time);
    // The buttons go, and would take the focus with them.
    box.current?.querySelector('input')?.focus();
  };
  return (
    <div ref={box}>
      <TypedInput
        {...settings}
        value={value}
        onChange={onChange}
        placeholder="4:35 PM"
        autoComplete="off"
        maxLength={12}
        {...timeTexts}
      />
      {halves && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be another box around the field
        <div className={classes.halves} role="group" aria-labelledby={asking}>
          <span id={asking} role="status">
            Is {spokenOf(value)} AM or PM?
          </span>
          {halves.map(({ label, time, isLikely }) => (
            <Button key={time} variant={isLikely ? 'filled' : 'default'} onClick={() => choose(time)}>
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
};
