import { Checkbox, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDate, isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { useLocalEcho } from '../local-echo.ts';
import { DayInput } from '../time/day-input.tsx';

export interface ListFilter<V extends string = string> {
  /** True if a URL value is valid; others count as none. */
  accepts(value: string): value is V;
  /** Label of a value, as in a saved view's name: 'Active', 'Opened from Nov 1, 2026'. */
  textOf(value: V): string;
  control(value: V | '', set: (value: V | '') => void): ReactNode;
  more?: true;
}

export type ValuesOf<Filters extends Readonly<Record<string, ListFilter>>> = {
  [Name in keyof Filters]?: Filters[Name] extends ListFilter<infer V> ? V : never;
};

export interface Choice<V extends string = string> {
  value: V;
  label: string;
}

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

export const dayFilter = (label: string): ListFilter => ({
  accepts: (value): value is string => isCalendarDate(value),
  textOf: (day) => `${label} ${formatDate(day)}`,
  control: (value, set) => <DayInput label={label} value={value} onChange={set} />,
  more: true,
});

interface CheckProps {
  label: string;
  /** The value of a ticked box. */
  on: string;
  value: string;
  onChange: (value: string) => void;
}

const Check = ({ label, on, value, onChange }: CheckProps) => {
  const [shown, show] = useLocalEcho(value);
  return (
    <Checkbox
      label={label}
      checked={shown === on}
      onChange={(event) => {
        const next = event.currentTarget.checked ? on : '';
        show(next);
        onChange(next);
      }}
    />
  );
};

export const checkFilter = <V extends string = 'true'>(label: string, on = 'true' as V): ListFilter<V> => ({
  accepts: (value): value is V => value === on,
  textOf: () => label,
  control: (value, set) => <Check label={label} on={on} value={value} onChange={(next) => set(next as V | '')} />,
  more: true,
});
