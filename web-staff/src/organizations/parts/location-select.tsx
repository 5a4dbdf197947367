import { NativeSelect } from '@mantine/core';
import { asString } from '#domain/shared/values/as-string.ts';
import type { FieldInputProps } from '../../ui/fields/use-values-form.ts';
import type { ListFilter } from '../../ui/lists/list-filters.tsx';
import { useLocations } from '../homes/queries.ts';

const maxNameLength = 35;

/** Cuts a location's name to 35 characters (D1 §2). */
export const shortLocationName = (name: string): string =>
  name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1).trimEnd()}…` : name;

interface LocationSelectProps {
  /** A location's id, or '' for all. */
  value: string;
  onChange: (id: string) => void;
}

export const LocationSelect = ({ value, onChange }: LocationSelectProps) => {
  const locations = useLocations();
  return (
    <NativeSelect
      aria-label="Location"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: 'All Locations' },
        ...locations.map(({ id, name }) => ({ value: id, label: shortLocationName(name) })),
      ]}
    />
  );
};

export const useLocationFilter = (): ListFilter => {
  const locations = useLocations();
  return {
    // Any id, because locations may not be loaded yet; an unknown one matches nothing.
    accepts: (value): value is string => value !== '',
    textOf: (id) => locations.find((location) => location.id === id)?.name ?? 'Location',
    control: (value, set) => <LocationSelect value={value} onChange={set} />,
  };
};

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
