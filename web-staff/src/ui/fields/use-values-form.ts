import { type ReactNode, type RefCallback, useRef, useState } from 'react';
import type { FieldValue, FormField } from '#domain/shared/forms/field.ts';
import type { FieldErrors } from '#domain/shared/forms/rules.ts';
import { faultsByField } from '../feedback/field-errors.ts';

let isPressed = false;
const waiting = new Set<() => void>();

const onPress = (): void => {
  isPressed = true;
};
/** What a press ends with is its click, which follows in the same task. */
const onRelease = (): void => {
  if (!isPressed) return;
  isPressed = false;
  setTimeout(() => {
    for (const act of [...waiting]) act();
    waiting.clear();
  });
};

if (typeof document !== 'undefined') {
  document.addEventListener('mousedown', onPress, true);
  for (const ending of ['mouseup', 'dragend']) document.addEventListener(ending, onRelease, true);
  window.addEventListener('blur', onRelease);
}

/**
 * Does at once what follows from leaving a field, or, where a press has taken the focus away, once that press is over: a
 * message that comes between a press and its release moves the page, and the click misses what was pressed.
 */
export const afterPointerUp = (act: () => void): void => {
  if (isPressed) waiting.add(act);
  else act();
};

/** What a control needs to know of a field, whatever form it belongs to. */
export type FieldShape = Pick<
  FormField,
  'name' | 'label' | 'options' | 'help' | 'maxLength' | 'inputmode' | 'rows' | 'daytime'
> & {
  kind: string;
  /** What is offered while a line is typed; anything else may be typed. */
  suggestions?: readonly string[];
};

export interface FieldInputProps {
  field: FieldShape;
  value: FieldValue;
  onChange: (value: FieldValue) => void;
  onBlur?: () => void;
  error?: ReactNode;
  required?: boolean;
  /** Today, for dates that cannot lie ahead. */
  latest?: string;
  inputRef?: RefCallback<HTMLElement>;
}

/** A value as a list of choices holds it. */
export const chosenOf = (value: FieldValue): string[] => (Array.isArray(value) ? [...value] : []);

type FormValues = Readonly<Record<string, FieldValue>>;

/**
 * A small form over fields of the domain: its rules judge every change, a field says what is wrong once it was left, and
 * what the server says of a field stands there until it changes.
 */
export const useValuesForm = (initial: FormValues, judge: (values: FormValues) => FieldErrors) => {
  const [start] = useState(initial);
  const [values, setValues] = useState(start);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const controls = useRef(new Map<string, HTMLElement>());
  const faults = judge(values);
  const set = (name: string, value: FieldValue) => {
    setValues((now) => ({ ...now, [name]: value }));
    setRefused(({ [name]: _, ...others }) => others);
  };
  return {
    values,
    faults,
    isSound: Object.keys(faults).length === 0 && Object.keys(refused).length === 0,
    isChanged: Object.keys(values).some((name) => values[name] !== start[name]),
    set,
    /** Empties a field as if nobody had been there. */
    clear: (name: string) => {
      set(name, '');
      setLeft((now) => new Set([...now].filter((other) => other !== name)));
    },
    /** Says what is wrong with a field although nobody has been there. */
    leave: (name: string) => setLeft((now) => new Set(now).add(name)),
    /** Says what is wrong with every field and goes to the first such; whether nothing is. */
    check: (): boolean => {
      setRefused({});
      const drawn = [...controls.current.keys()];
      setLeft((now) => new Set([...now, ...drawn]));
      const first = Object.keys(values).find((name) => name in faults);
      if (first !== undefined) controls.current.get(first)?.focus();
      return Object.keys(faults).length === 0;
    },
    /** What a control of the field takes. */
    bind: (field: FieldShape): FieldInputProps => ({
      field,
      value: values[field.name] ?? '',
      onChange: (value) => set(field.name, value),
      onBlur: () => afterPointerUp(() => setLeft((now) => new Set(now).add(field.name))),
      inputRef: (control) => {
        if (control) controls.current.set(field.name, control);
        else controls.current.delete(field.name);
      },
      error: refused[field.name] ?? (left.has(field.name) ? faults[field.name]?.[0] : undefined),
    }),
    /** Keeps what a refused call says of fields; whether it says something of those that this form began with. */
    refuse: (error: unknown): boolean => {
      const said = Object.entries(faultsByField(error, 400));
      setRefused(Object.fromEntries(said.flatMap(([name, [message]]) => (message ? [[name, message]] : []))));
      return said.some(([name]) => name in start);
    },
  };
};
export type ValuesForm = ReturnType<typeof useValuesForm>;
