import { type CaseInput, computeCaseChange } from '#domain/cases/case-change.ts';
import { CaseNumberOverride } from '#domain/cases/case-number.ts';
import type { PersonOfCase } from '#domain/cases/case-validation.ts';
import { findCaseField } from '#domain/cases/sections/case-sections.ts';
import type { CustomerFields } from '#domain/customers/customer.schema.ts';
import { postalCode } from '#domain/shared/values/address.ts';
import { type CalendarDate, endOfNextYear } from '#domain/shared/values/calendar-date.ts';
import { formatMoney, parseMoney } from '#domain/shared/values/money.ts';
import { fullName, personName } from '#domain/shared/values/person-name.ts';
import { type ColumnName, type CustomerColumn, labelOf } from './column-labels.ts';
import {
  birthCentury,
  hasWords,
  type ImportHome,
  importedDay,
  importedTime,
  isPlaceholder,
  isPlausibleBirth,
  latestCentury,
  wordKey,
  wordMeaning,
} from './column-values.ts';
import {
  customerFieldsOf,
  importedName,
  importedWholeName,
  type ReadColumn,
  readPerson,
  withSuffix,
} from './customer-lines.ts';
import {
  createdProblem,
  importedAmount,
  noDay,
  noState,
  type ReadLine,
  SetAside,
  sanitizeValues,
  stateOf,
  withDisposition,
  zipOf,
} from './sanitize-line.ts';

interface CaseReadingRules {
  today: string;
  /** Today at a home, for validating dates of its cases. */
  todayAt: (homeId: string) => CalendarDate;
  territories: boolean;
  /** `own` is the home of the user who imports. */
  homes: readonly ImportHome[];
  homeId: string;
}

type Fields = ReadLine['fields'];

/** Columns that other fields or the notes are made of; a line stores them only for display. */
const shownAlone: readonly ColumnName[] = [
  'deceased_name',
  'spouse_name',
  'spouse_suffix',
  'kin_name',
  'kin_second_phone',
  'contract_total',
  'total_paid',
  'balance',
  'ssn',
];
const amounts: readonly ColumnName[] = ['contract_total', 'total_paid', 'balance'];
const states: readonly ColumnName[] = ['state_of_death', 'home_address_state', 'cemetery_address_state'];
const isName = (field: ColumnName): boolean =>
  /^(?:deceased_(?:first|middle|last)_name|spouse_(?!suffix).*)$/.test(field) || field === 'deceased_name';

const label = (field: string): string => labelOf('cases', field as ColumnName);

/** Returns the next of kin's fields by their names in cases and customers; undefined if none is set. */
const kinIn = (fields: Fields): Fields | undefined => {
  const nextOfKin = Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      name.startsWith('kin_') && name !== 'kin_relationship' && !shownAlone.includes(name as ColumnName)
        ? [[name.slice('kin_'.length), value]]
        : [],
    ),
  );
  return Object.values(nextOfKin).some(Boolean) ? nextOfKin : undefined;
};

/** Returns the next of kin as a customer; undefined without a first and a last name. */
export const kinOfLine = (fields: Fields): CustomerFields | undefined => {
  const nextOfKin = kinIn(fields);
  return nextOfKin?.first_name && nextOfKin.last_name ? customerFieldsOf(nextOfKin) : undefined;
};

const sentOf = (fields: Fields): CaseInput => {
  const { case_number: _number, status: _status, funeral_home: _home, created_at: _created, ...caseFields } = fields;
  const flat = Object.fromEntries(
    Object.entries(caseFields).filter(([name]) => !name.startsWith('kin_') && !shownAlone.includes(name as ColumnName)),
  );
  const nextOfKin = kinIn(fields);
  const { address: address_street, ...rest } = nextOfKin ?? {};
  const entry = {
    ...rest,
    ...(address_street ? { address_street } : {}),
    relationship: fields.kin_relationship ?? 'other',
  };
  return nextOfKin ? { ...flat, next_of_kins: [entry] } : flat;
};

const oneLetterName = personName('Name', { minLength: 1 });

const columnOf = (name: string): ColumnName =>
  name.replace('next_of_kins.0.', 'kin_').replace('address_street', 'address') as ColumnName;

