import { caseStatuses } from '#domain/cases/case-status.ts';
import { findCaseField } from '#domain/cases/sections/case-sections.ts';
import type { FieldOption } from '#domain/shared/forms/field.ts';
import { genders } from '#domain/shared/reference-data/demographics.ts';
import { relationships } from '#domain/shared/reference-data/relationships.ts';
import { serviceTypes } from '#domain/shared/reference-data/service-types.ts';
import { ageOn, type CalendarDate, isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { languageOptions } from '#domain/shared/values/language.ts';
import { monthInWord } from '#domain/shared/values/pasted-date.ts';
import { containsSsn } from '#domain/shared/values/ssn-in-text.ts';
import { capitalize } from '#domain/shared/values/text.ts';
import type { ColumnName } from './column-labels.ts';

const nothing =
  /^(?:n\.?\/?a\.?|none|null|nil|unk|unkn|unknown|n\/?k|not (?:known|given|available|applicable|provided|stated)|tb[acd]|unlisted|xxx+)$/i;

/**
 * Returns whether a text is empty in another system: “N/A”, “none”, an empty mask such as “(   )   -    ”, 00/00/0000.
 */
export const isPlaceholder = (text: string): boolean => {
  const trimmed = text.trim();
  return !/[\p{L}1-9]/u.test(trimmed) || nothing.test(trimmed);
};

const meaning = (words: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(words).flatMap(([value, list]) => list.split(' ').map((word) => [word, value])));

const dispositions = {
  burial: 'interment inground earthburial b bur inhumation',
  entombment: 'mausoleum crypt e ent entomb entombed entombmentinmausoleum',
  cremation: 'c cr crem cremated',
  donation: 'anatomicaldonation anatomicalgift bodydonation medicaldonation medicalschool donationtoscience',
  removal_from_state: 'removal shipout shipped outofstate removedfromstate outgoingship forwarding',
  alkaline_hydrolysis: 'aquamation watercremation hydrolysis',
  natural_organic_reduction: 'composting humancomposting nor',
};

/** Values as other systems write them: lower case, without spaces and signs. */
const knownWords: Partial<Record<ColumnName, Readonly<Record<string, string>>>> = {
  status: meaning({
    draft: 'pending new inquiry',
    active: 'open inprogress current scheduled',
    completed: 'complete closed done finished archived final',
    cancelled: 'canceled void voided withdrawn released',
  }),
  gender: meaning({ male: 'm man boy', female: 'f w woman girl', nonbinary: 'nb', unknown: 'u unk undetermined' }),
  marital_status: meaning({
    single: 's single nevermarried nm unmarried bachelor',
    married: 'm mar marr',
    divorced: 'd div divorcee',
    widowed: 'w wid widow widower widowd',
    separated: 'sep legallyseparated',
    domestic_partner: 'dp partner partnered civilunion civilpartner domesticpartnership registereddomesticpartner',
    unknown: 'u unk',
  }),
  is_veteran: meaning({ yes: 'y true 1 x vet veteran', no: 'n false 0 nonveteran' }),
  military_branch: meaning({
    army: 'usarmy ar usa',
    navy: 'usnavy usn',
    marines: 'marine usmarines usmarinecorps marinecorps usmc mc',
    air_force: 'airforce usairforce usaf airf af',
    coast_guard: 'coastguard uscoastguard uscg',
    space_force: 'spaceforce usspaceforce ussf',
    national_guard: 'armynationalguard airnationalguard ang arng guard',
    reserves: 'reserve armyreserve navyreserve armyreserves',
  }),
  service_type: {
    ...meaning({ ...dispositions, cremation: `${dispositions.cremation} cremationwithservice cws` }),
    ...meaning({
      traditional: 'trad tr funeral traditionalburial traditionalfuneral fullservice funeralservice fs',
      memorial: 'mem ms memorialonly celebrationoflife',
      graveside: 'gs grave gravesideonly gravesideburial committal',
      visitation: 'vis view viewing wake',
      direct_burial: 'db ib immediateburial imburial',
      direct_cremation: 'dc ic immediatecremation simplecremation dircrem directcrem',
    }),
  },
  disposition_method: meaning({ ...dispositions, cremation: `${dispositions.cremation} dc directcremation` }),
  // A partner or a former wife is not the spouse who signs first: these words become "other".
  language: meaning({ en: 'eng', es: 'spa sp espanol castellano' }),
  kin_relationship: meaning({
    child: 'child adultchild',
    spouse: 'wife husband widow widower wif wf hus husb hb',
    son: 'adoptedson',
    daughter: 'dau adopteddaughter',
    parent: 'mother father mom dad mum',
    sibling: 'brother sister bro sis twin twinbrother twinsister halfbrother halfsister',
    grandparent: 'grandmother grandfather',
    grandchild: 'grandson granddaughter gson gdau',
    aunt_uncle: 'aunt uncle',
    niece_nephew: 'niece nephew',
    in_law: 'sil dil mil fil bil soninlaw daughterinlaw motherinlaw fatherinlaw brotherinlaw sisterinlaw inlaws',
    step_relation: 'stepson stepdaughter stepchild stepmother stepfather stepparent stepbrother stepsister step',
    friend: 'frd frnd fd',
    other_family: 'family relative otherrelative',
    caregiver: 'caretaker',
    legal_representative: 'attorney lawyer solicitor guardian conservator legalguardian publicadministrator',
    executor: 'executrix personalrepresentative',
    power_of_attorney: 'poa dpoa',
  }),
};

/** Whether 3/4/2019 is March 4 or April 3. */
export const dayOrders = ['month_first', 'day_first'] as const;
export type DayOrder = (typeof dayOrders)[number];

export interface ImportHome {
  id: string;
  name: string;
  slug?: string;
}

/** Returns a word in the form in which meanings are looked up: lower case, single spaces. */
export const wordKey = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

const optionsNamed = (field: string): readonly FieldOption[] => findCaseField(field)?.options ?? [];
const dispositionOptions = optionsNamed('disposition_method');

const fixedOptions: Partial<Record<ColumnName, readonly FieldOption[]>> = {
  status: caseStatuses.map((value) => ({ value, label: capitalize(value) })),
  gender: genders,
  marital_status: optionsNamed('marital_status'),
  is_veteran: optionsNamed('is_veteran'),
  military_branch: optionsNamed('military_branch'),
  // Other systems use one column for the service and the disposition.
  service_type: [
    ...serviceTypes,
    ...dispositionOptions
      .filter(({ value }) => !serviceTypes.some((type) => type.value === value))
      .map(({ value, label }) => ({ value, label: `${label} (disposition)` })),
  ],
  disposition_method: dispositionOptions,
  language: languageOptions,
  // A file may not say whether it is a son or a daughter; the case form asks.
  kin_relationship: [...relationships, { value: 'child', label: 'Child' }],
};

/** Returns the values that a column accepts; none for free text, numbers and dates. */
export const optionsOf = (field: ColumnName, homes: readonly ImportHome[] = []): readonly FieldOption[] =>
  field === 'funeral_home' ? homes.map(({ id, name }) => ({ value: id, label: name })) : (fixedOptions[field] ?? []);

/** Returns whether the words of a column can be mapped: those of a fixed list, and names of branches. */
export const hasWords = (field: ColumnName): boolean => field === 'funeral_home' || field in fixedOptions;

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** Returns the known meaning of a word; undefined if unknown. */
export const wordMeaning = (field: ColumnName, word: string, homes: readonly ImportHome[] = []): string | undefined => {
  const key = folded(word);
  if (!key) return undefined;
  if (field === 'funeral_home')
    return homes.find(({ id, name, slug }) => id === word.trim() || [name, slug ?? ''].map(folded).includes(key))?.id;
  return (
    optionsOf(field).find(({ value, label }) => [value, label].map(folded).includes(key))?.value ??
    knownWords[field]?.[key]
  );
};

export interface FileWord {
  word: string;
  count: number;
  value: string | undefined;
}

/** Returns the words of a column with a fixed list, the most frequent first, without Social Security numbers. */
export const wordsToMap = (
  field: ColumnName,
  values: readonly string[],
  homes: readonly ImportHome[] = [],
): FileWord[] => {
  if (!hasWords(field)) return [];
  const words = new Map<string, FileWord>();
  for (const text of values) {
    const value = wordMeaning(field, text, homes);
    if (value === undefined && (isPlaceholder(text) || containsSsn(text))) continue;
    const fileWord = words.get(wordKey(text));
    if (fileWord) fileWord.count++;
    else words.set(wordKey(text), { word: text.trim(), count: 1, value });
  }
  return [...words.values()].toSorted((a, b) => b.count - a.count);
};

/** Returns the order that a numeric day such as 3/4/2019 shows, and whether it can be read in both. */
export const orderedDay = (text: string): { order?: DayOrder; isOpen: boolean } | undefined => {
  const [, first = '', second = ''] = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}\b/.exec(text) ?? [];
  const [a, b] = [Number(first), Number(second)];
  if (a < 1 || b < 1 || Math.max(a, b) > 31 || Math.min(a, b) > 12) return undefined;
  if (a > 12) return { order: 'day_first', isOpen: false };
  return b > 12 ? { order: 'month_first', isOpen: false } : { isOpen: a !== b };
};

