import { describe, expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import { exampleFields } from './testing/example-form.ts';
import {
  type AlwaysAnswered,
  type FormValuesOf,
  sentValues,
  wireSecondNames,
  wireValues,
  wireValuesOf,
} from './wire.ts';

const wire = wireValues(exampleFields);
const sent = sentValues(exampleFields);
type Wire = z.output<typeof wire>;
type Sent = z.input<typeof sent>;
type ExampleField = (typeof exampleFields)[number];

const propertiesOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io }).properties as Record<string, Record<string, unknown>>;

describe('wire schemas of fields', () => {
  it('use the names and types of the data', () => {
    expectTypeOf<Wire['tenant']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Wire['rent']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Wire['rooms']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<Wire['pet']>().toEqualTypeOf<boolean | undefined>();
    expectTypeOf<Wire['rooms_wanted']>().toEqualTypeOf<string[] | undefined>();
    expectTypeOf<NonNullable<Wire['lodgers']>[number]['phone']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<keyof Wire>().toEqualTypeOf<ExampleField['name']>();
    expectTypeOf<Sent['room_count']>().toEqualTypeOf<string | number | null | undefined>();
    expectTypeOf<Sent['pet']>().toEqualTypeOf<string | boolean | null | undefined>();
    expectTypeOf<FormValuesOf<ExampleField>['garage']>().toEqualTypeOf<boolean>();
    expectTypeOf<FormValuesOf<ExampleField>['pet']>().toEqualTypeOf<string>();
    expectTypeOf<AlwaysAnswered<ExampleField>['name']>().toEqualTypeOf<'tenant' | 'ownership' | 'garage' | 'country'>();
    expect(Object.keys(wire.shape)).toEqual(exampleFields.map(({ name }) => name));
    expect(Object.keys(wireSecondNames(exampleFields).shape)).toEqual(['room_count']);
  });

  it('document enums, lengths, formats and entries', () => {
    const answered = propertiesOf(wire, 'output');
    expect(answered.ownership).toEqual({ type: 'string', description: 'Ownership', enum: ['rented', 'owned'] });
    expect(answered.tenant).toEqual({ type: 'string', description: 'Tenant', maxLength: 100 });
    expect(answered.since).toEqual({ type: 'string', description: 'Since', format: 'date' });
    expect(answered.ssn).toMatchObject({ pattern: '^(XXX-XX-\\d{4})?$' });
    expect(answered.rooms).toMatchObject({ type: 'integer' });
    expect(JSON.stringify(answered.lodgers)).toContain('"Phone number"');
    const accepted = propertiesOf(sent, 'input');
    expect(accepted.tenant?.anyOf).toEqual([
      { type: 'string', description: 'Tenant', maxLength: 100 },
      { type: 'null' },
    ]);
    expect(JSON.stringify(accepted.rent)).toContain('"number"');
  });

  it('accept null, blank and missing values, drop unknown fields, report wrong types', () => {
    expect(sent.parse({ tenant: null, rent: '', strange: 1 })).toEqual({ tenant: null, rent: '' });
    const messages = (value: object) =>
      sent.safeParse(value).error?.issues.map(({ path, message }) => [...path, message]);
    expect(messages({ tenant: 7 })).toEqual([['tenant', 'Tenant must be text']]);
    expect(messages({ ssn: 987_654_320 })).toEqual([['ssn', 'Social Security Number must be 9 digits']]);
    expect(messages({ rooms: true })).toEqual([['rooms', 'Must be a number of rooms']]);
    expect(messages({ pet: 7 })).toEqual([['pet', 'Please select a valid pet']]);
    expect(messages({ lodgers: {} })).toEqual([['lodgers', 'Lodgers must be a list']]);
    expect(messages({ lodgers: [{ name: 7 }] })).toEqual([['lodgers', 0, 'name', 'Name must be text']]);
    expect(messages({ rooms_wanted: 'attic' })).toEqual([['rooms_wanted', 'Please select a valid rooms wanted']]);
  });

  it('return stored values by name, canonical, omitting what the type cannot hold', () => {
    const stored = {
      tenant: 'Ann Lee',
      rooms: '4',
      garage: 'perhaps',
      rent: '900',
      pk: 'secret',
      since: null,
      pet: 'yes',
    };
    const values = wireValuesOf(exampleFields, stored);
    expect(values).toEqual({ tenant: 'Ann Lee', rooms: 4, rent: '900.00', pet: true });
    expect(wire.parse(values)).toEqual(values);
  });

  it('return texts, choices and boxes as stored, and formatted values in their format', () => {
    const stored = {
      ...{ tenant: 'Ann  Lee', remarks: 'Two\nlines ', ownership: 'owned', garage: true, pet: false },
      ...{ rent: '$900', phone: '(202) 555-0142', zip: '97201 ', rooms_wanted: ['attic'] },
    };
    const values = wireValuesOf(exampleFields, stored);
    expect(values).toEqual({ ...stored, rent: '900.00', phone: '2025550142', zip: '97201' });
    expect(wireValuesOf(exampleFields, { ownership: 'Owned' })).toEqual({ ownership: 'owned' });
  });
});
