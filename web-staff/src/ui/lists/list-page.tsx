import { Button, CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconSearch, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { EmptyState } from '../feedback/states.tsx';
import { PageHeader } from '../page/page-header.tsx';
import { useIsPhone } from '../page/use-screen-width.ts';
import { usePreserveFocus } from '../preserve-focus.ts';
import type { ListFilter } from './list-filters.tsx';
import classes from './list-page.module.css';
import { RecordList, type RecordListProps } from './record-list.tsx';
import { type OwnViews, type SavedView, SavedViews } from './saved-views.tsx';
import type { ListState } from './use-list.ts';

const debounceMs = 300;
const shortest = 2;

interface SearchBoxProps {
  label: string;
  placeholder: string;
  value: string;
  onSearch: (text: string) => void;
}

/** Searches 300 ms after the last keystroke, from two letters on (D1 §7); clearing it shows everything. */
export const SearchBox = ({ label, placeholder, value, onSearch }: SearchBoxProps) => {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const search = useEffectEvent(onSearch);

  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    const searchText = text.trim().length >= shortest ? text.trim() : '';
    if (searchText === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = searchText;
      search(searchText);
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <TextInput
      role="searchbox"
      aria-label={label}
      placeholder={placeholder}
      maxLength={100}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
      rightSection={text !== '' && <CloseButton size="sm" aria-label="Clear the search" onClick={() => setText('')} />}
      rightSectionPointerEvents="all"
    />
  );
};

type Query<Row extends { id: string }> = RecordListProps<Row>['query'];

interface ListPageProps<Row extends { id: string }>
  extends Omit<RecordListProps<Row>, 'query' | 'page' | 'pageSize' | 'onPage' | 'label' | 'empty' | 'ordering'> {
  /** 'Cases': the heading, and the name of the rows. */
  heading: string;
  lead?: string;
  actions?: ReactNode;
  list: ListState;
  query: Query<Row>;
  searchPlaceholder: string;
  /** Orders to choose from; '' is the default. */
  orderings?: readonly { value: string; label: string }[];
  /** The first of the common views is the whole list. */
  views?: { common: readonly SavedView[]; own: OwnViews };
  above?: ReactNode;
  bar?: ReactNode;
  icon: ReactNode;
  none: { title: string; text: string; action?: ReactNode };
  noMatch: string;
}

const chosen = ({ filters, values }: ListState) =>
  Object.entries(filters).flatMap(([name, filter]) => {
    const value = values[name];
    return value === undefined ? [] : [{ name, filter, text: filter.textOf(value) }];
  });

const nameOf = (filters: ListState['filters'], params: URLSearchParams): string =>
  Object.entries(filters)
    .flatMap(([name, filter]) => {
      const value = params.get(name) ?? '';
      return value !== '' && filter.accepts(value) ? [filter.textOf(value)] : [];
    })
    .join(', ');

export const ListPage = <Row extends { id: string }>(props: ListPageProps<Row>) => {
  const { heading, lead, actions, list, query, orderings, views, above, bar, icon, none, noMatch, searchPlaceholder } =
    props;
  const { params } = list;
  const noun = heading.toLowerCase();
  const part = usePreserveFocus<HTMLDivElement>();
  const order = { value: list.ordering, onChange: (value: string) => params.setFilter('ordering', value) };
  return (
    <>
      <PageHeader title={heading} lead={lead} actions={actions} />
      {above}
      {views && <SavedViews views={views.common} own={views.own} nameOf={(params) => nameOf(list.filters, params)} />}
      <Toolbar list={list} label={`Search ${noun}`} placeholder={searchPlaceholder}>
        {orderings && (
          <NativeSelect
            aria-label="Sort by"
            value={order.value}
            onChange={(event) => order.onChange(event.currentTarget.value)}
            data={orderings}
          />
        )}
      </Toolbar>
      <Inexact query={query} noun={noun} />
      {/* Keeps keyboard focus on the list after rows are deleted. */}
      <div ref={part} tabIndex={-1} className={classes.rows}>
        {bar}
        <RecordList
          {...props}
          label={heading}
          page={params.page}
          pageSize={params.pageSize}
          onPage={params.setPage}
          ordering={order}
          empty={
            params.search !== '' || chosen(list).length > 0 ? (
              <EmptyState
                icon={icon}
                title={`No matching ${noun}`}
                text={noMatch}
                action={
                  <Button variant="default" onClick={params.clear}>
                    {Object.keys(list.filters).length > 0 ? 'Clear search and filters' : 'Clear the search'}
                  </Button>
                }
              />
            ) : (
              <EmptyState icon={icon} {...none} />
            )
          }
        />
      </div>
    </>
  );
};

interface ToolbarProps {
  list: ListState;
  label: string;
  placeholder: string;
  children: ReactNode;
}

/** Rare filters are behind a button, but always visible when active. */
const Toolbar = ({ list, label, placeholder, children }: ToolbarProps) => {
  const { filters, params } = list;
  const [open, { toggle }] = useDisclosure(false);
  const isPhone = useIsPhone();
  /** On a phone the rows come first, so that all filters are behind one button. */
  const isFolded = (filter: ListFilter) => isPhone || filter.more === true;
  const more = Object.entries(filters).filter(([, filter]) => isFolded(filter));
  const inForce = chosen(list).filter(({ filter }) => isFolded(filter));
  const name = isPhone ? 'Filters' : 'More filters';
  const sorts = isPhone && children;
  const control = ([name, filter]: [string, ListFilter]) => (
    <div key={name}>{filter.control(list.values[name] ?? '', (value) => params.setFilter(name, value))}</div>
  );
  return (
    <search className={classes.search}>
      <div className={classes.bar}>
        <SearchBox label={label} placeholder={placeholder} value={params.search} onSearch={params.setSearch} />
        {Object.entries(filters)
          .filter(([, filter]) => !isFolded(filter))
          .map(control)}
        {!isPhone && children}
        {(more.length > 0 || sorts) && (
          <Button
            variant="default"
            aria-expanded={open}
            leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.6} aria-hidden />}
            onClick={toggle}
          >
            {name}
            {inForce.length > 0 && ` (${inForce.length})`}
          </Button>
        )}
      </div>
      {open && (
        <fieldset className={classes.more}>
          <legend>{name}</legend>
          {more.map(control)}
          {sorts}
        </fieldset>
      )}
      {inForce.length > 0 && (
        <ul className={classes.chosen} aria-label="Active filters">
          {inForce.map(({ name, text }) => (
            <li key={name}>
              {text}
              <button type="button" aria-label={`Remove the filter ${text}`} onClick={() => params.setFilter(name, '')}>
                <IconX size={14} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
};

const Inexact = <Row extends { id: string }>({ query, noun }: { query: Query<Row>; noun: string }) => {
  const { data } = query;
  if (data?.count_is_exact !== false) return null;
  const most = data.count.toLocaleString('en-US');
  return (
    <p className={classes.inexact}>
      More than {most} {noun} match; {most} shown. Search or filter for fewer.
    </p>
  );
};
