import { Button, Checkbox, Group, NativeSelect, Radio, Textarea, TextInput } from '@mantine/core';
import type { ReactNode, RefCallback } from 'react';
import type { FieldValue, FormField } from '#domain/values/form-field.ts';
import { formatPhone } from '#domain/values/phone.ts';
import { formatSsn, isMaskedSsn } from '#domain/values/ssn.ts';
import classes from './field-input.module.css';

export interface FieldInputProps {
  field: FormField;
  value: FieldValue;
  onChange: (value: FieldValue) => void;
  onBlur?: () => void;
  error?: ReactNode;
  required?: boolean;
  /** Today, for dates that cannot lie ahead. */
  latest?: string;
  inputRef?: RefCallback<HTMLElement>;
}

const typed = (value: FieldValue): string => (typeof value === 'string' ? value : '');
const chosen = (value: FieldValue): string[] => (Array.isArray(value) ? [...value] : []);

/** The options, and the stored value where it is no longer one of them. */
const optionsFor = (field: FormField, value: string) => {
  const options = field.options ?? [];
  const known = value === '' || options.some((option) => option.value === value);
  return [{ value: '', label: 'Please select' }, ...options, ...(known ? [] : [{ value, label: value }])];
};

/** The one control for each kind of field. */
export const FieldInput = (props: FieldInputProps) => {
  const { field, value, onChange, onBlur, error, required, latest, inputRef } = props;
  const common = {
    label: field.label,
    description: field.help,
    error,
    onBlur,
    ref: inputRef,
    'data-field': field.name,
  };
  const line = {
    ...common,
    withAsterisk: required,
    required: false,
    'aria-required': required,
    name: field.name,
    autoComplete: 'off',
    maxLength: field.maxLength,
    inputMode: field.inputmode,
    value: typed(value),
  };
  switch (field.kind) {
    case 'checkbox':
      return (
        <Checkbox
          {...common}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
          mt="xs"
        />
      );
    case 'radio':
      return (
        <Radio.Group {...common} ref={undefined} withAsterisk={required} value={typed(value)} onChange={onChange}>
          <Group gap="md" mt={4}>
            {field.options?.map((option, index) => (
              <Radio
                key={option.value}
                ref={index === 0 ? inputRef : undefined}
                value={option.value}
                label={option.label}
              />
            ))}
          </Group>
        </Radio.Group>
      );
    case 'multiselect':
      return (
        <Checkbox.Group {...common} ref={undefined} withAsterisk={required} value={chosen(value)} onChange={onChange}>
          <div className={classes.choices}>
            {field.options?.map((option, index) => (
              <Checkbox
                key={option.value}
                ref={index === 0 ? inputRef : undefined}
                value={option.value}
                label={option.label}
              />
            ))}
          </div>
        </Checkbox.Group>
      );
    case 'select':
    case 'state':
    case 'country':
      return (
        <NativeSelect
          {...line}
          data={optionsFor(field, typed(value))}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'textarea':
      return (
        <Textarea {...line} rows={3} resize="vertical" onChange={(event) => onChange(event.currentTarget.value)} />
      );
    case 'date':
      return <TextInput {...line} type="date" max={latest} onChange={(event) => onChange(event.currentTarget.value)} />;
    case 'time':
      return <TextInput {...line} type="time" onChange={(event) => onChange(event.currentTarget.value)} />;
    case 'phone':
      return (
        <TextInput
          {...line}
          type="tel"
          value={formatPhone(typed(value))}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'email':
      return <TextInput {...line} type="email" onChange={(event) => onChange(event.currentTarget.value)} />;
    case 'ssn':
      return <SsnInput {...props} line={line} />;
    default:
      return <TextInput {...line} onChange={(event) => onChange(event.currentTarget.value)} />;
  }
};

/** A masked number stands as it is until somebody wants another one; then the field starts empty. */
const SsnInput = ({ value, onChange, line }: FieldInputProps & { line: object }) => {
  if (isMaskedSsn(typed(value))) {
    const change = (
      <Button variant="subtle" size="compact-xs" onClick={() => onChange('')}>
        Change
      </Button>
    );
    return <TextInput {...line} readOnly rightSection={change} rightSectionWidth={76} />;
  }
  return (
    <TextInput {...line} spellCheck={false} onChange={(event) => onChange(formatSsn(event.currentTarget.value))} />
  );
};
