import { changeOfCase, type SentCase } from '#domain/cases/case-change.ts';
import type { PersonOfCase } from '#domain/cases/case-likeness.ts';
import { CaseNumberOverride } from '#domain/cases/case-number.ts';
import { caseStatuses } from '#domain/cases/case-status.ts';
import type { CustomerFields } from '#domain/customers/customer.schema.ts';
import { relationships } from '#domain/reference-data/relationships.ts';
import { serviceTypes } from '#domain/reference-data/service-types.ts';
import type { CalendarDate } from '#domain/values/calendar-date.ts';
import { personName } from '#domain/values/person-name.ts';
import { postalCode } from '#domain/values/zip.ts';
import type { ColumnName } from './column-names.ts';
import { customerFieldsOf, readCustomerLine } from './customer-lines.ts';
import { createdFaults, importedDay, leftOut, type ReadLine, shownValues, stateOf } from './line-values.ts';

type CaseStatus = (typeof caseStatuses)[number];

interface CaseReadingRules {
  /** The latest day that it can be. */
  today: string;
  territories: boolean;
  /** The homes of the organization, and that of whoever brings the file. */
  homes: readonly { id: string; name: string; slug: string }[];
  homeId: string;
}

const folded = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** What other systems call a status. A case without one is over: that is what most of a file of years are. */
const statusWords: Record<CaseStatus, readonly string[]> = {
  draft: ['draft', 'pending', 'new', 'inquiry'],
  active: ['active', 'open', 'inprogress', 'atneed', 'current', 'scheduled'],
  completed: ['completed', 'complete', 'closed', 'done', 'finished', 'archived', 'final', ''],
  cancelled: ['cancelled', 'canceled', 'void', 'voided', 'withdrawn', 'released'],
};

const serviceWords: Readonly<Record<string, string>> = {
  burial: 'traditional',
  funeral: 'traditional',
  traditionalburial: 'traditional',
  immediateburial: 'direct_burial',
  immediatecremation: 'direct_cremation',
  memorialservice: 'memorial',
};

const relationWords: Readonly<Record<string, string>> = {
  ...{ wife: 'spouse', husband: 'spouse', widow: 'spouse', widower: 'spouse', partner: 'spouse' },
  ...{ mother: 'parent', father: 'parent', brother: 'sibling', sister: 'sibling' },
  ...{ niece: 'niece_nephew', nephew: 'niece_nephew', aunt: 'aunt_uncle', uncle: 'aunt_uncle' },
  ...{ grandson: 'grandchild', granddaughter: 'grandchild', grandmother: 'grandparent', grandfather: 'grandparent' },
  ...{ child: 'child', guardian: 'guardian', poa: 'power_of_attorney', attorney: 'legal_representative' },
};

type Option = { readonly value: string; readonly label: string };
/** The value of a choice by its value, its label, or another word for it. */
const chosen = (options: readonly Option[], words: Readonly<Record<string, string>>, text: string) =>
  options.find(({ value, label }) => [folded(value), folded(label)].includes(folded(text)))?.value ??
  words[folded(text)];

const genderOf = (text: string): string | undefined =>
  ({ m: 'male', male: 'male', f: 'female', female: 'female', u: 'unknown', unknown: 'unknown' })[folded(text)];

const homeOf = (text: string, { homes }: CaseReadingRules): string | undefined =>
  homes.find(({ id, name, slug }) => id === text || [name, slug].map(folded).includes(folded(text)))?.id;

/** How the values of some columns are read; undefined where they say nothing that is known. */
const readers: Partial<Record<ColumnName, (text: string, rules: CaseReadingRules) => string | undefined>> = {
  status: (text) => caseStatuses.find((status) => statusWords[status].includes(folded(text))),
  funeral_home: homeOf,
  gender: genderOf,
  date_of_birth: importedDay,
  date_of_death: importedDay,
  service_date: importedDay,
  created_at: importedDay,
  state_of_death: stateOf,
  service_type: (text) => chosen(serviceTypes, serviceWords, text),
  // What somebody is to the deceased is told in very many words.
  kin_relationship: (text) => chosen(relationships, relationWords, text) ?? 'other',
};

const unread: Partial<Record<ColumnName, (text: string) => string>> = {
  status: (text) => `The status “${text}” is none of draft, active, completed or cancelled`,
  funeral_home: (text) => `No funeral home of the organization is called “${text}”`,
  gender: (text) => `The gender “${text}” is none of male, female or unknown`,
  date_of_birth: () => 'The date of birth is not a day such as 1934-03-04 or 3/4/1934',
  date_of_death: () => 'The date of death is not a day such as 2019-03-04 or 3/4/2019',
  service_date: () => 'The service date is not a day such as 2019-03-04 or 3/4/2019',
  service_type: (text) => `The service type “${text}” is not known`,
};

/** What is left out where it says nothing that is known, with what is said of it. */
const unheld: Partial<Record<ColumnName, (text: string) => string>> = {
  state_of_death: (text) => leftOut('state of death', text, 'US state'),
};

type Fields = ReadLine['fields'];

/** The next of kin of a line as fields of a customer; undefined where it names none. */
const kinIn = (fields: Fields): Fields | undefined => {
  const kin = Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      name.startsWith('kin_') && name !== 'kin_relationship' ? [[name.slice('kin_'.length), value]] : [],
    ),
  );
  return Object.values(kin).some(Boolean) ? kin : undefined;
};

