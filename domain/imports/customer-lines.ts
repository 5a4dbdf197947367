import { customerFieldNames, notesLimit } from '#domain/customers/customer.fields.ts';
import {
  type CustomerFields,
  changedCustomer,
  fieldsFromElsewhere,
  toCustomerFields,
} from '#domain/customers/customer.schema.ts';
import { personParts } from '#domain/quickbooks/quickbooks-documents.ts';
import { fullName, personName } from '#domain/shared/values/person-name.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import { invalidState, isUsState } from '#domain/shared/values/us-state.ts';
import { type ColumnName, type CustomerColumn, labelOf } from './column-labels.ts';
import { importedDay, isPlaceholder, latestCentury, wordKey, wordMeaning } from './column-values.ts';
import type { ColumnReading } from './match-columns.ts';
import {
  createdProblem,
  importedEmail,
  importedPhone,
  noState,
  parseStateAndZip,
  type ReadLine,
  SetAside,
  sanitizeValues,
} from './sanitize-line.ts';

/** Words for an unknown name; “Null” and “Na” are family names. */
const nameless = /^(?:n\/a|none|unknown|unk|not given|nmn|nmi)\.?$/i;

/** Titles before names, also after a last name and its comma: “Mr. & Mrs.”, “Dr.”, “Estate of”. */
const titles =
  /(^|,)\s*(?:(?:mr|mrs|ms|miss|dr|rev)\b\.?\s*(?:(?:&|\+|and)\s+)?|(?:the\s+)?est(?:ate)?\.? of\s+|the late\s+)+(?=\p{L})/giu;
const untitled = (text: string): string => text.replace(titles, '$1 ').trim();

interface ReadName {
  name: string;
  /** Whether the text contains more than the name: “Bob” in Robert (Bob). */
  isShortened: boolean;
}

/** What old systems write for a letter that their encoding does not have: “NGUY?N”. */
const lostLetters = /[?\uFFFD]+/gu;

/**
 * Returns a name without parentheses, quotation marks and outer signs, with “and” for & and +; '' for a placeholder.
 */
export const importedName = (text: string): ReadName => {
  const spaced = text.replace(/\s+/g, ' ').trim();
  const bare = untitled(spaced).replace(/\([^)]*\)|\[[^\]]*\]|"[^"]*"|“[^”]*”/gu, ' ');
  const name = bare
    .replace(/\s*[&+/]\s*/gu, ' and ')
    .replace(/\s*,\s*/gu, ' ')
    .replace(lostLetters, '')
    .replace(/^[\s*#!;:\d]+|[\s*#!;:\d]+$/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (!/\p{L}/u.test(name) || nameless.test(spaced)) return { name: '', isShortened: false };
  const letters = (value: string): string => value.replace(/[^\p{L}\p{M}]/gu, '');
  const nameLetters = letters(spaced.replace(/[&+/]/gu, ' and '));
  return { name, isShortened: letters(name) !== nameLetters || /[&+\d?\uFFFD]/.test(spaced) };
};

/** Returns the parts of “Pruitt, Walter J. Jr.” or “Walter J. Pruitt, Jr.”. */
export const importedWholeName = (text: string) => {
  const [plain = '', ...otherWords] = untitled(text)
    .replace(lostLetters, '')
    .replace(/\([^)]*\)|"[^"]*"|“[^”]*”/gu, ' ')
    .split(/\s+(?:&|\+|and)\s+/iu)
    .map((part) => part.trim());
  // The shared family name is last in "John & Mary Tanaka", and first in "Tanaka, John & Mary".
  const last = otherWords.at(-1);
  const isShared = last !== undefined && !plain.includes(',') && !/\s/.test(plain);
  const { given, family, suffix } = personParts(isShared ? `${plain} ${last.split(/\s+/).slice(1).join(' ')}` : plain);
  const [first = '', ...middle] = given.split(' ');
  const couple = last ? ` and ${isShared ? (last.split(/\s+/)[0] ?? '') : last}` : '';
  return { first: `${first}${couple}`, middle: middle.join(' '), last: family, suffix };
};

