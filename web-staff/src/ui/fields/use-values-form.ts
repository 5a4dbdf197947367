import { useState } from 'react';
import { ApiError, fieldErrors } from '#domain/contract/client.ts';
import type { FieldValue } from '#domain/forms/field.ts';
import type { Faults } from '#domain/forms/rules.ts';
import { afterPress } from './after-press.ts';
import type { FieldInputProps, FieldShape } from './field-shape.ts';

type FormValues = Readonly<Record<string, FieldValue>>;

/**
 * A small form over fields of the domain: its rules judge every change, a field says what is wrong once it was left, and
 * what the server says of a field stands there until it changes.
 */
export const useValuesForm = (initial: FormValues, judge: (values: FormValues) => Faults) => {
  const [values, setValues] = useState(initial);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const faults = judge(values);
  const set = (name: string, value: FieldValue) => {
    setValues((now) => ({ ...now, [name]: value }));
    setRefused(({ [name]: _, ...others }) => others);
  };
  return {
    values,
    faults,
    isSound: Object.keys(faults).length === 0 && Object.keys(refused).length === 0,
    set,
    /** Says what is wrong with a field although nobody has been there. */
    leave: (name: string) => setLeft((now) => new Set(now).add(name)),
    /** What a control of the field takes. */
    bind: (field: FieldShape): FieldInputProps => ({
      field,
      value: values[field.name] ?? '',
      onChange: (value) => set(field.name, value),
      onBlur: () => afterPress(() => setLeft((now) => new Set(now).add(field.name))),
      error: refused[field.name] ?? (left.has(field.name) ? faults[field.name]?.[0] : undefined),
    }),
    /** Keeps what a refused call says of fields of this form; a call that failed says nothing of any. */
    refuse: (error: unknown) => {
      const said = error instanceof ApiError && error.status === 400 ? Object.entries(fieldErrors(error.body)) : [];
      setRefused(Object.fromEntries(said.flatMap(([name, [message]]) => (message ? [[name, message]] : []))));
    },
  };
};
