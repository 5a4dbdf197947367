import { proposedMethod } from '#domain/shared/reference-data/disposition-methods.ts';
import { serviceTypes } from '#domain/shared/reference-data/service-types.ts';
import { cleanCode, postalCode } from '#domain/shared/values/address.ts';
import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';
import { emailAddress } from '#domain/shared/values/email.ts';
import { parsePhone } from '#domain/shared/values/phone.ts';
import { parseSsn } from '#domain/shared/values/ssn.ts';
import { redactSsnInText } from '#domain/shared/values/ssn-in-text.ts';
import { cleanLine, cleanText, cut } from '#domain/shared/values/text.ts';
import { isJurisdiction, jurisdictions } from '#domain/shared/values/us-state.ts';
import type { ColumnName } from './column-labels.ts';

export interface ReadLine {
  fields: Partial<Record<ColumnName, string>>;
  /** Why the line is rejected; empty if it is accepted. */
  errors: string[];
  /** Values that no field accepts, with the reason. */
  notes: string[];
  /** The original values in column order, without possible Social Security numbers. */
  values: string[];
}

/** Replaces possible Social Security numbers, which are stored only in cases, encrypted. */
export const ssnMask = 'XXX-XX-XXXX';

/** Columns of nine digits: a ZIP+4 without hyphen, and case numbers. No phone number has nine. */
const numeric: readonly ColumnName[] = ['zip_code', 'kin_zip_code', 'home_address_zip', 'case_number'];

/** Returns a value without possible Social Security numbers, unless its column was chosen for them. */
export const maskSsns = (field: ColumnName, value: string): string =>
  (field === 'ssn' && parseSsn(value)) || redactSsnInText(value, ssnMask, { grouped: numeric.includes(field) });

/** In these texts a number is masked; in other columns the value that contains one is left out. */
const free: readonly ColumnName[] = ['notes', 'kin_notes', 'director_notes'];

/** Returns a line's values without possible Social Security numbers, and a note for each that had one. */
export const sanitizeValues = (columns: readonly ColumnName[], given: readonly string[]) => {
  const values = columns.map((field, at) => maskSsns(field, given[at] ?? ''));
  // The sender may have masked it.
  const holdsOne = values.map((value) => value.includes(ssnMask));
  const notes = holdsOne.includes(true)
    ? ['Contains what looks like a Social Security number, which is not imported']
    : [];
  const read = values.map((value, at) => (holdsOne[at] && !free.includes(columns[at] ?? 'notes') ? '' : value.trim()));
  // Digits that parseSsn rejects may be a number too: spreadsheets drop a leading zero.
  return { values: values.map((value, at) => (columns[at] === 'ssn' ? '' : value)), read, notes };
};

const codesByName = new Map(jurisdictions.map(({ code, name }) => [name.toLowerCase(), code]));

const oldCodes: Readonly<Record<string, string>> = {
  ala: 'AL',
  ariz: 'AZ',
  ark: 'AR',
  calif: 'CA',
  cal: 'CA',
  colo: 'CO',
  conn: 'CT',
  del: 'DE',
  fla: 'FL',
  ill: 'IL',
  ind: 'IN',
  kans: 'KS',
  kan: 'KS',
  mass: 'MA',
  mich: 'MI',
  minn: 'MN',
  miss: 'MS',
  mont: 'MT',
  neb: 'NE',
  nebr: 'NE',
  nev: 'NV',
  okla: 'OK',
  ore: 'OR',
  penn: 'PA',
  penna: 'PA',
  tenn: 'TN',
  tex: 'TX',
  wash: 'WA',
  wis: 'WI',
  wisc: 'WI',
  wyo: 'WY',
};

/** Returns the code of a US state or territory by code, name or abbreviation (Fla., N.Y.); undefined otherwise. */
export const stateOf = (text: string): string | undefined => {
  const plain = text.replaceAll('.', '').trim();
  const code = codesByName.get(plain.toLowerCase()) ?? oldCodes[plain.toLowerCase()] ?? plain.toUpperCase();
  return isJurisdiction(code) ? code : undefined;
};

export const noState = 'it is not a US state';

/** Restores the leading zeros and the hyphen of ZIP+4 that spreadsheets drop. */
export const zipOf = (text: string): string => {
  const plain = cleanCode(text).replace(/[\s-]+$/, '');
  if (/^\d{3,4}$/.test(plain)) return plain.padStart(5, '0');
  return /^\d{5} ?\d{4}$/.test(plain) ? `${plain.slice(0, 5)}-${plain.slice(-4)}` : plain;
};

interface ReadPlace {
  state: string;
  zip_code: string;
  postal_code: string;
  /** Whether there was a foreign state and a code that is not of that place. */
  isAbroad: boolean;
  isNoCode: boolean;
}

/** Returns the state and ZIP code of an address; docs/spec-interpretations.md describes addresses abroad. */
export const parseStateAndZip = (stateText: string, zipText: string): ReadPlace => {
  const state = stateText ? stateOf(stateText) : '';
  const isAbroad = state === undefined;
  const place: ReadPlace = { state: state ?? '', zip_code: '', postal_code: '', isAbroad, isNoCode: false };
  if (!zipText) return place;
  if (!isAbroad && !/\p{L}/u.test(zipText)) return { ...place, zip_code: zipOf(zipText) };
  const postal_code = /\d/.test(zipText) ? postalCode.safeParse(zipText).data : undefined;
  return !state && postal_code ? { ...place, postal_code } : { ...place, isNoCode: true };
};

