import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import {
  addDays,
  type CalendarDate,
  endOfNextYear,
  formatDate,
  isCalendarDate,
  localDay,
  withCentury,
} from '#domain/shared/values/calendar-date.ts';
import { formatMoney, parseMoney, toDecimal } from '#domain/shared/values/money.ts';
import { parsePastedDate } from '#domain/shared/values/pasted-date.ts';
import classes from './typed-inputs.module.css';

interface Typed {
  value: string;
  onChange: (value: string) => void;
  /** Parses the input; undefined if it is invalid. */
  read: (typed: string) => string | undefined;
  write: (value: string) => string;
  /** Filters typed or pasted characters; keeps all by default. */
  clean?: (typed: string) => string;
  /** Corrects invalid input when the field is left; unchanged by default. */
  repair?: (typed: string) => string;
}

interface TypedInputProps extends Omit<TextInputProps, 'value' | 'onChange'>, Typed {}

/** Input stays as typed; a valid text is stored in canonical form, an invalid one as is, for the form to report. */
export const useTyped = ({ value, onChange, read, write, clean, repair }: Typed) => {
  const [typed, setTyped] = useState<string>();
  const toStored = (text: string): string => (text.trim() === '' ? '' : (read(text) ?? text));
  return {
    value: typed ?? write(value),
    onChange: (typedNow: string) => {
      const text = clean ? clean(typedNow) : typedNow;
      setTyped(text);
      onChange(toStored(text));
    },
    onBlur: () => {
      setTyped(undefined);
      const repaired = repair && typed !== undefined && read(typed) === undefined ? repair(typed) : typed;
      if (repaired !== undefined && repaired !== typed) onChange(toStored(repaired));
    },
  };
};

export const TypedInput = ({ value, onChange, read, write, clean, repair, onBlur, ...settings }: TypedInputProps) => {
  const typed = useTyped({ value, onChange, read, write, ...(clean ? { clean } : {}), ...(repair ? { repair } : {}) });
  return (
    <TextInput
      {...settings}
      value={typed.value}
      onChange={(event) => typed.onChange(event.currentTarget.value)}
      onBlur={(event) => {
        typed.onBlur();
        onBlur?.(event);
      }}
    />
  );
};

const relative: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };
const padded = (part: string): string => part.padStart(2, '0');

/**
 * Returns the typed date: 11/20/2026, 11-20-26, 11/20 (this year), 11201937, 2026-11-20, today, yesterday, tomorrow, or
 * with a month name. Undefined for anything else or a nonexistent date.
 */
export const readDate = (typed: string, today: CalendarDate): CalendarDate | undefined => {
  const text = typed.trim().toLowerCase();
  if (text in relative) return addDays(today, relative[text] ?? 0);
  if (isCalendarDate(text)) return text;
  const [, month = '', day = '', year = today.slice(0, 4)] =
    /^(\d{1,2})[/.\s-](\d{1,2})(?:[/.\s-](\d{2}|\d{4}))?$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text) ?? [];
  const date = withCentury(`${year}-${padded(month)}-${padded(day)}`, endOfNextYear(today));
  if (month !== '') return isCalendarDate(date) ? date : undefined;
  return /\p{L}/u.test(text) ? parsePastedDate(text, endOfNextYear(today)) : undefined;
};

/** Returns '11/20/1937' for editing; an invalid date as typed. */
export const typedDate = (value: string): string =>
  isCalendarDate(value) ? `${value.slice(5, 7)}/${value.slice(8)}/${value.slice(0, 4)}` : value;

const spokenDate = (value: string): string => (isCalendarDate(value) ? formatDate(value) : '');

interface Control {
  label: string;
  description?: string | undefined;
  error?: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

const here = () => localDay(new Date());

export const DateInput = (props: Control) => (
  <TypedInput
    {...props}
    description={spokenDate(props.value) || props.description || 'MM/DD/YYYY'}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    placeholder="MM/DD/YYYY"
    autoComplete="off"
    maxLength={20}
    read={(typed) => readDate(typed, here())}
    write={typedDate}
  />
);

export const readMoney = (typed: string): string | undefined => {
  const cents = parseMoney(typed);
  return cents === null ? undefined : toDecimal(cents);
};
export const writeMoney = (value: string): string => {
  const cents = parseMoney(value);
  return cents === null ? value : formatMoney(cents).replace('$', '');
};

/** Keeps digits, decimal point and commas of typed or pasted amounts (D3 §5). */
export const cleanMoney = (typed: string): string => typed.replace(/[^\d.,]/g, '');

/** Removes commas that make an amount invalid: '16,00.5' (D3 §5). */
export const withoutCommas = (typed: string): string => typed.replaceAll(',', '');

export const MoneyInput = (props: Control) => (
  <TypedInput
    {...props}
    className={classes.figures}
    leftSection="$"
    inputMode="decimal"
    autoComplete="off"
    maxLength={20}
    read={readMoney}
    write={writeMoney}
    clean={cleanMoney}
    repair={withoutCommas}
  />
);
