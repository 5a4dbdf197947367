import { serviceTypes } from '#domain/shared/reference-data/service-types.ts';
import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';
import { emailAddress } from '#domain/shared/values/email.ts';
import { parsePhone } from '#domain/shared/values/phone.ts';
import { parseSsn } from '#domain/shared/values/ssn.ts';
import { redactSsnInText } from '#domain/shared/values/ssn-in-text.ts';
import { cleanLine, cleanText, cut } from '#domain/shared/values/text.ts';
import { isJurisdiction, jurisdictions } from '#domain/shared/values/us-state.ts';
import { cleanCode, postalCode } from '#domain/shared/values/zip.ts';
import type { ColumnName } from './column-labels.ts';

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
    ? ['Contains what looks like a Social Security number, which is not imported']
    : [];
  const read = values.map((value, at) => (holdsOne[at] && !free.includes(columns[at] ?? 'notes') ? '' : value.trim()));
  // Also digits that parseSsn does not accept may be a number: a spreadsheet drops its leading zero.
  return { values: values.map((value, at) => (columns[at] === 'ssn' ? '' : value)), read, notes };
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
  const plain = cleanCode(text).replace(/[\s-]+$/, '');
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
 * (docs/spec-interpretations.md).
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

/** So much of a value is kept, and so much of all values of a line. */
const [maxKeptLength, maxBlock, maxShownLength] = [300, 1500, 60];
const heading = 'From the imported file:';

/** A value as notes of a line quote it: nine digits in a row may be a Social Security number in the wrong column. */
const shown = (text: string): string => {
  const safe = redactSsnInText(text, ssnMask);
  return safe.length > maxShownLength ? `${cut(safe, maxShownLength)}…` : safe;
};

/**
 * What a line has that no field of its record takes: each costs that value alone, and stays as a text in the notes of the
 * record. `notes` say it to whom brings the file.
 */
export class SetAside {
  readonly notes: string[] = [];
  readonly #kept: string[] = [];

  /** Keeps a value that cannot be read, with the reason why. */
  unread(label: string, text: string, why: string): void {
    this.notes.push(`${label} “${shown(text)}” is kept in the notes: ${why}`);
    this.keep(label, text);
  }

  /** Keeps what stands there beside the value that was read from it. */
  shortened(label: string, text: string, read: string): void {
    this.notes.push(`${label} “${shown(text)}” is imported as “${read}”; the rest is kept in the notes`);
    this.keep(label, text);
  }

  /** Keeps a value that has no field, as the file was told to bring it: nothing of it is left out. */
  keep(label: string, text: string): void {
    this.#kept.push(`${label}: ${cut(cleanLine(text), maxKeptLength)}`);
  }

  /** The notes of a record with what was kept below them, of at most `limit` characters. */
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

/** What happens to the remains by the types of service that say it. */
const saidByService: Readonly<Record<string, string>> = {
  ...{ traditional: 'burial', graveside: 'burial', direct_burial: 'burial' },
  ...{ cremation: 'cremation', direct_cremation: 'cremation' },
};
const isService = (value: string): boolean => serviceTypes.some((type) => type.value === value);

/**
 * A line whose service and disposition agree, as a case keeps them: a case has a method of disposition only where its
 * service does not say it. A disposition alone (Entombment) is a service of another type; a cremation after a traditional
 * service is a cremation, whose rules hold, and the service is kept in the notes.
 */
export const withDisposition = (
  said: Fields,
  texts: Fields,
  aside: SetAside,
  label: (field: string) => string,
): Fields => {
  const { service_type: service = '', disposition_method: method = '', ...others } = said;
  const isOneWord = service !== '' && !isService(service);
  // One column for both, whose word names a disposition; a column of its own says more.
  const disposition = method || (isOneWord ? service : '');
  const type = isOneWord ? '' : service;
  const implied = saidByService[type];
  if (!disposition || disposition === implied) return { ...others, ...(type ? { service_type: type } : {}) };
  if (disposition === 'cremation') {
    if (!type || implied) {
      if (type) aside.unread(label('service_type'), texts.service_type ?? type, 'the disposition is a cremation');
      return { ...others, service_type: 'cremation' };
    }
    return { ...others, service_type: type, disposition_method: disposition };
  }
  if (implied) {
    const text = texts.disposition_method ?? texts.service_type ?? disposition;
    aside.unread(label('disposition_method'), text, `the service is a ${implied}`);
    return { ...others, service_type: type };
  }
  return { ...others, service_type: type || 'other', disposition_method: disposition };
};
