import { NativeSelect } from '@mantine/core';
import { LocationSelect } from '../entities/funeral-homes/location-select.tsx';
import { useLocations } from '../entities/profile/current-user.ts';
import classes from './list-toolbar.module.css';
import { SearchBox } from './search-box.tsx';

interface ListToolbarProps {
  searchLabel: string;
  searchPlaceholder: string;
  search: string;
  onSearch: (text: string) => void;
  statuses: readonly { value: string; label: string }[];
  status: string;
  onStatus: (status: string) => void;
  location: string;
  onLocation: (id: string) => void;
}

/** Search, status and location over a list. */
export const ListToolbar = (props: ListToolbarProps) => {
  const locations = useLocations();
  return (
    <search className={classes.bar}>
      <SearchBox
        label={props.searchLabel}
        placeholder={props.searchPlaceholder}
        value={props.search}
        onSearch={props.onSearch}
      />
      <NativeSelect
        aria-label="Status"
        value={props.status}
        onChange={(event) => props.onStatus(event.currentTarget.value)}
        data={[{ value: '', label: 'All Statuses' }, ...props.statuses]}
      />
      <LocationSelect locations={locations} value={props.location} onChange={props.onLocation} />
    </search>
  );
};
