import { TextInput, type TextInputProps } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, type Ref, useState } from 'react';
import { endOfNextYear, localDay, withCentury } from '#domain/shared/values/calendar-date.ts';
import { parsePastedDate } from '#domain/shared/values/pasted-date.ts';

interface DayEntry {
  label: string;
  value: string;
  onDay: (day: string) => void;
  max?: string | undefined;
}

/**
 * Reads a pasted day, because a browser's own date field drops one that is not written its way, and a two-digit year,
 * which the field takes for a year of the first century.
 */
export const useDayEntry = ({ label, value, onDay, max = '9999-12-31' }: DayEntry) => {
  const [unreadBeside, setUnreadBeside] = useState<string>();
  const take = (day: string) => {
    setUnreadBeside(undefined);
    onDay(day);
  };
  const latest = () => [max, endOfNextYear(localDay(new Date()))].toSorted()[0] ?? max;
  const complete = () => {
    const day = withCentury(value, latest());
    if (day !== value) take(day);
  };
  return {
    pasteError: unreadBeside === value ? `${label} is not a valid date` : undefined,
    onPaste: (event: ClipboardEvent<HTMLInputElement>) => {
      event.preventDefault();
      const day = parsePastedDate(event.clipboardData.getData('text'), latest());
      if (day) take(day);
      else setUnreadBeside(value);
    },
    // While a year is typed it has two digits, too.
    complete,
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'Enter') complete();
    },
    take,
  };
};

interface DateFieldProps extends Omit<TextInputProps, 'label' | 'value' | 'onChange' | 'max'> {
  ref?: Ref<HTMLInputElement> | undefined;
  label: string;
  value: string;
  max?: string | undefined;
  onDay: (day: string) => void;
}

export const DateField = ({ label, value, onDay, error, max, onBlur, ...settings }: DateFieldProps) => {
  const { pasteError, complete, onPaste, onKeyDown, take } = useDayEntry({ label, value, onDay, max });
  return (
    <TextInput
      {...settings}
      type="date"
      label={label}
      value={value}
      error={pasteError ?? error}
      max={max}
      onPaste={onPaste}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        complete();
        onBlur?.(event);
      }}
      onChange={(event) => take(event.currentTarget.value)}
    />
  );
};
