import { Button, type TextInputProps } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { chooseHalf, spokenOf } from '#domain/shared/values/clock-time.ts';
import { afterPointerUp } from './after-pointer-up.ts';
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

/** A time of the day, typed: '4:35 am', '435p', 'noon'. Once it is left without AM or PM it asks which one is meant. */
export const TimeInput = ({ value, onChange, daytime, ...settings }: TimeInputProps) => {
  const box = useRef<HTMLDivElement>(null);
  const asking = useId();
  const [typing, setTyping] = useState(false);
  const halves = typing ? undefined : halvesToAsk(value, daytime);
  const buttons = () => box.current?.querySelectorAll('button') ?? [];
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
        // The question says it.
        error={halves && settings.error === chooseHalf ? true : settings.error}
        onChange={(next) => {
          setTyping(true);
          onChange(next);
        }}
        onBlur={(event) => {
          afterPointerUp(() => setTyping(false));
          settings.onBlur?.(event);
        }}
        // The question appears before the focus moves, so that Tab leads to it: to the likelier answer, where there is one.
        onKeyDown={(event) => {
          if (event.key !== 'Tab' || event.shiftKey || !halvesToAsk(value)) return;
          flushSync(() => setTyping(false));
          const likely = halvesToAsk(value, daytime)?.findIndex(({ isLikely }) => isLikely) ?? -1;
          event.preventDefault();
          buttons()[Math.max(0, likely)]?.focus();
        }}
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