/**
 * Returns an amount as `parseMoney` reads it. Databases write four decimals, Europe and South America 1.234,56; of
 * 1.234 and 1,234 no one knows what they mean there.
 */
export const importedAmount = (text: string): string =>
  text
    .replace(/^(-?\$?)(\d{1,3}(?:\.\d{3})+|\d+),(\d\d(?:00)?)$/, (_, sign, whole, decimals) =>
      [sign, whole.replaceAll('.', ''), '.', decimals].join(''),
    )
    .replace(/(\.\d\d)00$/, '$1');

const foreignNumberWithin = /\+[2-9][\d\s().-]{6,20}\d(?!\d)/;
/** The first North American phone number of a text that is not part of a longer one. */
const numberWithin = /(?<!\d[\s().-]*)(?:\+?1[\s.-]*)?\(?\d{3}\)?[\s./-]*\d{3}[\s./-]*\d{4}(?!\d)/;

/** Returns the phone number in a text, and whether the text contains more; undefined without one. */
export const importedPhone = (text: string): { phone: string; isShortened: boolean } | undefined => {
  // Spreadsheets may format numbers as decimals.
  const plain = text.replace(/\.0$/, '');
  const whole = parsePhone(plain);
  if ('digits' in whole) return { phone: whole.digits, isShortened: false };
  const within = parsePhone((foreignNumberWithin.exec(plain) ?? numberWithin.exec(plain))?.[0] ?? '');
  return 'digits' in within ? { phone: within.digits, isShortened: true } : undefined;
};

const addressWithin = /[^\s<>,;:()"]+@[^\s<>,;:()"]+\.[^\s<>,;:()"]+/;

/** Returns the email address in a text, and whether there is another one; undefined without one. */
export const importedEmail = (text: string): { email: string; isShortened: boolean } | undefined => {
  const email = emailAddress.safeParse((addressWithin.exec(text)?.[0] ?? '').replace(/\.$/, '')).data;
  return email ? { email, isShortened: (text.match(/@/g) ?? []).length > 1 } : undefined;
};

/** Returns why a day cannot be a record's creation date; undefined if it can. */
export const createdProblem = (day: CalendarDate | undefined, today: CalendarDate): string | undefined => {
  if (day === undefined) return noDay;
  if (day > today) return 'it is in the future';
  return day < '1850-01-01' ? 'it is before 1850' : undefined;
};

export const noDay = 'it is not a day such as 2019-03-04 or 3/4/2019';

/** Maximum characters of a value in the notes, of all values of a line, and of a value in a message. */
const [maxKeptLength, maxBlock, maxShownLength] = [300, 1500, 60];
const heading = 'From the imported file:';

/** Nine digits in a row may be a Social Security number in the wrong column. */
const shown = (text: string): string => {
  const safe = redactSsnInText(text, ssnMask);
  return safe.length > maxShownLength ? `${cut(safe, maxShownLength)}…` : safe;
};

/** Collects values that no field accepts for the record's notes; `notes` explain them to the user. */
export class SetAside {
  readonly notes: string[] = [];
  readonly #kept: string[] = [];

  /** Stores a value that cannot be read, with the reason. */
  unread(label: string, text: string, why: string): void {
    this.notes.push(`${label} “${shown(text)}” is kept in the notes: ${why}`);
    this.keep(label, text);
  }

  /** Stores the whole text of a value that was read in part. */
  shortened(label: string, text: string, read: string): void {
    this.notes.push(`${label} “${shown(text)}” is imported as “${read}”; the rest is kept in the notes`);
    this.keep(label, text);
  }

  keep(label: string, text: string): void {
    this.#kept.push(`${label}: ${cut(cleanLine(text), maxKeptLength)}`);
  }

  /** Returns the record's notes with the stored values below, at most `limit` characters. */
  withKept(text: string, limit: number): string {
    const lines = this.#kept.length > 0 ? [heading, ...this.#kept].join('\n') : '';
    const block = cut(redactSsnInText(lines, ssnMask), maxBlock);
    const room = block ? limit - block.length - 2 : limit;
    const own = cleanText(text);
    if (own.length > room) this.notes.push(`The notes are cut to ${limit.toLocaleString('en-US')} characters`);
    return [cut(own, room).trim(), block].filter(Boolean).join('\n\n');
  }
}

type Fields = ReadLine['fields'];

const isService = (value: string): boolean => serviceTypes.some((type) => type.value === value);

/**
 * Returns a line with its service and its method of disposition, which are independent. With one column for both, its
 * word may be a disposition. The only method of a service is not repeated.
 */
export const withDisposition = (
  fields: Fields,
  texts: Fields,
  aside: SetAside,
  label: (field: string) => string,
): Fields => {
  const { service_type: service = '', disposition_method: method = '', ...others } = fields;
  const isOneWord = service !== '' && !isService(service);
  if (isOneWord && method && method !== service)
    aside.unread(label('service_type'), texts.service_type ?? service, 'the file has another method of disposition');
  const disposition = method || (isOneWord ? service : '');
  const type = isOneWord ? '' : service;
  if (!type && disposition === 'cremation') return { ...others, service_type: 'cremation' };
  return {
    ...others,
    ...(type || disposition ? { service_type: type || 'other' } : {}),
    ...(disposition && disposition !== proposedMethod(type) ? { disposition_method: disposition } : {}),
  };
};
