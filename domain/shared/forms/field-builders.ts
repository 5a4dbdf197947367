import * as z from 'zod';
import { clockTime, dateTime } from '#domain/shared/values/date-time.ts';
import { amountOfMoney, percentage, wholeNumber } from '#domain/shared/values/number.ts';
import { calendarDate } from '../values/calendar-date.ts';
import { emailAddress, emailLimit } from '../values/email.ts';
import {
  initialLimit,
  middleInitial,
  type PersonNameRule,
  personName,
  personNameLimit,
} from '../values/person-name.ts';
import { phoneLimit, phoneNumber } from '../values/phone.ts';
import { ssnLimit } from '../values/ssn.ts';
import { multilineText, singleLineText } from '../values/text.ts';
import { entriesLimit, type FieldKind, type FieldOption, type FormField } from './field.ts';

const lineLimit = 200;
const textLimit = 2000;

export type FieldDetails<Condition extends string> = Partial<
  Omit<FormField<string, Condition>, 'name' | 'label' | 'kind'>
>;

type Telling = 'alsoNamed' | 'defaultValue' | 'entry' | 'readOnly' | 'requiredIf' | 'showIf' | 'yesNo';

type BuiltField<Name extends string, Condition extends string, Kind extends FieldKind, Details> = FormField<
  Name,
  Condition,
  Kind
> &
  Pick<Details, Extract<keyof Details, Telling>>;

type Options = readonly FieldOption[];

/** Returns a builder of fields; schemas are built on first use, because hundreds would slow down a cold start. */
export function fieldBuilder<Condition extends string>() {
  return <const Name extends string, const Kind extends FieldKind, const Details extends FieldDetails<Condition>>(
    kind: Kind,
    name: Name,
    label: string,
    schema: () => z.ZodType,
    details: Details,
  ): BuiltField<Name, Condition, Kind, Details> => {
    let built: z.ZodType | undefined;
    const defaultValue = kind === 'checkbox' ? false : kind === 'multiselect' || kind === 'entries' ? [] : '';
    return {
      name,
      label,
      kind,
      defaultValue,
      get schema() {
        built ??= schema();
        return built;
      },
      ...details,
    };
  };
}

/** Returns the field builders of a form with conditions named by `Condition`. */
export function fieldBuilders<Condition extends string>() {
  type Details = FieldDetails<Condition>;
  const build = fieldBuilder<Condition>();

  return {
    /** A line of text, at most 200 characters unless `maxLength` is set. */
    line<const Name extends string, const D extends Details>(name: Name, label: string, details: D = none()) {
      const maxLength = details.maxLength ?? lineLimit;
      return build('text', name, label, () => singleLineText(label, maxLength), { maxLength, ...details });
    },
    /** Several lines of text, at most 2,000 characters unless `maxLength` is set. */
    text<const Name extends string, const D extends Details>(name: Name, label: string, details: D = none()) {
      const maxLength = details.maxLength ?? textLimit;
      return build('textarea', name, label, () => multilineText(label, maxLength), { maxLength, ...details });
    },
    name<const Name extends string, const D extends Details>(
      name: Name,
      label: string,
      details: D = none(),
      rule: PersonNameRule = {},
    ) {
      return build('text', name, label, () => personName(label, rule), { maxLength: personNameLimit, ...details });
    },
    initial<const Name extends string, const D extends Details>(name: Name, label: string, details: D = none()) {
      const defaults = { maxLength: initialLimit, isInitial: true } as const;
      return build('text', name, label, () => middleInitial(label), { ...defaults, ...details });
    },
    phone<const Name extends string, const D extends Details>(name: Name, label: string, details: D = none()) {
      const defaults = { maxLength: phoneLimit, inputmode: 'tel' } as const;
      return build('phone', name, label, () => phoneNumber, { ...defaults, ...details });
    },
    email<const Name extends string, const D extends Details>(name: Name, label: string, details: D = none()) {
      const defaults = { maxLength: emailLimit, inputmode: 'email' } as const;
      return build('email', name, label, () => emailAddress, { ...defaults, ...details });
    },
    date<const Name extends string, const D extends Details>(name: Name, label: string, details: D = none()) {
      return build('date', name, label, () => calendarDate(label), details);
    },
    time<const Name extends string, const D extends Details>(name: Name, label: string, details: D = none()) {
      return build('time', name, label, () => clockTime, details);
    },
    /** An SSN; `schema` decides whether a masked one is valid. */
    ssn<const Name extends string, const D extends Details>(
      name: Name,
      label: string,
      schema: z.ZodType,
      details: D = none(),
    ) {
      const defaults = { maxLength: ssnLimit, inputmode: 'numeric', secured: true } as const;
      return build('ssn', name, label, () => schema, { ...defaults, ...details });
    },
    checkbox<const Name extends string, const D extends Details>(name: Name, label: string, details: D = none()) {
      return build('checkbox', name, label, () => z.boolean(`${label} must be true or false`), details);
    },
    select<const Name extends string, const D extends Details>(
      name: Name,
      label: string,
      options: Options,
      details: D = none(),
    ) {
      return build('select', name, label, () => oneOf(label, options), { options, ...details });
    },
    radio<const Name extends string, const D extends Details>(
      name: Name,
      label: string,
      options: Options,
      details: D = none(),
    ) {
      const { requiredMessage } = details;
      return build('radio', name, label, () => oneOf(label, options, requiredMessage), { options, ...details });
    },
    multiselect<const Name extends string, const D extends Details>(
      name: Name,
      label: string,
      options: Options,
      details: D = none(),
    ) {
      const { requiredMessage } = details;
      return build('multiselect', name, label, () => someOf(label, options, requiredMessage), {
        options,
        ...details,
      });
    },
    field<const Name extends string, const Kind extends FieldKind, const D extends Details>(
      kind: Kind,
      name: Name,
      label: string,
      schema: z.ZodType,
      details: D = none(),
    ) {
      return build(kind, name, label, () => schema, details);
    },
  };
}

/** Default for omitted details. */
export function none<Details>(): Details {
  return {} as Details;
}

function oneOf(label: string, options: Options, message = `Please select a valid ${spoken(label)}`): z.ZodString {
  const values = new Set(options.map(({ value }) => value));
  const read = (typed: string) => {
    const spelled = typed
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_');
    return !values.has(typed) && values.has(spelled) ? spelled : typed;
  };
  return z
    .string(message)
    .overwrite(read)
    .refine((value) => values.has(value), message);
}

function someOf(label: string, options: Options, noneMessage?: string): z.ZodArray<z.ZodString> {
  const values = new Set(options.map(({ value }) => value));
  const unknown = `Please select a valid ${spoken(label)}`;
  return z
    .array(z.string(unknown), unknown)
    .overwrite((list) => [...new Set(list)])
    .refine((list) => list.some((value) => values.has(value)), { error: noneMessage ?? unknown, abort: true })
    .refine((list) => list.every((value) => values.has(value)), unknown);
}

function spoken(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1);
}

/** Returns builders of field kinds that the public form does not have. */
export function figureBuilders<Condition extends string>() {
  type Details = FieldDetails<Condition>;
  const build = fieldBuilder<Condition>();

  return {
    money<const Name extends string, const D extends Details>(name: Name, label: string, details: D = none()) {
      const defaults = { inputmode: 'decimal', maxLength: 16 } as const;
      return build('money', name, label, () => amountOfMoney(label), { ...defaults, ...details });
    },
    /** An integer from `min` (default 0). */
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
