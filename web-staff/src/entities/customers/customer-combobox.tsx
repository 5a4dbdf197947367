import '@mantine/core/styles/ScrollArea.css';
import { CloseButton, Combobox, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type CustomerRow, maxProposed } from '#domain/customers/customer.schema.ts';
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
  const more = !searching && query.data?.length === maxProposed;
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
  const matches = useMatches(text, exclude);
  const unfolded = open && !matches.idle;
  const combobox = useCombobox({ opened: unfolded, onOpenedChange: setOpen });

  const type = (next: string) => {
    setText(next);
    setOpen(true);
    combobox.resetSelectedOption();
  };
  const pick = (id: string) => {
    const row = matches.rows.find((one) => one.id === id);
    if (!row) return;
    setText(row.full_name);
    setOpen(false);
    onPick(row);
  };

  return (
    <Combobox store={combobox} onOptionSubmit={pick} withinPortal={false} keepMounted>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          {...shown}
          data-autofocus={autoFocus}
          spellCheck={false}
          maxLength={100}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          rightSection={text !== '' && <CloseButton size="sm" aria-label="Clear the search" onClick={() => type('')} />}
          rightSectionPointerEvents="all"
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <div role="status" className={classes.status}>
          {unfolded && <Status {...matches} />}
        </div>
        <Combobox.Options aria-label="Customers" mah="18rem" className={classes.list}>
          {matches.rows.map((row) => (
            <Combobox.Option key={row.id} value={row.id} className={classes.option}>
              <div className={classes.name}>{row.full_name}</div>
              <div className={classes.details}>{detailsOf(row)}</div>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
};
