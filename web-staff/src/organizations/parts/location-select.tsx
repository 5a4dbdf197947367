import { NativeSelect } from '@mantine/core';
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