/** The next of kin as somebody who becomes a customer: who has a first and a last name. */
export const kinOfLine = (fields: Fields): CustomerFields | undefined => {
  const kin = kinIn(fields);
  return kin?.first_name && kin.last_name ? customerFieldsOf(kin) : undefined;
};

const sentOf = (fields: Fields): SentCase => {
  const { case_number: _number, status: _status, funeral_home: _home, created_at: _created, ...own } = fields;
  const flat = Object.fromEntries(Object.entries(own).filter(([name]) => !name.startsWith('kin_')));
  const kin = kinIn(fields);
  const { address: address_street, ...rest } = kin ?? {};
  const entry = {
    ...rest,
    ...(address_street ? { address_street } : {}),
    relationship: fields.kin_relationship ?? 'other',
  };
  return kin ? { ...flat, next_of_kins: [entry] } : flat;
};

const oneLetterName = personName('Name', { minLength: 1 });

/**
 * Whether a field is at fault for what files may bring as reports do: a name of one letter, and the postal code of a
 * next of kin abroad (docs/decisions/0037).
 */
const isTakenAsItStands = (name: string, fields: Fields): boolean => {
  const column = name.replace('next_of_kins.0.', 'kin_') as ColumnName;
  if (column === 'kin_zip_code') return !fields.kin_state && postalCode.safeParse(fields.kin_zip_code).success;
  return /^(deceased|kin)_(first|last)_name$/.test(column) && oneLetterName.safeParse(fields[column]).success;
};

/** What a line says of a case, section by section, and what is wrong with it. */
export const sectionsOfLine = (
  fields: Fields,
  today: string,
): { sections: Record<string, Record<string, unknown>>; faults: string[] } => {
  const { sections, faults } = changeOfCase({}, sentOf(fields), { today, stage: 'draft' });
  return {
    sections: Object.fromEntries([...sections].map(([id, { values }]) => [id, values])),
    faults: Object.entries(faults).flatMap(([name, messages]) => (isTakenAsItStands(name, fields) ? [] : messages)),
  };
};

/** Whom a line is about, to be compared with cases that are here. */
export const personOfLine = (fields: Fields): PersonOfCase => ({
  first_name: fields.deceased_first_name ?? '',
  last_name: fields.deceased_last_name ?? '',
  date_of_birth: fields.date_of_birth ?? '',
  date_of_death: fields.date_of_death ?? '',
});

/** Whether a line names a day, from `from` on, of a service or of a death with its deadlines: calendars show those. */
export const hasDayFrom = ({ service_date = '', date_of_death = '' }: Fields, from: CalendarDate): boolean =>
  service_date >= from || date_of_death >= from;

const numberFaults = (number: string): string[] => {
  if (!number) return ['The case number is required'];
  return CaseNumberOverride.safeParse(number).error?.issues.map(({ message }) => message) ?? [];
};

/**
 * What a line of a file of cases says, and why it cannot be kept: a number and the last name of the deceased are asked for;
 * everything else may be missing, and is judged by the rules of a draft where it stands there.
 */
export const readCaseLine = (
  columns: readonly ColumnName[],
  given: readonly string[],
  rules: CaseReadingRules,
): ReadLine => {
  const { values, faults } = shownValues(columns, given);
  const notes: string[] = [];
  const said: Fields = {};
  for (const [at, column] of columns.entries()) {
    const text = (values[at] ?? '').trim();
    if (!text) continue;
    const read = readers[column] ? readers[column](text, rules) : text;
    if (read) said[column] = read;
    else if (unread[column]) faults.push(unread[column](text));
    else if (unheld[column]) notes.push(unheld[column](text));
    if (column === 'created_at') faults.push(...createdFaults(read, rules.today));
  }
  faults.push(...numberFaults(said.case_number ?? ''));
  if (!said.deceased_last_name) faults.push('The last name of the deceased is required');
  const kin = readKin(said, rules);
  const fields = withKinPlace(said, kin.fields);
  faults.push(...kin.faults, ...sectionsOfLine(fields, rules.today).faults);
  const read = { status: 'completed', funeral_home: rules.homeId, ...fields };
  return { fields: read, faults: [...new Set(faults)], notes: [...notes, ...kin.notes], values };
};

/** The next of kin as a customer is read. One who lacks a name stays in the case alone, and becomes no customer. */
const readKin = (said: Fields, rules: CaseReadingRules): ReadLine => {
  const kin = kinIn(said) ?? {};
  const columns = Object.keys(kin) as ColumnName[];
  const read = readCustomerLine(
    columns,
    columns.map((column) => kin[column] ?? ''),
    rules,
  );
  return { ...read, faults: read.faults.filter((fault) => !/^(First|Last) name is required$/.test(fault)) };
};

/** What a line says, with the state and the postal code of the next of kin as they were read. */
const withKinPlace = (said: Fields, { state, zip_code }: Fields): Fields => {
  const { kin_state: _state, kin_zip_code: _zip, ...others } = said;
  return { ...others, ...(state ? { kin_state: state } : {}), ...(zip_code ? { kin_zip_code: zip_code } : {}) };
};