/** Returns the order that a column's unambiguous days show (25/12/1934 is day first); unclear if they contradict. */
export const dayOrderOf = (values: readonly string[]): DayOrder | 'unclear' => {
  const [order, ...others] = new Set(values.flatMap((text) => orderedDay(text)?.order ?? []));
  return order && others.length === 0 ? order : 'unclear';
};

/** Resolves two-digit or empty (1900) years: no one in a file of the last century is older. */
const oldestAge = 115;

interface DayParts {
  year: string;
  month: string;
  day: string;
}

/** Spreadsheets and databases append a time. */
const timeBehind = '(?:,?[T\\s].*)?';
const patterns: readonly [RegExp, (parts: readonly string[], order: DayOrder) => DayParts][] = [
  [
    new RegExp(`^(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})${timeBehind}$`),
    ([year = '', month = '', day = '']) => ({ year, month, day }),
  ],
  [/^(\d{4})(\d{2})(\d{2})$/, ([year = '', month = '', day = '']) => ({ year, month, day })],
  [
    new RegExp(`^(\\d{1,2})[-/.](\\d{1,2})[-/.](\\d{4}|\\d{2})${timeBehind}$`),
    ([first = '', second = '', year = ''], order) =>
      order === 'day_first' ? { year, month: second, day: first } : { year, month: first, day: second },
  ],
  [
    new RegExp(
      `^(\\d{1,2})(?:st|nd|rd|th)?[-\\s.]*(?:de )?([a-z]{3,10})[-\\s.,]*(?:del? )?(\\d{4}|\\d{2})${timeBehind}$`,
      'i',
    ),
    ([day = '', month = '', year = '']) => ({ year, month: monthInWord(month), day }),
  ],
  [
    new RegExp(`^([a-z]{3,9})[-\\s.]*(\\d{1,2})(?:st|nd|rd|th)?(?:[-\\s,]+)(\\d{4}|\\d{2})${timeBehind}$`, 'i'),
    ([month = '', day = '', year = '']) => ({ year, month: monthInWord(month), day }),
  ],
];
const weekday = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?[,.]?\s+/i;

