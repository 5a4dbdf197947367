import type { ListFilter } from '../../ui/lists/list-filters.tsx';
import { useLocations } from '../homes/queries.ts';
import { LocationSelect } from './location-select.tsx';

/** Narrows a list to one of the organization's locations. */
export const useLocationFilter = (): ListFilter => {
  const locations = useLocations();
  return {
    // Any id, as the locations may not have been read yet; that of another organization matches nothing.
    accepts: (value): value is string => value !== '',
    textOf: (id) => locations.find((location) => location.id === id)?.name ?? 'Location',
    control: (value, set) => <LocationSelect value={value} onChange={set} />,
  };
};
