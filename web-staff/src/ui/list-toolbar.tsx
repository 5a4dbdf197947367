import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
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
  /** Further filters. */
  children?: ReactNode;
}

/** Search and filters over a list. */
export const ListToolbar = (props: ListToolbarProps) => (
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
    {props.children}
  </search>
);
