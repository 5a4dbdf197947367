import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caseRules } from '#domain/cases/case-validation.ts';
import { caseSections } from '#domain/cases/sections/case-sections.ts';
import { hostileText, wrongType } from '#tests/support/calls/hostile.ts';
import { canonicalizeFields, canonicalPatterns, canonicalValue, canonicalValues, submittedValue } from './canonical.ts';
import { missingIn } from './completeness.ts';
import type { FormField } from './field.ts';
import { isShown } from './rules.ts';
import { contract, exampleFields, exampleRules, wish } from './testing/example-form.ts';
import { validateFields } from './validate.ts';

const fieldOf = (name: string): FormField => {
  const field = exampleFields.find((candidate) => candidate.name === name);
  if (!field) throw new Error(`no field ${name}`);
  return field;
};

/** Anything a browser, another client or an attacker may send, mostly valid. */
const sentFor = ({ options, kind }: FormField): fc.Arbitrary<unknown> => {
  const plausible: Record<string, readonly unknown[]> = {
    money: ['1250', '$1,250.5', 1250, -1, '0'],
    integer: ['7', 7, 1.5],
    percent: ['12.5', 100, 101],
    date: ['2025-03-04', ' 2025-03-04 ', '2025-02-30'],
    time: ['09:30:10', '9:30'],
    datetime: ['2025-03-04 14:05:30', '2025-03-04T14:05:00+02:00', '2025-03-04'],
    phone: ['(904) 555-0100', '1 904 555 0100', '555'],
    zip: ['32084', 'K1A 0B1'],
    ssn: ['987654320', 'XXX-XX-4320'],
    checkbox: [true, false],
    multiselect: [['attic', 'attic'], [], ['nonsense']],
    entries: [[{ name: ' Ann  Lee ', phone: '904.555.0100', extra: 1 }, {}], [{ telephone: '9045550100' }], 'x'],
    reference: ['0190A000-0000-7000-8000-000000000000', 'nobody'],
  };
  const known = [...(plausible[kind] ?? []), ...(options ?? []).map(({ value }) => value), 'yes', true, '', ' ', null];
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, hostileText, wrongType);
};

const sentTo = (fields: readonly FormField[]): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(Object.fromEntries(fields.map((field) => [field.name, sentFor(field)])), { requiredKeys: [] });

describe('canonicalValues', () => {
  it.each([
    ['tenant', '  Ann   Lee ', 'Ann Lee'],
    ['ownership', 'Rented', 'rented'],
    ['rent', '$1,250.5', '1250.50'],
    ['deposit', '12.5', 12.5],
    ['rooms', ' 4 ', 4],
    ['pet', 'yes', true],
    ['rooms_wanted', ['attic', 'attic'], ['attic']],
    ['phone', '(904) 555-0100', '9045550100'],
    ['email', ' Ann@Example.com', 'ann@example.com'],
    ['since', ' 2025-03-04 ', '2025-03-04'],
    ['viewing', '09:30:10', '09:30'],
    ['signed_at', '2025-03-04 14:05:30', '2025-03-04T14:05'],
    ['signed_at', '2025-03-04T14:05:00+02:00', '2025-03-04T12:05:00.000Z'],
    ['ssn', '987654320', '987-65-4320'],
    ['country', 'us', 'USA'],
    ['agent', '0190A000-0000-7000-8000-000000000000', '0190a000-0000-7000-8000-000000000000'],
    [
      'lodgers',
      [{ name: ' Bo  Li ', telephone: '904.555.0100', strange: 1 }, {}],
      [{ name: 'Bo Li', phone: '9045550100' }],
    ],
  ])('converts %s %j to %j', (name, sent, kept) => {
    expect(canonicalValue(fieldOf(name), sent)).toEqual(kept);
  });

  it.each([
    ['rent', 'a lot'],
    ['rooms', '4.5'],
    ['since', '2025-02-30'],
    ['agent', 'nobody'],
    ['lodgers', 'Bo'],
  ])('leaves malformed %s %j unchanged', (name, sent) => {
    expect(canonicalValue(fieldOf(name), sent)).toEqual(sent);
  });

  it('reads the second name when the first is blank', () => {
    const rooms = fieldOf('rooms');
    expect(submittedValue(rooms, { rooms: '4', room_count: '3' })).toBe('4');
    expect(submittedValue(rooms, { rooms: '', room_count: '3' })).toBe('3');
    expect(submittedValue(rooms, { rooms: null })).toBeNull();
    expect(canonicalizeFields(exampleFields, { room_count: '3', nonsense: 1 })).toEqual({ rooms: 3 });
  });

  it('drops hidden fields, also those hidden by a hidden field', () => {
    const sent = { ownership: 'owned', rent: '900', pet: 'no', pet_weight: 30, pet_permit: 'A1' };
    expect(canonicalValues(exampleRules, exampleFields, sent, wish)).toEqual({ ownership: 'owned', pet: false });
  });

  it('sets defaults of blank fields that are shown', () => {
    const defaults = { rent: '1.00', country: 'USA' };
    expect(canonicalValues(exampleRules, exampleFields, { country: ' ' }, wish, defaults)).toEqual({ country: 'USA' });
  });

  it("equals the schema's output when the schema accepts the value", () => {
    const fields = [...exampleFields, ...caseSections.flatMap((section): readonly FormField[] => section.fields)];
    for (const field of fields) {
      const form = canonicalPatterns[field.kind];
      if (!form) continue;
      fc.assert(
        fc.property(fc.stringMatching(form), (text) => {
          const read = field.schema.safeParse(text);
          if (read.success) expect(read.data, field.name).toBe(text);
          expect(canonicalValue(field, text)).toBe(text);
        }),
        { numRuns: 30 },
      );
    }
  });

  it('returns canonical values unchanged', () => {
    fc.assert(
      fc.property(sentTo(exampleFields), (sent) => {
        const canonical = canonicalValues(exampleRules, exampleFields, sent, wish);
        expect(canonicalValues(exampleRules, exampleFields, canonical, wish)).toEqual(canonical);
      }),
      { numRuns: 500 },
    );
  });

  it('drops hidden fields, which are never missing or invalid', () => {
    fc.assert(
      fc.property(sentTo(exampleFields), (sent) => {
        const canonical = canonicalValues(exampleRules, exampleFields, sent, contract);
        const hidden = exampleFields.filter((field) => !isShown(exampleRules, field, canonical, contract));
        const errors = validateFields(exampleRules, exampleFields, { ...sent, ...canonical }, contract);
        for (const { name } of hidden) expect(canonical).not.toHaveProperty(name);
        for (const field of exampleFields)
          if (!isShown(exampleRules, field, { ...sent, ...canonical }, contract))
            expect(errors).not.toHaveProperty(field.name);
        const missing = missingIn(exampleRules, { id: 'x', fields: exampleFields }, canonical, contract);
        for (const { name } of hidden) expect(missing.map(({ field }) => field)).not.toContain(name);
      }),
      { numRuns: 500 },
    );
  });

  it('returns canonical values of every section of a case unchanged', () => {
    const context = { today: '2026-03-10', stage: 'completed' } as const;
    for (const { id, fields } of caseSections)
      fc.assert(
        fc.property(sentTo(fields), (sent) => {
          const canonical = canonicalValues(caseRules, fields, sent, context);
          expect(canonicalValues(caseRules, fields, canonical, context), id).toEqual(canonical);
          for (const field of fields)
            if (!isShown(caseRules, field, canonical, context))
              expect(validateFields(caseRules, fields, canonical, context)).not.toHaveProperty(field.name);
        }),
        { numRuns: 40 },
      );
  });
});
