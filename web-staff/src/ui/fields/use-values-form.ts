import { useMutation } from '@tanstack/react-query';
import { type ReactNode, type RefCallback, useRef, useState } from 'react';
import type { FieldValue, FormField } from '#domain/shared/forms/field.ts';
import type { FieldErrors } from '#domain/shared/forms/rules.ts';
import { errorsByField } from '../feedback/field-errors.ts';
import { toastFailure, toastSuccess } from '../feedback/toasts.tsx';

/** Focuses a control when its dialog opens; otherwise the close button gets the focus. */
export const focusedFirst = (control: HTMLElement | null): void => {
  control?.setAttribute('data-autofocus', 'true');
};

let isPressed = false;
const waiting = new Set<() => void>();

const onPress = (): void => {
  isPressed = true;
};
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
 * Acts at once after a field is left, or after the press that took the focus: a message that appears during the press
 * moves the page, and the click misses its target.
 */
export const afterPointerUp = (act: () => void): void => {
  if (isPressed) waiting.add(act);
  else act();
};

export type FieldShape = Pick<
  FormField,
  'name' | 'label' | 'options' | 'help' | 'maxLength' | 'inputmode' | 'rows' | 'daytime'
> & {
  kind: string;
  requiredIf?: string | boolean;
  /** Has the focus when its dialog opens. */
  isFirst?: boolean;
  suggestions?: readonly string[];
};

export interface FieldInputProps {
  field: FieldShape;
  value: FieldValue;
  onChange: (value: FieldValue) => void;
  onBlur?: () => void;
  error?: ReactNode;
  required?: boolean;
  /** Today, for dates that must not be in the future. */
  latest?: string;
  inputRef?: RefCallback<HTMLElement>;
}

export const chosenOf = (value: FieldValue): string[] => (Array.isArray(value) ? [...value] : []);

type FormValues = Readonly<Record<string, FieldValue>>;

/**
 * A small form over domain fields: its rules validate every change, a field shows its error once it was left, and a
 * server error stays until the field changes.
 */
export const useValuesForm = (initial: FormValues, judge: (values: FormValues) => FieldErrors = () => ({})) => {
  const [start] = useState(initial);
  const [values, setValues] = useState(start);
  const [leftNames, setLeftNames] = useState<ReadonlySet<string>>(new Set());
  const [rejections, setRejections] = useState<Readonly<Record<string, string>>>({});
  const controls = useRef(new Map<string, HTMLElement>());
  const errors = judge(values);
  const set = (name: string, value: FieldValue) => {
    setValues((now) => ({ ...now, [name]: value }));
    setRejections(({ [name]: _, ...otherRejections }) => otherRejections);
  };
  return {
    values,
    errors,
    isSound: Object.keys(errors).length === 0 && Object.keys(rejections).length === 0,
    isChanged: Object.keys(values).some((name) => values[name] !== start[name]),
    set,
    clear: (name: string) => {
      set(name, '');
      setLeftNames((now) => new Set([...now].filter((leftName) => leftName !== name)));
    },
    leave: (name: string) => setLeftNames((now) => new Set(now).add(name)),
    /** Shows all errors and focuses the first; returns true if there are none. */
    check: (): boolean => {
      setRejections({});
      const drawn = [...controls.current.keys()];
      setLeftNames((now) => new Set([...now, ...drawn]));
      const first = Object.keys(values).find((name) => name in errors);
      if (first !== undefined) controls.current.get(first)?.focus();
      return Object.keys(errors).length === 0;
    },
    bind: (field: FieldShape): FieldInputProps => ({
      field,
      value: values[field.name] ?? '',
      onChange: (value) => set(field.name, value),
      onBlur: () => afterPointerUp(() => setLeftNames((now) => new Set(now).add(field.name))),
      required: field.requiredIf === true,
      inputRef: (control) => {
        if (field.isFirst) focusedFirst(control);
        if (control) controls.current.set(field.name, control);
        else controls.current.delete(field.name);
      },
      error: rejections[field.name] ?? (leftNames.has(field.name) ? errors[field.name]?.[0] : undefined),
    }),
    /** Shows the field errors of a rejected call; returns whether any is of this form. */
    refuse: (error: unknown): boolean => {
      const serverErrors = Object.entries(errorsByField(error, 400));
      setRejections(
        Object.fromEntries(serverErrors.flatMap(([name, [message]]) => (message ? [[name, message]] : []))),
      );
      return serverErrors.some(([name]) => name in start);
    },
  };
};
export type ValuesForm = ReturnType<typeof useValuesForm>;

interface SentFormOptions<Values, Answer> {
  start: Values;
  judge?: (values: Values) => FieldErrors;
  send: (values: Values) => Promise<Answer>;
  /** The message after the call. */
  done?: string | ((answer: Answer, values: Values) => string);
  onDone?: (answer: Answer) => unknown;
}

/** A small form that one call sends: a rejection is shown at its fields, or as a toast, and success ends it. */
export const useSentForm = <Values extends FormValues, Answer>(options: SentFormOptions<Values, Answer>) => {
  const { start, judge, send, done, onDone } = options;
  const form = useValuesForm(start, judge && ((values) => judge(values as Values)));
  const sending = useMutation({
    mutationFn: send,
    onSuccess: (answer, values) => {
      if (done) toastSuccess(typeof done === 'string' ? done : done(answer, values));
      return onDone?.(answer);
    },
    onError: (error) => {
      if (!form.refuse(error)) toastFailure(error);
    },
  });
  return {
    form,
    busy: sending.isPending,
    onSubmit: (event?: { preventDefault: () => void }) => {
      event?.preventDefault();
      if (!sending.isPending && form.check()) sending.mutate(form.values as Values);
    },
  };
};
