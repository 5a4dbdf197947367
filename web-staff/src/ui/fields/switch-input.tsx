import type { FieldInputProps } from './field-shape.ts';
import '@mantine/core/styles/Switch.css';
import { Switch } from '@mantine/core';

/** A setting that is on or off. */
export const SwitchInput = ({ field, value, onChange, onBlur, error, inputRef }: FieldInputProps) => (
  <Switch
    ref={inputRef}
    label={field.label}
    description={field.help}
    error={error}
    data-field={field.name}
    checked={value === true}
    onChange={(event) => onChange(event.currentTarget.checked)}
    onBlur={onBlur}
  />
);
