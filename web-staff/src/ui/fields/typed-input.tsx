import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';

interface Typed {
  /** The value as it is kept. */
  value: string;
  onChange: (value: string) => void;
  /** What was typed as it is kept; undefined for what cannot be read. */
  read: (typed: string) => string | undefined;
  /** A kept value as people write it. */
  write: (value: string) => string;
  /** What of the characters typed or pasted stays in the field; all of them unless stated. */
  clean?: (typed: string) => string;
  /** What is made, once the field is left, of a text that cannot be read; it stays as it is unless stated. */
  mend?: (typed: string) => string;
}

interface TypedInputProps extends Omit<TextInputProps, 'value' | 'onChange'>, Typed {}

/**
 * The text of a field in which people write as they speak. What is typed stays as it is while it is being typed; what can be
 * read is kept, anything else is kept as it stands, for the form to name.
 */
export const useTyped = ({ value, onChange, read, write, clean, mend }: Typed) => {
  const [typed, setTyped] = useState<string>();
  const kept = (text: string): string => (text.trim() === '' ? '' : (read(text) ?? text));
  return {
    value: typed ?? write(value),
    onChange: (typedNow: string) => {
      const text = clean ? clean(typedNow) : typedNow;
      setTyped(text);
      onChange(kept(text));
    },
    onBlur: () => {
      setTyped(undefined);
      const mended = mend && typed !== undefined && read(typed) === undefined ? mend(typed) : typed;
      if (mended !== undefined && mended !== typed) onChange(kept(mended));
    },
  };
};

/** A field for one such text. */
export const TypedInput = ({ value, onChange, read, write, clean, mend, onBlur, ...settings }: TypedInputProps) => {
  const typed = useTyped({ value, onChange, read, write, ...(clean ? { clean } : {}), ...(mend ? { mend } : {}) });
  return (
    <TextInput
      {...settings}
      value={typed.value}
      onChange={(event) => typed.onChange(event.currentTarget.value)}
      onBlur={(event) => {
        typed.onBlur();
        onBlur?.(event);
      }}
    />
  );
};
