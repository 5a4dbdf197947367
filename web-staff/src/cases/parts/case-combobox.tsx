import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CaseRow } from '#domain/cases/case.schema.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { useApi } from '../../api/api-context.ts';
import { PersonPicker } from '../../ui/person-picker.tsx';
import { casesQuery } from '../queries.ts';

const debounceMs = 300;
const shortest = 2;

interface CaseComboboxProps {
  label: string;
  placeholder?: string;
  autoFocus?: boolean;
  onPick: (found: CaseRow) => void;
}

const detailsOf = ({ case_number, date_of_death, funeral_home_name }: CaseRow): string =>
  [case_number, date_of_death && `died ${formatDate(date_of_death)}`, funeral_home_name].filter(Boolean).join(' · ');

/** Searches cases by number or name, 300 ms after the last key and from two characters on. */
export const CaseCombobox = ({ onPick, ...shown }: CaseComboboxProps) => {
  const call = useApi();
  const [text, setText] = useState('');
  const wanted = text.trim();
  const [settled] = useDebouncedValue(wanted, debounceMs);
  const idle = wanted.length < shortest;
  const query = useQuery({
    ...casesQuery(call, { search: settled, page_size: '10' }),
    enabled: !idle && settled === wanted,
  });
  const searching = !idle && (settled !== wanted || query.isPending || query.isPlaceholderData);
  const rows = idle || searching ? [] : (query.data?.results ?? []);
  const more = !searching && query.data?.next != null;
  const named = ({ deceased_full_name, case_number }: CaseRow): string => deceased_full_name || case_number;
  return (
    <PersonPicker
      {...shown}
      kind="case"
      text={text}
      onText={setText}
      found={{
        ...{ idle, searching, more },
        people: rows.map((row) => ({ id: row.id, name: named(row), details: detailsOf(row) })),
      }}
      onPick={(id) => {
        const row = rows.find((one) => one.id === id);
        if (row) onPick(row);
      }}
    />
  );
};
