import { isCalendarDate } from '#domain/values/calendar-date.ts';
import { withoutSsn } from '#domain/values/ssn-in-text.ts';
import { cut } from '#domain/values/text.ts';
import { isJurisdiction, jurisdictions } from '#domain/values/us-state.ts';
import { postalCode } from '#domain/values/zip.ts';
import type { ColumnName } from './column-names.ts';

/** What was read of a line. Blank fields are left out. */
export interface ReadLine {
  fields: Partial<Record<ColumnName, string>>;
  /** Why it cannot be kept, in words; nothing for one that can. */
  faults: string[];
  /** What of it is not brought along, in words; the line can be kept without. */
  notes: string[];
  /** What stood there, in the order of the columns, without what looks like a Social Security number. */
  values: string[];
}

/** Stands where something looked like a Social Security number, which is kept nowhere but in a case, encrypted. */
export const hiddenNumber = 'XXX-XX-XXXX';

/** These may be nine digits long: a ZIP+4 without its hyphen, a number abroad, and the number of a case. */
const numeric: readonly ColumnName[] = ['zip_code', 'phone', 'kin_zip_code', 'kin_phone', 'case_number'];

/** A value without what looks like a Social Security number. */
export const withoutNumbers = (field: ColumnName, value: string): string =>
  withoutSsn(value, hiddenNumber, { grouped: numeric.includes(field) });

/** The values of a line without such numbers, and what is to be said of a line that held one. */
export const shownValues = (columns: readonly ColumnName[], given: readonly string[]) => {
  const values = columns.map((field, at) => withoutNumbers(field, given[at] ?? ''));
  // Who sent it may have hidden it already.
  const holds = values.some((value) => value.includes(hiddenNumber));
  const faults = holds ? ['It holds what looks like a Social Security number, which is not brought along'] : [];
  return { values, faults };
};

const codesByName = new Map(jurisdictions.map(({ code, name }) => [name.toLowerCase(), code]));

/** The code of a US state or territory, also of one that is written out; undefined for what is none. */
export const stateOf = (text: string): string | undefined => {
  const code = codesByName.get(text.toLowerCase()) ?? text.toUpperCase();
  return isJurisdiction(code) ? code : undefined;
};

/** That a value is left out which nobody in the US writes there: `is` says what it is not. */
export const leftOut = (field: string, text: string, is: string): string =>
  `The ${field} “${cut(text, 60)}” is no ${is}, and is not brought along`;

/** Spreadsheets take a ZIP code for a number and drop its leading zeros, and write ZIP+4 without the hyphen. */
const zipOf = (text: string): string => {
  if (/^\d{3,4}$/.test(text)) return text.padStart(5, '0');
  return /^\d{9}$/.test(text) ? `${text.slice(0, 5)}-${text.slice(5)}` : text;
};

/** The state and the code of an address, of which one is blank where the other says that it is abroad. */
interface ReadPlace {
  state: string;
  /** What is to be a ZIP code. */
  zip_code: string;
  /** What is a postal code of another country. */
  postal_code: string;
  /** What was left out, in words. */
  notes: string[];
}

/**
 * Where somebody lives. A record has no place for a state abroad, which is left out; the postal code beside it stays,
 * as that of a report does (docs/decisions/0037). Digits alone that are no ZIP code are a mistake, and are left to be
 * judged.
 */
export const placeOf = (stateText: string, zipText: string): ReadPlace => {
  const state = stateText ? stateOf(stateText) : '';
  const notes = state === undefined ? [leftOut('state', stateText, 'US state')] : [];
  const place: ReadPlace = { state: state ?? '', zip_code: '', postal_code: '', notes };
  if (!zipText) return place;
  if (state !== undefined && !/\p{L}/u.test(zipText)) return { ...place, zip_code: zipOf(zipText) };
  const postal_code = /\d/.test(zipText) ? postalCode.safeParse(zipText).data : undefined;
  if (!state && postal_code) return { ...place, postal_code };
  return { ...place, notes: [...notes, leftOut('ZIP code', zipText, 'US ZIP code')] };
};

const dayOf = (year: string, month: string, day: string): string | undefined => {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDate(date) ? date : undefined;
};

/** The day that a text says: 2019-03-04, 2019-03-04T10:00:00Z or 3/4/2019, months first as Americans write; else undefined. */
export const importedDay = (text: string): string | undefined => {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(text);
  if (iso) return dayOf(iso[1] ?? '', iso[2] ?? '', iso[3] ?? '');
  const american = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?: .*)?$/.exec(text);
  return american ? dayOf(american[3] ?? '', american[1] ?? '', american[2] ?? '') : undefined;
};

/** Why a day that stands there cannot be when a record came to be. */
export const createdFaults = (day: string | undefined, today: string): string[] => {
  if (day === undefined) return ['The created date is not a day such as 2019-03-04 or 3/4/2019'];
  if (day > today) return ['The created date is in the future'];
  return day < '1850-01-01' ? ['The created date is before 1850'] : [];
};
