import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { type CustomerRow, mostProposed } from '#domain/customers/customer.schema.ts';
import { formatPhone } from '#domain/values/phone.ts';
import { useApi } from '../../api/api-context.ts';
import classes from './customer-combobox.module.css';
import { customerSearchQuery } from './queries.ts';

const debounceMs = 300;
const shortest = 2;

interface Matches {
  /** Too little was typed to search for it. */
  idle: boolean;
  searching: boolean;
  /** Empty also when the search failed (D1 §8). */
  rows: readonly CustomerRow[];
  /** Others may match that were not sent. */
  more: boolean;
}

const useMatches = (text: string, exclude: readonly string[]): Matches => {
  const call = useApi();
  const wanted = text.trim();
  const [settled] = useDebouncedValue(wanted, debounceMs);
  const long = wanted.length >= shortest;
  const query = useQuery({ ...customerSearchQuery(call, settled), enabled: long && settled === wanted });
  const searching = long && (settled !== wanted || query.isPending);
  const rows = searching || !long ? [] : (query.data ?? []).filter(({ id }) => !exclude.includes(id));
  const more = !searching && query.data?.length === mostProposed;
  return { idle: !long, searching, rows, more };
};

const detailsOf = ({ phone, email, city, state }: CustomerRow): string =>
  [formatPhone(phone ?? ''), email, [city, state].filter(Boolean).join(', ')].filter(Boolean).join(' · ');

const Status = ({ searching, rows, more }: Matches): ReactNode => {
  if (searching) return 'Searching…';
  if (rows.length > 0) return `Found ${rows.length} customer(s)${more ? ', type more to find others' : ''}`;
  return (
    <>
      <span className={classes.none}>No customers found</span>
      Try a different search term
    </>
  );
};

interface CustomerComboboxProps {
  label: string;
  description?: string;
  placeholder?: string;
  /** Ids that are not offered. */
  exclude?: readonly string[];
  autoFocus?: boolean;
  onPick: (customer: CustomerRow) => void;
}

/**
 * Finds a customer by any part of the name, phone or e-mail: 300 ms after the last letter, from two letters on. Arrow
 * keys move through what was found, Enter takes it, Escape closes the list.
 */
export const CustomerCombobox = ({ exclude = [], autoFocus, onPick, ...shown }: CustomerComboboxProps) => {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const matches = useMatches(text, exclude);
  const { rows } = matches;
  const unfolded = open && !matches.idle;
  const optionId = (index: number) => `${listId}-${index}`;

  const type = (next: string) => {
    setText(next);
    setOpen(true);
    setActive(-1);
  };
  const pick = (row: CustomerRow | undefined) => {
    if (!row) return;
    setText(row.full_name);
    setOpen(false);
    setActive(-1);
    onPick(row);
  };
  const move = (step: 1 | -1) => {
    setOpen(true);
    if (rows.length === 0) return;
    const from = active === -1 && step === -1 ? 0 : active;
    const next = (from + step + rows.length) % rows.length;
    setActive(next);
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    if (key === 'ArrowDown') move(1);
    else if (key === 'ArrowUp') move(-1);
    else if (key === 'Enter') pick(unfolded ? rows[active] : undefined);
    else if (key === 'Escape' && unfolded) setOpen(false);
    else return;
    event.preventDefault();
  };

  return (
    <div className={classes.box}>
      <TextInput
        {...shown}
        data-autofocus={autoFocus}
        // Escape closes the list, and only then the dialog it stands in.
        data-mantine-stop-propagation={unfolded}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={unfolded}
        aria-controls={listId}
        aria-activedescendant={unfolded && rows[active] ? optionId(active) : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={press}
        rightSection={text !== '' && <CloseButton size="sm" aria-label="Clear the search" onClick={() => type('')} />}
        rightSectionPointerEvents="all"
      />
      <div className={classes.popup} data-open={unfolded}>
        <div role="status" className={classes.status}>
          {unfolded && <Status {...matches} />}
        </div>
        <div
          ref={list}
          id={listId}
          role="listbox"
          tabIndex={-1}
          aria-label="Customers"
          className={classes.list}
          hidden={!unfolded || rows.length === 0}
        >
          {rows.map((row, index) => (
            <div
              key={row.id}
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={classes.option}
              // The focus stays in the input, which names the active option.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(row)}
              onKeyDown={press}
            >
              <div className={classes.name}>{row.full_name}</div>
              <div className={classes.details}>{detailsOf(row)}</div>
            </div>
          ))}
        </div>
      </div>
    </div>
  );
};
