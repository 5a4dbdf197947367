import { UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type QueryObserverResult, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { CaseRow } from '#domain/cases/case.schema.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { useApi } from '../../api/api-context.ts';
import { QueryState } from '../../ui/feedback/states.tsx';
import { PersonPicker } from '../../ui/person-picker.tsx';
import { casesQuery } from '../queries.ts';
import classes from './case-combobox.module.css';

const debounceMs = 300;
const shortest = 2;
const shownCases = 5;

interface CaseComboboxProps {
  label: string;
  placeholder?: string;
  autoFocus?: boolean;
  onPick: (found: CaseRow) => void;
}

const detailsOf = ({ case_number, date_of_death, funeral_home_name }: CaseRow): string =>
  [case_number, date_of_death && `died ${formatDate(date_of_death)}`, funeral_home_name].filter(Boolean).join(' · ');

export interface CaseChoice {
  id: string;
  name: string;
  detail: string;
  value?: string;
}

interface CaseChoicesProps {
  title: string;
  query: Pick<QueryObserverResult, 'isError' | 'error' | 'refetch'>;
  /** Undefined while they are loading. */
  choices: readonly CaseChoice[] | undefined;
  none: string;
  onPick: (id: string) => void;
}

/** A few cases to choose with one press, below the search. */
export const CaseChoices = ({ title, query, choices, none, onPick }: CaseChoicesProps) => {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={classes.choices}>
      <h2 id={heading}>{title}</h2>
      {!choices && <QueryState query={query} title="Failed to load cases" rows={shownCases} height={56} lines={2} />}
      {choices?.length === 0 && <span className={classes.detail}>{none}</span>}
      <ul>
        {choices?.map(({ id, name, detail, value }) => (
          <li key={id}>
            <UnstyledButton className={classes.choice} onClick={() => onPick(id)}>
              <span>
                <strong>{name}</strong>
                <span className={classes.detail}>{detail}</span>
              </span>
              {value && <span className={classes.value}>{value}</span>}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
};

const nameOf = ({ deceased_full_name, case_number }: CaseRow): string => deceased_full_name || case_number;

/** The cases that were opened last. */
export const NewestCases = ({ onPick }: Pick<CaseChoicesProps, 'onPick'>) => {
  const query = useQuery(casesQuery(useApi(), { page_size: '10' }));
  const newest = query.data?.results.slice(0, shownCases);
  const choices = newest?.map((row) => ({ id: row.id, name: nameOf(row), detail: detailsOf(row) }));
  return <CaseChoices title="Newest cases" none="There is no case yet." {...{ query, choices, onPick }} />;
};

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
  return (
    <PersonPicker
      {...shown}
      kind="case"
      text={text}
      onText={setText}
      found={{
        idle,
        searching,
        more,
        people: rows.map((row) => ({ id: row.id, name: nameOf(row), details: detailsOf(row) })),
      }}
      onPick={(id) => {
        const row = rows.find((one) => one.id === id);
        if (row) onPick(row);
      }}
    />
  );
};
