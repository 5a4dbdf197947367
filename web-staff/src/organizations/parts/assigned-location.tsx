import { NativeSelect } from '@mantine/core';
import { asString } from '#domain/shared/values/as-string.ts';
import type { FieldInputProps } from '../../ui/fields/use-values-form.ts';
import { useLocations } from '../homes/queries.ts';

/** The home that a record belongs to; read-only if there is one (D2 §2). */
export const AssignedLocation = ({ field, value, onChange, onBlur, error, required, inputRef }: FieldInputProps) => {
  const locations = useLocations();
  return (
    <NativeSelect
      ref={inputRef}
      label={field.label}
      name={field.name}
      data-field={field.name}
      withAsterisk={required ?? false}
      disabled={locations.length < 2}
      data={locations.map(({ id, name }) => ({ value: id, label: name }))}
      value={asString(value)}
      error={error}
      onBlur={onBlur}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
};
