import * as z from 'zod';
import { dateTime } from '#domain/shared/values/date-time.ts';
import { amountOfMoney, percentage, wholeNumber } from '#domain/shared/values/number.ts';
import { entriesLimit, type FormField } from './field.ts';
import { type FieldDetails, fieldBuilder, none } from './field-builders.ts';

/** Builders of amounts, numbers, instants, lists and references: what records have and the public form has not. */
export function figureBuilders<Condition extends string>() {
  type Details = FieldDetails<Condition>;
  const build = fieldBuilder<Condition>();

  return {
    /** US dollars: any way of writing them, kept and sent as “1250.00”. */
    money<const Name extends string, const D extends Details>(name: Name, label: string, details: D = none()) {
      const defaults = { inputmode: 'decimal', maxLength: 16 } as const;
      return build('money', name, label, () => amountOfMoney(label), { ...defaults, ...details });
    },
    /** A whole number from `min`, which is 0 unless stated: `invalid` for anything else. */
    integer<const Name extends string, const D extends Details>(
      name: Name,
      label: string,
      { min = 0, max, invalid }: { min?: number; max: number; invalid: string },
      details: D = none(),
    ) {
      const defaults = { inputmode: 'numeric', maxLength: String(max).length } as const;
      return build('integer', name, label, () => wholeNumber(invalid, { min, max }), { ...defaults, ...details });
    },
    /** A percentage of 0 to 100 in steps of 0.01 (D2 §9). */
    percent<const Name extends string, const D extends Details>(name: Name, label: string, details: D = none()) {
      const defaults = { inputmode: 'decimal', maxLength: 6 } as const;
      return build('percent', name, label, percentage, { ...defaults, ...details });
    },
    datetime<const Name extends string, const D extends Details>(name: Name, label: string, details: D = none()) {
      return build('datetime', name, label, () => dateTime(label), details);
    },
    /** A list of entries with fields of their own; each entry is judged by these. */
    entries<
      const Name extends string,
      const Entry extends readonly FormField<string, Condition>[],
      const D extends Details,
    >(name: Name, label: string, entry: Entry, details: D = none()) {
      const tooMany = `${label} can hold at most ${entriesLimit} entries`;
      const schema = () =>
        z
          .array(z.record(z.string(), z.unknown(), `${label} must be a list`), `${label} must be a list`)
          .max(entriesLimit, tooMany);
      return build('entries', name, label, schema, { entry, ...details });
    },
    /** The id of another record; `invalid` for what cannot be one. */
    reference<const Name extends string, const D extends Details>(
      name: Name,
      label: string,
      { of, invalid }: { of: string; invalid: string },
      details: D = none(),
    ) {
      const schema = () =>
        z
          .string(invalid)
          .overwrite((id) => id.trim().toLowerCase())
          .pipe(z.uuid(invalid));
      return build('reference', name, label, schema, { of, ...details });
    },
  };
}
