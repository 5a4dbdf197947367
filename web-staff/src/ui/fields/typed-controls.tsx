import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import {
  addDays,
  type CalendarDate,
  formatDate,
  isCalendarDate,
  localDay,
} from '#domain/shared/values/calendar-date.ts';
import { formatMoney, parseMoney, toDecimal } from '#domain/shared/values/money.ts';
import { parsePastedDate } from '#domain/shared/values/pasted-date.ts';
import classes from './typed-inputs.module.css';

interface Typed {
  /** The value as it is kept. */
  value: string;
  onChange: (value: string) => void;
  /** What was typed as it is kept; undefined for what cannot be read. */
  read: (typed: string) => string | undefined;
  /** A kept value as people write it. */
  write: (value: string) => string;
  /** What of the characters typed or pasted stays in the field; all of them unless stated. */
  clean?: (typed: string) => string;
  /** What is made, once the field is left, of a text that cannot be read; it stays as it is unless stated. */
  mend?: (typed: string) => string;
}

interface TypedInputProps extends Omit<TextInputProps, 'value' | 'onChange'>, Typed {}

/**
 * The text of a field in which people write as they speak. What is typed stays as it is while it is being typed; what can be
 * read is kept, anything else is kept as it stands, for the form to name.
 */
export const useTyped = ({ value, onChange, read, write, clean, mend }: Typed) => {
  const [typed, setTyped] = useState<string>();
  const kept = (text: string): string => (text.trim() === '' ? '' : (read(text) ?? text));
  return {
    value: typed ?? write(value),
    onChange: (typedNow: string) => {
      const text = clean ? clean(typedNow) : typedNow;
      setTyped(text);
      onChange(kept(text));
    },
    onBlur: () => {
      setTyped(undefined);
      const mended = mend && typed !== undefined && read(typed) === undefined ? mend(typed) : typed;
      if (mended !== undefined && mended !== typed) onChange(kept(mended));
    },
  };
};

/** A field for one such text. */
export const TypedInput = ({ value, onChange, read, write, clean, mend, onBlur, ...settings }: TypedInputProps) => {
  const typed = useTyped({ value, onChange, read, write, ...(clean ? { clean } : {}), ...(mend ? { mend } : {}) });
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

/** A year of two digits is the last one that is not far ahead: 37 is 1937, 26 is 2026. */
const wholeYear = (year: string, today: CalendarDate): string => {
  if (year.length !== 2) return year;
  const century = Number(today.slice(0, 2));
  return Number(year) > Number(today.slice(2, 4)) + 1 ? `${century - 1}${year}` : `${century}${year}`;
};

/**
 * The day that somebody typed: 11/20/2026, 11-20-26, 11/20 (this year), 11201937, 2026-11-20, today, yesterday or
 * tomorrow, or with the name of its month. Undefined for anything else, and for days that do not exist.
 */
export const readDate = (typed: string, today: CalendarDate): CalendarDate | undefined => {
  const text = typed.trim().toLowerCase();
  if (text in relative) return addDays(today, relative[text] ?? 0);
  if (isCalendarDate(text)) return text;
  const [, month = '', day = '', year = today.slice(0, 4)] =
    /^(\d{1,2})[/.\s-](\d{1,2})(?:[/.\s-](\d{2}|\d{4}))?$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text) ?? [];
  const date = `${wholeYear(year, today)}-${padded(month)}-${padded(day)}`;
  if (month !== '') return isCalendarDate(date) ? date : undefined;
  return /\p{L}/u.test(text) ? parsePastedDate(text) : undefined;
};

/** '11/20/1937' for editing; what is no day stays as it was typed. */
export const typedDate = (value: string): string =>
  isCalendarDate(value) ? `${value.slice(5, 7)}/${value.slice(8)}/${value.slice(0, 4)}` : value;

/** 'Nov 20, 1937', to be read back beside what was typed. */
const spokenDate = (value: string): string => (isCalendarDate(value) ? formatDate(value) : '');

interface Control {
  label: string;
  description?: string | undefined;
  error?: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

const here = () => localDay(new Date());

/** A day, typed: '11/20', 'yesterday'. It says back which day was understood. */
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

/** An amount as it is kept, '1234.50'; undefined for what is none. */
export const readMoney = (typed: string): string | undefined => {
  const cents = parseMoney(typed);
  return cents === null ? undefined : toDecimal(cents);
};
/** An amount as people write it, '1,234.50'. */
export const writeMoney = (value: string): string => {
  const cents = parseMoney(value);
  return cents === null ? value : formatMoney(cents).replace('$', '');
};

/** Of what is typed or pasted for an amount: digits, a decimal point, and the commas between thousands (D3 §5). */
export const cleanMoney = (typed: string): string => typed.replace(/[^\d.,]/g, '');

/** An amount without its commas, for one that they keep from being read: '16,00.5' (D3 §5). */
export const withoutCommas = (typed: string): string => typed.replaceAll(',', '');

/** An amount in dollars, also pasted as '1,234.5'; kept as '1234.50'. */
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
    mend={withoutCommas}
  />
);
