import fc from 'fast-check';
import { caseSections } from '#domain/cases/sections/case-sections.ts';
import type { CaseField } from '#domain/cases/sections/section-definitions.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { toDecimal } from '#domain/shared/values/money.ts';

/** Names with letters that the fonts of a paper must have. */
const words = [
  'Nguyễn',
  'Thị',
  'Phương',
  'Thảo',
  'Trần',
  'Đức',
  'Hiệp',
  'Zdzisław',
  'Żółkiewski-Śmigły',
  'Łucja',
  'Ćwiąkała',
  'María',
  'José',
  'Núñez',
  'de',
  'la',
  'Peña',
  'O’Brien',
  'efficient',
  'office',
  'Smith & Sons',
  '“quoted”',
];
const phrase = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }).map((some) => some.join(' '));
const two = (most: number) => fc.integer({ min: 1, max: most }).map((number) => String(number).padStart(2, '0'));
const day = fc.tuple(two(12), two(28)).map(([month, date]) => `2026-${month}-${date}`);
const time = fc.tuple(two(23), two(59)).map((both) => both.join(':'));
export const randomCents = fc.integer({ min: 0, max: 900_000 });

const answer = ({ kind, options }: Pick<CaseField, 'kind' | 'options'>): fc.Arbitrary<unknown> => {
  if (kind === 'date') return day;
  if (kind === 'time') return time;
  if (kind === 'datetime') return fc.tuple(day, time).map(([date, clock]) => `${date}T${clock}`);
  if (kind === 'money') return randomCents.map(toDecimal);
  if (kind === 'integer' || kind === 'percent') return fc.integer({ min: 0, max: 99 }).map(String);
  if (kind === 'checkbox') return fc.boolean();
  if (options?.length) return fc.constantFrom(...options.map(({ value }) => value));
  if (kind === 'text' || kind === 'textarea') return phrase;
  return fc.constant('');
};

const answers = (fields: readonly CaseField[]): fc.Arbitrary<Values> =>
  fc.record(
    Object.fromEntries(
      fields
        .filter(({ kind, secured, alsoNamed }) => kind !== 'entries' && !secured && !alsoNamed)
        .map((field) => [field.name, answer(field)]),
    ),
    { requiredKeys: [] },
  );

/** Answers need not fit together, because a paper prints whatever is recorded. */
export const randomSections: fc.Arbitrary<Record<string, Values>> = fc.record(
  Object.fromEntries(caseSections.map(({ id, fields }) => [id, answers(fields)])),
);
