import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';
import { emailAddress } from '#domain/shared/values/email.ts';
import { parsePhone } from '#domain/shared/values/phone.ts';
import { parseSsn } from '#domain/shared/values/ssn.ts';
import { redactSsnInText } from '#domain/shared/values/ssn-in-text.ts';
import { isJurisdiction, jurisdictions } from '#domain/shared/values/us-state.ts';
import { postalCode } from '#domain/shared/values/zip.ts';
import type { ColumnName } from './column-names.ts';

/** What was read of a line. Blank fields are left out. */
export interface ReadLine {
  fields: Partial<Record<ColumnName, string>>;
  /** Why it cannot be kept, in words; nothing for one that can. */
  faults: string[];
  /** What of it no field takes, in words; the line is kept without. */
  notes: string[];
  /** What stood there, in the order of the columns, without what looks like a Social Security number. */
  values: string[];
}

/** Stands where something looked like a Social Security number, which is kept nowhere but in a case, encrypted. */
export const ssnMask = 'XXX-XX-XXXX';

/** These take nine digits: a ZIP+4 without its hyphen, and the number of a case. No phone number has nine. */
const numeric: readonly ColumnName[] = ['zip_code', 'kin_zip_code', 'home_address_zip', 'case_number'];

/** A value without what looks like a Social Security number, unless it is one in the column that was chosen for them. */
export const maskSsns = (field: ColumnName, value: string): string =>
  (field === 'ssn' && parseSsn(value)) || redactSsnInText(value, ssnMask, { grouped: numeric.includes(field) });

/** Texts in which such a number is hidden; of other columns the value that holds one is left out. */
const free: readonly ColumnName[] = ['notes', 'kin_notes', 'director_notes'];

/** The values of a line without such numbers, those that are read, and what is to be said of a line that held one. */
export const sanitizeValues = (columns: readonly ColumnName[], given: readonly string[]) => {
  const values = columns.map((field, at) => maskSsns(field, given[at] ?? ''));
  // Who sent it may have hidden it already.
  const holdsOne = values.map((value) => value.includes(ssnMask));
  const notes = holdsOne.includes(true)
    ? ['It holds what looks like a Social Security number, which is not imported']
    : [];
  const read = values.map((value, at) => (holdsOne[at] && !free.includes(columns[at] ?? 'notes') ? '' : value.trim()));
  return { values, read, notes };
};

const codesByName = new Map(jurisdictions.map(({ code, name }) => [name.toLowerCase(), code]));

/** How states were written before they had two letters, and still are by hand. */
const oldCodes: Readonly<Record<string, string>> = {
  ...{ ala: 'AL', ariz: 'AZ', ark: 'AR', calif: 'CA', cal: 'CA', colo: 'CO', conn: 'CT', del: 'DE', fla: 'FL' },
  ...{ ill: 'IL', ind: 'IN', kans: 'KS', kan: 'KS', mass: 'MA', mich: 'MI', minn: 'MN', miss: 'MS', mont: 'MT' },
  ...{ neb: 'NE', nebr: 'NE', nev: 'NV', okla: 'OK', ore: 'OR', penn: 'PA', penna: 'PA', tenn: 'TN', tex: 'TX' },
  ...{ wash: 'WA', wis: 'WI', wisc: 'WI', wyo: 'WY' },
};

/** The code of a US state or territory, also of one that is written out or cut short (Fla., N.Y.); undefined for what is none. */
export const stateOf = (text: string): string | undefined => {
  const plain = text.replaceAll('.', '').trim();
  const code = codesByName.get(plain.toLowerCase()) ?? oldCodes[plain.toLowerCase()] ?? plain.toUpperCase();
  return isJurisdiction(code) ? code : undefined;
};

export const noState = 'it is not a US state';

/** Spreadsheets take a ZIP code for a number and drop its leading zeros, and write ZIP+4 without the hyphen. */
export const zipOf = (text: string): string => {
  const plain = text.replace(/[\s-]+$/, '');
  if (/^\d{3,4}$/.test(plain)) return plain.padStart(5, '0');
  return /^\d{5} ?\d{4}$/.test(plain) ? `${plain.slice(0, 5)}-${plain.slice(-4)}` : plain;
};

/** The state and the code of an address, of which one is blank where the other says that it is abroad. */
interface ReadPlace {
  state: string;
  /** What is to be a ZIP code. */
  zip_code: string;
  /** What is a postal code of another country. */
  postal_code: string;
  /** Whether a state stands there that is none of the US, and a code that is none of that place. */
  isAbroad: boolean;
  isNoCode: boolean;
}

/**
 * Where somebody lives. A record has no place for a state abroad; the postal code beside it stays, as that of a report does
 * (docs/decisions/0037).
 */
export const parseStateAndZip = (stateText: string, zipText: string): ReadPlace => {
  const state = stateText ? stateOf(stateText) : '';
  const isAbroad = state === undefined;
  const place: ReadPlace = { state: state ?? '', zip_code: '', postal_code: '', isAbroad, isNoCode: false };
  if (!zipText) return place;
  if (!isAbroad && !/\p{L}/u.test(zipText)) return { ...place, zip_code: zipOf(zipText) };
  const postal_code = /\d/.test(zipText) ? postalCode.safeParse(zipText).data : undefined;
  return !state && postal_code ? { ...place, postal_code } : { ...place, isNoCode: true };
};

/** The first number of the North American plan in a text, and none that goes on with further digits. */
const numberWithin = /(?<!\d)(?:\+?1[\s.-]*)?\(?\d{3}\)?[\s./-]*\d{3}[\s./-]*\d{4}(?!\d)/;

/** A phone number in a text, and whether more stands there, such as an extension or whose number it is; undefined for none. */
export const importedPhone = (text: string): { phone: string; isShortened: boolean } | undefined => {
  // A spreadsheet may take a number for an amount.
  const plain = text.replace(/\.0$/, '');
  const whole = parsePhone(plain);
  if ('digits' in whole) return { phone: whole.digits, isShortened: false };
  const within = parsePhone(numberWithin.exec(plain)?.[0] ?? '');
  return 'digits' in within ? { phone: within.digits, isShortened: true } : undefined;
};

const addressWithin = /[^\s<>,;:()"]+@[^\s<>,;:()"]+\.[^\s<>,;:()"]+/;

/** An address of e-mail in a text, and whether another one stands there; undefined for none. */
export const importedEmail = (text: string): { email: string; isShortened: boolean } | undefined => {
  const email = emailAddress.safeParse((addressWithin.exec(text)?.[0] ?? '').replace(/\.$/, '')).data;
  return email ? { email, isShortened: (text.match(/@/g) ?? []).length > 1 } : undefined;
};

/** Why a day cannot be the one on which a record came to be; undefined where it can. */
export const createdProblem = (day: CalendarDate | undefined, today: CalendarDate): string | undefined => {
  if (day === undefined) return noDay;
  if (day > today) return 'it is in the future';
  return day < '1850-01-01' ? 'it is before 1850' : undefined;
};

export const noDay = 'it is not a day such as 2019-03-04 or 3/4/2019';