/** Names of one letter, and postal codes of a next of kin abroad, are accepted (docs/spec-interpretations.md). */
const isImportedUnchanged = (column: ColumnName, fields: Fields): boolean => {
  if (column === 'kin_zip_code') return !fields.kin_state && postalCode.safeParse(fields.kin_zip_code).success;
  return /^(deceased|kin)_(first|last)_name$/.test(column) && oneLetterName.safeParse(fields[column]).success;
};

/** Returns a line's case sections, and the error messages by column. */
export const sectionsOfLine = (
  fields: Fields,
  today: string,
): { sections: Record<string, Record<string, unknown>>; errors: Partial<Record<ColumnName, string>> } => {
  const { sections, errors } = computeCaseChange({}, sentOf(fields), { today, stage: 'draft' });
  return {
    sections: Object.fromEntries([...sections].map(([id, { values }]) => [id, values])),
    errors: Object.fromEntries(
      Object.entries(errors)
        .map(([name, [why = '']]) => [name.startsWith('next_of_kins') ? columnOf(name) : name, why] as const)
        .filter(([column]) => !isImportedUnchanged(column as ColumnName, fields)),
    ),
  };
};

/** Returns the deceased of a line, for duplicate checks. */
export const personOfLine = (fields: Fields): PersonOfCase => ({
  first_name: fields.deceased_first_name ?? '',
  last_name: fields.deceased_last_name ?? '',
  date_of_birth: fields.date_of_birth ?? '',
  date_of_death: fields.date_of_death ?? '',
});

/**
 * Returns whether calendars show a line's case on or after a day: only its service counts, as its deadlines do not
 * run.
 */
export const hasDateOnOrAfter = ({ service_date = '', status }: Fields, from: CalendarDate): boolean =>
  service_date >= from && status !== 'cancelled';

const numberErrors = (number: string): string[] => {
  if (!number) return ['The case number is required'];
  return CaseNumberOverride.safeParse(number).error?.issues.map(({ message }) => message) ?? [];
};

const whyUnread: Partial<Record<ColumnName, string>> = {
  status: 'it is not draft, active, completed or cancelled',
  funeral_home: 'no funeral home of the organization has this name',
  gender: 'it is not male, female, nonbinary or unknown',
};

interface Reading {
  columns: readonly ReadColumn[];
  texts: Fields;
  fields: Fields;
  aside: SetAside;
  kinAside: SetAside;
  rules: CaseReadingRules;
}

