import { Checkbox, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDate, isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { useLocalEcho } from '../local-echo.ts';
import { DayInput } from '../time/day-input.tsx';

/** A filter of a list: what it takes, what it is called where it is in force, and the control that sets it. */
export interface ListFilter<V extends string = string> {
  /** Whether a text of the address is one of its values; anything else counts as none. */
  accepts(value: string): value is V;
  /** How a value reads, as in the name of a saved view: 'Active', 'Opened from Nov 1, 2026'. */
  textOf(value: V): string;
  control(value: V | '', set: (value: V | '') => void): ReactNode;
  /** It stands behind “More filters”. */
  more?: true;
}

/** The values that some filters leave, by their names. */
export type ValuesOf<Filters extends Readonly<Record<string, ListFilter>>> = {
  [Name in keyof Filters]?: Filters[Name] extends ListFilter<infer V> ? V : never;
};

export interface Choice<V extends string = string> {
  value: V;
  label: string;
}

/** One of a few values, or all of them. */
export const choiceFilter = <V extends string>(
  label: string,
  all: string,
  options: readonly Choice<V>[],
): ListFilter<V> => ({
  accepts: (value): value is V => options.some((option) => option.value === value),
  textOf: (value) => options.find((option) => option.value === value)?.label ?? value,
  control: (value, set) => (
    <NativeSelect
      aria-label={label}
      value={value}
      onChange={(event) => set(event.currentTarget.value as V | '')}
      data={[{ value: '', label: all }, ...options]}
    />
  ),
});

/** A day from which on, or up to which, records are shown. */
export const dayFilter = (label: string): ListFilter => ({
  accepts: (value): value is string => isCalendarDate(value),
  textOf: (day) => `${label} ${formatDate(day)}`,
  control: (value, set) => <DayInput label={label} value={value} onChange={set} />,
  more: true,
});

interface CheckProps {
  label: string;
  value: 'true' | '';
  onChange: (value: 'true' | '') => void;
}

const Check = ({ label, value, onChange }: CheckProps) => {
  const [shown, show] = useLocalEcho(value);
  return (
    <Checkbox
      label={label}
      checked={shown === 'true'}
      onChange={(event) => {
        const next = event.currentTarget.checked ? 'true' : '';
        show(next);
        onChange(next);
      }}
    />
  );
};

/** Only those of which something is true. */
export const checkFilter = (label: string): ListFilter<'true'> => ({
  accepts: (value): value is 'true' => value === 'true',
  textOf: () => label,
  control: (value, set) => <Check label={label} value={value} onChange={set} />,
  more: true,
});
