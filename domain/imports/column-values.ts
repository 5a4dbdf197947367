import { caseStatuses } from '#domain/cases/case-status.ts';
import { findCaseField } from '#domain/cases/sections/case-sections.ts';
import type { FieldOption } from '#domain/shared/forms/field.ts';
import { genders } from '#domain/shared/reference-data/demographics.ts';
import { relationships } from '#domain/shared/reference-data/relationships.ts';
import { serviceTypes } from '#domain/shared/reference-data/service-types.ts';
import { languageOptions } from '#domain/shared/values/language.ts';
import type { ColumnName } from './column-names.ts';
import { knownWords } from './known-words.ts';
import { isPlaceholder } from './placeholders.ts';

/** Whether the days of a column are written 3/4/2019 for March 4 or for April 3. */
export const dayOrders = ['month_first', 'day_first'] as const;
export type DayOrder = (typeof dayOrders)[number];

/** A home of the organization, as a column of branches may name it. */
export interface ImportHome {
  id: string;
  name: string;
  slug?: string;
}

/** A word as the meanings of a column are looked up: in small letters, trimmed, with single spaces. */
export const wordKey = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

const optionsNamed = (field: string): readonly FieldOption[] => findCaseField(field)?.options ?? [];
const dispositionOptions = optionsNamed('disposition_method');

const sentenced = (value: string): string => value[0]?.toUpperCase() + value.slice(1);

const fixedOptions: Partial<Record<ColumnName, readonly FieldOption[]>> = {
  status: caseStatuses.map((value) => ({ value, label: sentenced(value) })),
  gender: genders,
  marital_status: optionsNamed('marital_status'),
  is_veteran: optionsNamed('is_veteran'),
  military_branch: optionsNamed('military_branch'),
  // Other systems have one column for the service and for what happens to the remains.
  service_type: [
    ...serviceTypes,
    ...dispositionOptions
      .filter(({ value }) => !serviceTypes.some((type) => type.value === value))
      .map(({ value, label }) => ({ value, label: `${label} (disposition)` })),
  ],
  disposition_method: dispositionOptions,
  language: languageOptions,
  // A file may not say which; the case form asks for it.
  kin_relationship: [...relationships, { value: 'child', label: 'Child' }],
};

/** The values that a column can hold, with their labels; none for a column that holds free text, numbers or days. */
export const optionsOf = (field: ColumnName, homes: readonly ImportHome[] = []): readonly FieldOption[] =>
  field === 'funeral_home' ? homes.map(({ id, name }) => ({ value: id, label: name })) : (fixedOptions[field] ?? []);

/** Whether the words of a column may be given a meaning: those of a fixed list, and the names of branches. */
export const hasWords = (field: ColumnName): boolean => field === 'funeral_home' || field in fixedOptions;

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** What the product reads in a word of a column without being told; undefined for a word that it does not know. */
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

/** A word that stands in a column, how often, and what the product reads in it by itself. */
export interface FileWord {
  word: string;
  count: number;
  /** Undefined for a word that it does not know. */
  value: string | undefined;
}

/** The words of a column with a fixed list, the most frequent first; placeholders such as “N/A” are none. */
export const wordsToMap = (
  field: ColumnName,
  values: readonly string[],
  homes: readonly ImportHome[] = [],
): FileWord[] => {
  if (!hasWords(field)) return [];
  const words = new Map<string, FileWord>();
  for (const text of values) {
    const value = wordMeaning(field, text, homes);
    if (value === undefined && isPlaceholder(text)) continue;
    const found = words.get(wordKey(text));
    if (found) found.count++;
    else words.set(wordKey(text), { word: text.trim(), count: 1, value });
  }
  return [...words.values()].toSorted((a, b) => b.count - a.count);
};

/** A day written in numbers, such as 3/4/2019: the order that it shows, or that it can be read in both. */
export const orderedDay = (text: string): { order?: DayOrder; isOpen: boolean } | undefined => {
  const [, first = '', second = ''] = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}\b/.exec(text) ?? [];
  const [a, b] = [Number(first), Number(second)];
  if (a < 1 || b < 1 || Math.max(a, b) > 31 || Math.min(a, b) > 12) return undefined;
  if (a > 12) return { order: 'day_first', isOpen: false };
  return b > 12 ? { order: 'month_first', isOpen: false } : { isOpen: a !== b };
};

/**
 * How the days of a column are written, by those that can be read in one way alone (25/12/1934 is day first); unclear
 * where none is plain, or where they contradict each other.
 */
export const dayOrderOf = (values: readonly string[]): DayOrder | 'unclear' => {
  const [order, ...others] = new Set(values.flatMap((text) => orderedDay(text)?.order ?? []));
  return order && others.length === 0 ? order : 'unclear';
};