const noSpouse = /^(?:deceased|dec['’]?d|late|same|divorced|widow(?:ed|er)?|single|yes|no)\.?$/i;

const readWord = ({ fields, aside, kinAside, rules }: Reading, { field, values }: ReadColumn, text: string): void => {
  const knownValue = values?.[wordKey(text)];
  if (knownValue === '') return;
  const isHome =
    field === 'funeral_home' && knownValue !== undefined && !rules.homes.some(({ id }) => id === knownValue);
  const value = (isHome ? undefined : knownValue) ?? wordMeaning(field, text, rules.homes);
  if (value !== undefined) fields[field] = value;
  else if (isPlaceholder(text)) return;
  else if (field === 'kin_relationship') {
    fields[field] = 'other';
    kinAside.unread(label(field), text, 'it is not a relationship on our list');
  } else aside.unread(label(field), text, whyUnread[field] ?? 'its meaning is not known');
};

const readValue = (reading: Reading, column: ReadColumn, text: string): void => {
  const { fields, aside } = reading;
  const { field } = column;
  if (hasWords(field)) {
    readWord(reading, column, text);
    return;
  }
  if (isName(field)) {
    if (field.startsWith('spouse_') && noSpouse.test(text)) {
      aside.unread(label(field), text, 'it is not a name');
      return;
    }
    const { name, isShortened } = importedName(text);
    // A case whose last name is "unknown" is still a case.
    fields[field] = name || (field === 'deceased_last_name' && /\p{L}/u.test(text) ? text : '');
    // The readers of whole names say what they read.
    const isWhole = field === 'deceased_name' || field === 'spouse_name';
    if (name && isShortened && !isWhole) aside.shortened(label(field), text, name);
    return;
  }
  // A balance of 0.00 means paid.
  if (isPlaceholder(text) && !(amounts.includes(field) && /\d/.test(text))) return;
  if (field === 'ssn') {
    // Valid numbers are encrypted before the line is read.
    aside.notes.push(`${label(field)} is left out: it does not have nine digits`);
  } else if (amounts.includes(field)) {
    const cents = parseMoney(importedAmount(text));
    fields[field] = cents === null ? text : formatMoney(cents);
    aside.keep(label(field), fields[field]);
  } else if (states.includes(field)) {
    const state = stateOf(text);
    if (state) fields[field] = state;
    else aside.unread(label(field), text, noState);
  } else if (field === 'time_of_death' || field === 'service_time') {
    const time = importedTime(text, { isService: field === 'service_time', is24Hour: column.is_24_hour });
    if (time) fields[field] = time;
    else aside.unread(label(field), text, 'it is not a time such as 14:30 or 2:30 PM');
  } else fields[field] = field === 'home_address_zip' ? zipOf(text) : text;
};

/** The date of death comes first: it decides the century of the date of birth. */
const readDays = ({ columns, texts, fields, aside, rules }: Reading): void => {
  const order = (field: ColumnName) => columns.find((column) => column.field === field)?.day_order;
  const read = (field: ColumnName, century: Parameters<typeof importedDay>[1] = {}): CalendarDate | undefined =>
    importedDay(texts[field] ?? '', { order: order(field), ...century });
  const latest = { century: latestCentury(rules.today) };
  const died = read('date_of_death', latest);
  const born = read('date_of_birth', { century: birthCentury(died ?? rules.today) });
  const days = { date_of_death: died, date_of_birth: born, created_at: read('created_at', latest) };
  // Services can be in the future; the case form limits how far.
  const service_date = read('service_date', { century: latestCentury(endOfNextYear(rules.today)) });
  for (const [name, day] of Object.entries({ ...days, service_date })) {
    const field = name as ColumnName;
    const text = texts[field] ?? '';
    if (!text || isPlaceholder(text)) continue;
    const isTooOld = field === 'date_of_birth' && day && died && day <= died && !isPlausibleBirth(day, died);
    const problem = isTooOld
      ? 'it makes the person older than anyone has been'
      : day === undefined && read(field, { century: ([any]) => any })
        ? 'its year can be in two centuries'
        : field === 'created_at'
          ? createdProblem(day, rules.today)
          : day === undefined
            ? noDay
            : undefined;
    if (problem) aside.unread(label(field), text, problem);
    else fields[field] = day;
  }
};

const readDeceased = ({ texts, fields, aside }: Reading): void => {
  const { deceased_name: whole = '', deceased_last_name: last = '' } = texts;
  const of = (first: string, middle: string, family: string, suffix: string): void => {
    fields.deceased_first_name ||= first;
    fields.deceased_middle_name ||= middle;
    fields.deceased_last_name ||= family;
    fields.deceased_suffix ||= suffix;
  };
  if (last.includes(',')) {
    const { first, middle, last: family, suffix } = importedWholeName(last);
    if (suffix && !first && !middle) {
      fields.deceased_last_name = '';
      of('', '', family, suffix);
    }
  }
  if (!whole || fields.deceased_last_name) return;
  const { first, middle, last: family, suffix } = importedWholeName(whole);
  of(first, middle, family, suffix);
  if (importedName(whole).isShortened) aside.shortened(label('deceased_name'), whole, fullName(first, middle, family));
};

const readSpouse = ({ texts, fields, aside }: Reading): void => {
  const spouse = importedName(texts.spouse_name ?? '');
  if (!fields.spouse_name || fields.spouse_last_name) return;
  const { first, middle, last, suffix } = importedWholeName(texts.spouse_name ?? '');
  fields.spouse_first_name ||= first || last;
  fields.spouse_middle_name ||= middle;
  fields.spouse_last_name = fullName(first ? last : fields.deceased_last_name, suffix);
  const read = fullName(fields.spouse_first_name, middle, fields.spouse_last_name);
  if (spouse.isShortened) aside.shortened(label('spouse_name'), texts.spouse_name ?? '', read);
};

const readSpouseSuffix = ({ fields, aside }: Reading): void => {
  const { spouse_last_name: last = '', spouse_suffix: suffix = '' } = fields;
  fields.spouse_last_name = withSuffix(last, suffix, aside, label('spouse_suffix'));
};

/** Without a full name the next of kin is stored only in the case, and becomes no customer. */
const readKin = ({ texts, fields, kinAside, rules }: Reading): void => {
  const fieldTexts: Record<string, string> = {};
  for (const [name, text] of Object.entries(texts))
    if (name.startsWith('kin_') && name !== 'kin_relationship')
      fieldTexts[name === 'kin_name' ? 'full_name' : name.slice('kin_'.length)] = text;
  const kinLabel = (field: CustomerColumn): string => label(field === 'full_name' ? 'kin_name' : `kin_${field}`);
  const person = readPerson(fieldTexts, rules, kinAside, kinLabel);
  for (const [name, text] of Object.entries(person.fields)) fields[`kin_${name}` as ColumnName] = text;
};

/** Moves values that break a rule of cases to the notes, one after the other. */
const withoutErrors = ({ texts, aside, rules }: Reading, read: Fields): { fields: Fields; errors: string[] } => {
  const fields = { ...read };
  for (;;) {
    const today = rules.todayAt(fields.funeral_home ?? rules.homeId);
    const errors = Object.entries(sectionsOfLine(fields, today).errors) as [ColumnName, string][];
    const needed = errors.filter(([field]) => field === 'deceased_last_name');
    const optional = errors.filter(([field]) => fields[field]);
    if (needed.length > 0 || optional.length === 0) return { fields, errors: needed.map(([, why]) => why) };
    let spouseText = texts.spouse_name ?? '';
    for (const [field, why] of optional) {
      const hasNone = field.startsWith('spouse_') && / does not apply here$/.test(why);
      const reason = hasNone ? 'the marital status has no spouse' : why;
      if (!hasNone || texts[field]) aside.unread(label(field), texts[field] || (fields[field] ?? ''), reason);
      else if (spouseText) aside.unread(label('spouse_name'), spouseText, reason);
      if (hasNone && !texts[field]) spouseText = '';
      delete fields[field];
    }
  }
};

const notesLimit = findCaseField('director_notes')?.maxLength ?? 2000;

/**
 * Reads a line of a case file. Case number and last name are required; other invalid values move to the notes of the
 * director or the next of kin.
 */
export const readCaseLine = (
  columns: readonly ReadColumn[],
  cells: readonly string[],
  rules: CaseReadingRules,
): ReadLine => {
  const names = columns.map(({ field }) => field);
  const { values, read, notes } = sanitizeValues(names, cells);
  const texts: Fields = Object.fromEntries(names.map((field, at) => [field, read[at] ?? '']));
  const aside = new SetAside();
  const reading: Reading = { columns, texts, fields: {}, aside, kinAside: new SetAside(), rules };
  const days: readonly string[] = ['date_of_birth', 'date_of_death', 'service_date', 'created_at'];
  for (const column of columns) {
    const text = texts[column.field] ?? '';
    const isOfKin = column.field.startsWith('kin_') && column.field !== 'kin_relationship';
    if (text && !isOfKin && !days.includes(column.field)) readValue(reading, column, text);
  }
  readDays(reading);
  readDeceased(reading);
  readSpouse(reading);
  readSpouseSuffix(reading);
  readKin(reading);
  const { fields: fieldTexts } = reading;
  if (fieldTexts.military_branch && !fieldTexts.is_veteran) fieldTexts.is_veteran = 'yes';
  if (fieldTexts.spouse_last_name && !fieldTexts.marital_status && fieldTexts.kin_relationship === 'spouse')
    fieldTexts.marital_status = 'married';
  const settled = withDisposition(fieldTexts, texts, aside, label);
  const errors = numberErrors(settled.case_number ?? '');
  if (!settled.deceased_last_name) errors.push('The last name of the deceased is required');
  const { director_notes: notesOfFile = '', ...judged } = settled;
  const cleanReading = withoutErrors(reading, Object.fromEntries(Object.entries(judged).filter(([, value]) => value)));
  const director_notes = aside.withKept(notesOfFile, notesLimit);
  const fields = { status: 'completed', funeral_home: rules.homeId, ...cleanReading.fields };
  if (director_notes) fields.director_notes = director_notes;
  return {
    fields,
    errors: [...new Set([...errors, ...cleanReading.errors])],
    notes: [...new Set([...notes, ...aside.notes, ...reading.kinAside.notes])],
    values,
  };
};
