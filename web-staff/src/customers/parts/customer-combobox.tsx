import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CustomerRow, maxProposed } from '#domain/customers/customer.schema.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import { useApi } from '../../api/api-context.ts';
import { PersonPicker } from '../../ui/person-picker.tsx';
import { customerSearchQuery } from '../queries.ts';

const debounceMs = 300;
const shortest = 2;

interface Matches {
  idle: boolean;
  searching: boolean;
  /** Empty also after a failed search (D1 §8). */
  rows: readonly CustomerRow[];
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

interface CustomerComboboxProps {
  label: string;
  description?: string;
  placeholder?: string;
  exclude?: readonly string[];
  autoFocus?: boolean;
  onPick: (customer: CustomerRow) => void;
}

export const CustomerCombobox = ({ exclude = [], onPick, ...shown }: CustomerComboboxProps) => {
  const [text, setText] = useState('');
  const { rows, ...state } = useMatches(text, exclude);
  return (
    <PersonPicker
      {...shown}
      kind="customer"
      text={text}
      onText={setText}
      found={{ ...state, people: rows.map((row) => ({ id: row.id, name: row.full_name, details: detailsOf(row) })) }}
      onPick={(id) => {
        const row = rows.find((one) => one.id === id);
        if (row) onPick(row);
      }}
    />
  );
};