const ordinals: Readonly<Record<string, string>> = { '2nd': 'II', '3rd': 'III', '4th': 'IV', '5th': 'V' };
const suffixRule = personName('Suffix', { minLength: 1, maxLength: 10 });
const bare = (text: string): string => text.toLowerCase().replace(/[.,]/g, '');

/** Returns a last name with its suffix behind it, once. A text that is no suffix moves to the notes. */
export const withSuffix = (last: string, text: string, aside: SetAside, label: string): string => {
  if (isPlaceholder(text)) return last;
  const suffix = ordinals[text.toLowerCase()] ?? text.replace(/[\s,()]+/g, ' ').trim();
  if (last && suffixRule.safeParse(suffix).success)
    return bare(last).endsWith(` ${bare(suffix)}`) ? last : fullName(last, suffix);
  aside.unread(label, text, 'it is not a suffix such as Jr. or III');
  return last;
};

const blank = toCustomerFields({});

export interface ReadColumn extends ColumnReading {
  field: ColumnName;
}

interface ReadingRules {
  today: string;
  /** Whether the home works with DC and the territories (D2 §5). */
  territories: boolean;
}

type CustomerColumns = Partial<Record<CustomerColumn, string>>;
type Label = (field: CustomerColumn) => string;

const names = ['first_name', 'middle_name', 'last_name'] as const;

const namesIn = (fieldTexts: CustomerColumns, aside: SetAside, label: Label): CustomerColumns => {
  const read: CustomerColumns = {};
  for (const field of names) {
    const text = fieldTexts[field] ?? '';
    const { name, isShortened } = importedName(text);
    if (name && isShortened) aside.shortened(label(field), text, name);
    read[field] = name;
  }
  if (!fieldTexts.full_name || (read.first_name && read.last_name)) return read;
  const whole = importedName(fieldTexts.full_name);
  if (!whole.name) return read;
  const { first, middle, last, suffix } = importedWholeName(fieldTexts.full_name);
  const parts = { first_name: first, middle_name: middle, last_name: fullName(last, suffix) };
  const filled = Object.fromEntries(names.map((field) => [field, read[field] || parts[field]]));
  if (whole.isShortened) aside.shortened(label('full_name'), fieldTexts.full_name, fullName(...Object.values(filled)));
  return filled;
};

/** Reads phones and email address. A second phone goes to the notes, unless it is the only one. */
const contactsIn = (fieldTexts: CustomerColumns, aside: SetAside, label: Label): CustomerColumns => {
  const read: CustomerColumns = { email: '' };
  for (const field of ['phone', 'second_phone'] as const) {
    const text = fieldTexts[field] ?? '';
    if (!text) continue;
    const phoneResult = importedPhone(text);
    if (!phoneResult) aside.unread(label(field), text, 'it is not a 10-digit phone number');
    else {
      read[field] = phoneResult.phone;
      if (phoneResult.isShortened) aside.shortened(label(field), text, formatPhone(phoneResult.phone));
    }
  }
  if (fieldTexts.email) {
    const emailResult = importedEmail(fieldTexts.email);
    if (!emailResult) aside.unread(label('email'), fieldTexts.email, 'it is not an email address');
    else {
      read.email = emailResult.email;
      if (emailResult.isShortened) aside.shortened(label('email'), fieldTexts.email, emailResult.email);
    }
  }
  const { phone = '', second_phone: second = '', ...otherFields } = read;
  if (phone && second && phone !== second) aside.keep(label('second_phone'), formatPhone(second));
  return { ...otherFields, phone: phone || second };
};

/** A foreign postal code is separate, because forms do not accept it as a ZIP code. */
const placeIn = (fieldTexts: CustomerColumns, territories: boolean, aside: SetAside, label: Label) => {
  const { state: stateText = '', zip_code: zipText = '' } = fieldTexts;
  const { isAbroad, isNoCode, postal_code, ...place } = parseStateAndZip(stateText, zipText);
  if (isAbroad) aside.unread(label('state'), stateText, noState);
  if (isNoCode) aside.unread(label('zip_code'), zipText, 'it is not a US ZIP code');
  const isOutside = place.state !== '' && !isUsState(place.state) && !territories;
  if (isOutside) aside.unread(label('state'), stateText, invalidState);
  return { postal_code, place: isOutside ? { ...place, state: '' } : place };
};

