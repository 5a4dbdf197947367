import { TextInput, type TextInputProps } from '@mantine/core';
import { type ClipboardEvent, type Ref, useState } from 'react';
import { parsePastedDate } from '#domain/shared/values/pasted-date.ts';

/** Reads a pasted day, because a browser's own date field drops one that is not written its way. */
export const usePastedDay = (label: string, value: string, onDay: (day: string) => void) => {
  const [unreadBeside, setUnreadBeside] = useState<string>();
  const take = (day: string) => {
    setUnreadBeside(undefined);
    onDay(day);
  };
  return {
    pasteError: unreadBeside === value ? `${label} is not a valid date` : undefined,
    onPaste: (event: ClipboardEvent<HTMLInputElement>) => {
      event.preventDefault();
      const day = parsePastedDate(event.clipboardData.getData('text'));
      if (day) take(day);
      else setUnreadBeside(value);
    },
    take,
  };
};

interface DateFieldProps extends Omit<TextInputProps, 'label' | 'value' | 'onChange'> {
  ref?: Ref<HTMLInputElement> | undefined;
  label: string;
  value: string;
  onDay: (day: string) => void;
}

export const DateField = ({ label, value, onDay, error, ...settings }: DateFieldProps) => {
  const { pasteError, onPaste, take } = usePastedDay(label, value, onDay);
  return (
    <TextInput
      {...settings}
      type="date"
      label={label}
      value={value}
      error={pasteError ?? error}
      onPaste={onPaste}
      onChange={(event) => take(event.currentTarget.value)}
    />
  );
};