/** Picks a day from those that a two-digit year can mean, latest first; undefined if unclear. */
type Century = (days: readonly CalendarDate[]) => CalendarDate | undefined;

/** Returns the day of a text, with a month in digits, English or Spanish. `century` reads a two-digit year. */
export const importedDay = (
  text: string,
  { order = 'month_first', century = () => undefined }: { order?: DayOrder | undefined; century?: Century } = {},
): CalendarDate | undefined => {
  const plain = text.trim().replace(weekday, '');
  for (const [pattern, partsOf] of patterns) {
    const match = pattern.exec(plain);
    if (!match) continue;
    const { year, month, day } = partsOf(match.slice(1), order);
    const inYear = (whole: string): CalendarDate => `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    if (year.length === 4) return isCalendarDate(inYear(year)) ? inYear(year) : undefined;
    return century(['20', '19', '18'].map((first) => inYear(`${first}${year}`)).filter(isCalendarDate));
  }
  return undefined;
};

/** Reads a two-digit year as the latest one not after `latest`: 22 is 2022, and 95 is 1995. */
export const latestCentury =
  (latest: CalendarDate): Century =>
  (days) =>
    days.find((day) => day <= latest);

/** Returns whether a person born on a day can have died, or be alive, on another. */
export const isPlausibleBirth = (born: CalendarDate, until: CalendarDate): boolean =>
  born <= until && ageOn(born, until) <= oldestAge;

/** Reads a birth's two-digit year if only one century is possible: of a person who died in 2021, 15 is unclear. */
export const birthCentury =
  (until: CalendarDate): Century =>
  (days) => {
    const [only, ...others] = days.filter((day) => isPlausibleBirth(day, until));
    return others.length === 0 ? only : undefined;
  };

// 14:30 or 00:15, but not the year of a date: “3/4/2019 10:15”, “March 4, 2019 10:15”.
const of24Hours = /(?<![\d:./-])(?:00|1[3-9]|2[0-3])[:.]?[0-5]\d(?![\d/-]| +\d{1,2}:\d)/;

/** Returns whether a column of times uses a 24-hour clock. */
export const has24HourClock = (values: readonly string[]): boolean => values.some((text) => of24Hours.test(text));

/**
 * Returns the time of a text as HH:MM if it has one meaning: with AM or PM, 14:30, 0430, or 7:30 to 12:59 for a
 * service.
 */
export const importedTime = (
  text: string,
  { isService = false, is24Hour = false }: { isService?: boolean; is24Hour?: boolean } = {},
): string | undefined => {
  if (/^(?:12 ?)?noon$/i.test(text.trim())) return '12:00';
  const match =
    /^(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}[T\s]+)?(\d{1,2})(?:([:.]?)([0-5]\d))?(?::[0-5]\d(?:\.\d+)?)?\s*([ap])?\.?\s*(m)?\.?$/i.exec(
      text.trim(),
    );
  if (!match) return undefined;
  const [, hours = '', separator, minutes = '', half = ''] = match;
  if (!minutes && !half) return undefined;
  const hour = Number(hours);
  if (half) {
    if (hour < 1 || hour > 12) return undefined;
    const inDay = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
    return `${String(inDay).padStart(2, '0')}:${minutes || '00'}`;
  }
  if (hour > 23) return undefined;
  const isWritten24 = hours.length === 2 && (is24Hour || separator === '');
  const isPlain = hour > 12 || isWritten24 || (isService ? hour >= 7 : hours === '00');
  return isPlain ? `${hours.padStart(2, '0')}:${minutes}` : undefined;
};