/** Reads a person. First and last name are required; other values that cannot be read move to the notes. */
export const readPerson = (
  fieldTexts: CustomerColumns,
  { territories }: Pick<ReadingRules, 'territories'>,
  aside: SetAside,
  label: Label,
): { fields: CustomerColumns; errors: string[] } => {
  const plain: CustomerColumns = Object.fromEntries(
    Object.entries(fieldTexts).filter(([field, text]) => field.endsWith('_name') || !isPlaceholder(text ?? '')),
  );
  const { place, postal_code } = placeIn(plain, territories, aside, label);
  const { notes = '', created_at: _day, full_name: _whole, second_phone: _second, suffix = '', ...ownFields } = plain;
  const read = namesIn(fieldTexts, aside, label);
  const last_name = withSuffix(read.last_name ?? '', suffix, aside, label('suffix'));
  const change = { ...ownFields, ...read, last_name, ...contactsIn(plain, aside, label), ...place };
  const errors: string[] = [];
  for (const [field, name] of [
    ['first_name', 'First name'],
    ['last_name', 'Last name'],
  ] as const)
    if (!change[field]) errors.push(`${name} is required`);
  const { fields, errors: ofFields } = changedCustomer(blank, change, fieldsFromElsewhere);
  for (const [field, messages] of Object.entries(ofFields) as [keyof CustomerFields, string[]][]) {
    if (!change[field]) continue;
    Object.assign(fields, { [field]: blank[field] });
    const [why = ''] = messages;
    if (field === 'first_name' || field === 'last_name') errors.push(...messages);
    aside.unread(label(field), fieldTexts[field] || (change[field] ?? ''), why);
  }
  const kept = { ...fields, zip_code: fields.zip_code || postal_code, notes: aside.withKept(notes, notesLimit) };
  return { fields: Object.fromEntries(Object.entries(kept).filter(([, value]) => value)), errors };
};

/** Reads a line of a customer file by the rules of {@link readPerson}. */
export const readCustomerLine = (
  columns: readonly ReadColumn[],
  cells: readonly string[],
  rules: ReadingRules,
): ReadLine => {
  const {
    values,
    read: texts,
    notes,
  } = sanitizeValues(
    columns.map(({ field }) => field),
    cells,
  );
  const fieldTexts: CustomerColumns = Object.fromEntries(columns.map(({ field }, at) => [field, texts[at] ?? '']));
  const spoken = fieldTexts.language ?? '';
  const words = columns.find(({ field }) => field === 'language')?.values ?? {};
  if (spoken) fieldTexts.language = words[wordKey(spoken)] ?? wordMeaning('language', spoken) ?? spoken;
  const aside = new SetAside();
  const label: Label = (field) => labelOf('customers', field);
  const created = isPlaceholder(fieldTexts.created_at ?? '') ? '' : (fieldTexts.created_at ?? '');
  const order = columns.find(({ field }) => field === 'created_at')?.day_order;
  const day = created ? importedDay(created, { order, century: latestCentury(rules.today) }) : undefined;
  const problem = created && createdProblem(day, rules.today);
  if (problem) aside.unread(label('created_at'), created, problem);
  const { fields, errors } = readPerson(fieldTexts, rules, aside, label);
  const { full_name, second_phone } = fieldTexts;
  const shownFields = { ...(full_name ? { full_name } : {}), ...(second_phone ? { second_phone } : {}) };
  const storedFields = { ...fields, ...shownFields, ...(day && !problem ? { created_at: day } : {}) };
  return {
    fields: storedFields,
    errors: [...new Set(errors)],
    notes: [...new Set([...notes, ...aside.notes])],
    values,
  };
};

/** Returns the fields of a customer record from those of a line. */
export const customerFieldsOf = (read: ReadLine['fields']): CustomerFields => ({
  ...blank,
  ...Object.fromEntries(customerFieldNames.flatMap((field) => (read[field] ? [[field, read[field]]] : []))),
});
