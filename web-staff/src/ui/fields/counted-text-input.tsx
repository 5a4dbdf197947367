import { Textarea } from '@mantine/core';
import type { FieldInputProps } from './field-shape.ts';

/** A text of several lines that says how much of its room is used. */
export const CountedTextInput = ({ field, value, onChange, onBlur, error, inputRef }: FieldInputProps) => {
  const text = typeof value === 'string' ? value : '';
  return (
    <Textarea
      ref={inputRef}
      label={field.label}
      description={
        <>
          {field.help} {text.length} of {field.maxLength} characters.
        </>
      }
      error={error}
      rows={4}
      resize="vertical"
      maxLength={field.maxLength}
      data-field={field.name}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onBlur}
    />
  );
};
