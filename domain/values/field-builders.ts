import * as z from 'zod';
import { calendarDate } from './calendar-date.ts';
import { clockTime } from './clock-time.ts';
import { emailAddress, emailLimit } from './email.ts';
import type { FieldKind, FieldOption, FormField } from './form-field.ts';
import { middleInitial, type PersonNameRule, personName, personNameLimit } from './person-name.ts';
import { phoneLimit, phoneNumber } from './phone.ts';
import { ssnLimit } from './ssn.ts';
import { lineUpTo, textUpTo } from './text.ts';

/** General one-line texts. */
const lineLimit = 200;
/** Free texts of several lines. */
const textLimit = 2000;

/** What a field may say beyond its name, label and kind; a `schema` here replaces the kind's own. */
export type FieldDetails<Condition extends string> = Partial<
  Omit<FormField<string, Condition>, 'name' | 'label' | 'kind'>
>;

type Options = readonly FieldOption[];

/** The builders of a form whose conditions are named by `Condition`. */
export function fieldBuilders<Condition extends string>() {
  type Details = FieldDetails<Condition>;

  function field<const Name extends string>(
    kind: FieldKind,
    name: Name,
    label: string,
    schema: z.ZodType,
    details: Details,
  ): FormField<Name, Condition> {
    const defaultValue = kind === 'checkbox' ? false : kind === 'multiselect' ? [] : '';
    return { name, label, kind, schema, defaultValue, ...details };
  }

  return {
    /** One line of text: 200 characters unless `maxLength` says otherwise. */
    line<const Name extends string>(name: Name, label: string, details: Details = {}) {
      const maxLength = details.maxLength ?? lineLimit;
      return field('text', name, label, lineUpTo(label, maxLength), { maxLength, ...details });
    },
    /** Several lines of text: 2,000 characters unless `maxLength` says otherwise. */
    text<const Name extends string>(name: Name, label: string, details: Details = {}) {
      const maxLength = details.maxLength ?? textLimit;
      return field('textarea', name, label, textUpTo(label, maxLength), { maxLength, ...details });
    },
    /** A person's name by the rules of D1 and D2 §5. */
    name<const Name extends string>(name: Name, label: string, details: Details = {}, rule: PersonNameRule = {}) {
      return field('text', name, label, personName(label, rule), { maxLength: personNameLimit, ...details });
    },
    initial<const Name extends string>(name: Name, label: string, details: Details = {}) {
      return field('text', name, label, middleInitial(label), { maxLength: 1, ...details });
    },
    phone<const Name extends string>(name: Name, label: string, details: Details = {}) {
      return field('phone', name, label, phoneNumber, { maxLength: phoneLimit, inputmode: 'tel', ...details });
    },
    email<const Name extends string>(name: Name, label: string, details: Details = {}) {
      return field('email', name, label, emailAddress, { maxLength: emailLimit, inputmode: 'email', ...details });
    },
    date<const Name extends string>(name: Name, label: string, details: Details = {}) {
      return field('date', name, label, calendarDate(label), details);
    },
    time<const Name extends string>(name: Name, label: string, details: Details = {}) {
      return field('time', name, label, clockTime, details);
    },
    /** A Social Security Number; `schema` says whether a masked one passes. */
    ssn<const Name extends string>(name: Name, label: string, schema: z.ZodType, details: Details = {}) {
      const secured = { maxLength: ssnLimit, inputmode: 'numeric', secured: true } as const;
      return field('ssn', name, label, schema, { ...secured, ...details });
    },
    checkbox<const Name extends string>(name: Name, label: string, details: Details = {}) {
      return field('checkbox', name, label, z.boolean(`${label} must be true or false`), details);
    },
    select<const Name extends string>(name: Name, label: string, options: Options, details: Details = {}) {
      return field('select', name, label, oneOf(label, options), { options, ...details });
    },
    radio<const Name extends string>(name: Name, label: string, options: Options, details: Details = {}) {
      return field('radio', name, label, oneOf(label, options, details.requiredMessage), { options, ...details });
    },
    multiselect<const Name extends string>(name: Name, label: string, options: Options, details: Details = {}) {
      return field('multiselect', name, label, someOf(label, options, details.requiredMessage), {
        options,
        ...details,
      });
    },
    /** Any kind, with everything spelled out. */
    field,
  };
}

/** A text that is the value of one of the options (“Step relation” is read as step_relation); `message` for any other. */
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

/** A list of distinct option values: `noneMessage` when none is known, else a word about the unknown ones. */
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
