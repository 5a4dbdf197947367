import { createContext, useContext, useSyncExternalStore } from 'react';
import { type FieldValue, isBlank } from '#domain/forms/field.ts';
import { type IntakeErrors, intakeErrors } from '#domain/intake/intake.rules.ts';
import type { IntakeFieldName } from '#domain/intake/intake.sections.ts';
import type { IntakeFormValues } from '#domain/intake/intake-answers.ts';
import type { CalendarDate } from '#domain/values/calendar-date.ts';

/** What the page knows about the form at one moment. */
export interface FormSnapshot {
  readonly values: IntakeFormValues;
  /** Today where the family is; '' until the page is alive, so that the built page holds no date. */
  readonly today: CalendarDate;
  /** What the domain's rules say against the values, by field. */
  readonly problems: IntakeErrors;
  /** What the server said against the values last sent, by field, until the field is changed. */
  readonly refused: IntakeErrors;
  /** Fields that were left at least once. */
  readonly visited: ReadonlySet<IntakeFieldName>;
  /** Submitting was tried: from now on every gap is named at its field. */
  readonly attempted: boolean;
}

/**
 * Rules are run again this long after the last keystroke or after a field was left. Never at once: a message that comes
 * or goes between the press and the release of a tap would move the tapped thing away from under the finger.
 */
const settleMs = 250;

export interface FormStore {
  get: () => FormSnapshot;
  /** As the built page shows it; sections that come alive later than others must start from the same. */
  getInitial: () => FormSnapshot;
  subscribe: (listener: () => void) => () => void;
  /** Takes over what the family entered; the rules follow when the typing pauses. */
  enter: (name: IntakeFieldName, value: FieldValue) => void;
  /** Takes over values that come from elsewhere: other fields, or the page before it was alive. */
  fill: (values: Partial<IntakeFormValues>) => void;
  /** Tells of each field that the family filled, once its value has been taken over; of no name after a reset. */
  onEntry: (listener: (name?: IntakeFieldName) => void) => () => void;
  setToday: (today: CalendarDate) => void;
  visit: (name: IntakeFieldName) => void;
  /** Runs the rules at once and shows every gap. */
  attempt: () => void;
  refuse: (errors: IntakeErrors) => void;
  reset: (values: IntakeFormValues) => void;
}

/** The state of the form outside React's tree, so that a keystroke renders one control and not a hundred. */
export const createFormStore = (initial: IntakeFormValues): FormStore => {
  const nothing: FormSnapshot = {
    values: initial,
    today: '',
    problems: {},
    refused: {},
    visited: new Set(),
    attempted: false,
  };
  const first: FormSnapshot = { ...nothing, problems: intakeErrors(initial, '') };
  let snapshot = first;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let left: IntakeFieldName[] = [];
  const listeners = new Set<() => void>();
  const entryListeners = new Set<(name?: IntakeFieldName) => void>();
  const announceEntry = (name?: IntakeFieldName): void => {
    for (const listener of entryListeners) listener(name);
  };
  const update = (change: Partial<FormSnapshot>): void => {
    snapshot = { ...snapshot, ...change };
    for (const listener of listeners) listener();
  };
  const check = (change: Partial<FormSnapshot> = {}): void => {
    clearTimeout(timer);
    const { values, today, visited } = { ...snapshot, ...change };
    update({ ...change, visited: new Set([...visited, ...left]), problems: intakeErrors(values, today) });
    left = [];
  };
  const checkSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(check, settleMs);
  };
  const changeTo = (changed: Partial<IntakeFormValues>): void => {
    const refused = { ...snapshot.refused };
    for (const name of Object.keys(changed) as IntakeFieldName[]) delete refused[name];
    checkSoon();
    update({ values: { ...snapshot.values, ...changed }, refused });
  };
  return {
    get: () => snapshot,
    getInitial: () => first,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    enter: (name, value) => {
      changeTo({ [name]: value });
      announceEntry(name);
    },
    fill: changeTo,
    onEntry: (listener) => {
      entryListeners.add(listener);
      return () => entryListeners.delete(listener);
    },
    setToday: (today) => check({ today }),
    visit: (name) => {
      left.push(name);
      checkSoon();
    },
    attempt: () => check({ attempted: true }),
    refuse: (refused) => update({ refused }),
    reset: (values) => {
      left = [];
      check({ ...nothing, today: snapshot.today, values });
      announceEntry();
    },
  };
};

export const FormStoreContext = createContext<FormStore | undefined>(undefined);

export const useFormStore = (): FormStore => {
  const store = useContext(FormStoreContext);
  if (!store) throw new Error('A form part stands outside of its form');
  return store;
};

/** Follows one thing of the form; `select` must give a primitive or something kept in the snapshot. */
export const useFormSnapshot = <T>(select: (snapshot: FormSnapshot) => T): T => {
  const store = useFormStore();
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.get()),
    () => select(store.getInitial()),
  );
};

/** The message to show at a field: the server's, or the rules' once the field was left; gaps only after an attempt. */
export const errorOf = (name: IntakeFieldName, snapshot: FormSnapshot): string | undefined => {
  const { problems, refused, visited, attempted, values } = snapshot;
  const problem =
    attempted || (visited.has(name) && !isBlank(values[name]) && values[name] !== false)
      ? problems[name]?.[0]
      : undefined;
  return refused[name]?.[0] ?? problem;
};
