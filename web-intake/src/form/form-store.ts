import { createContext, useContext, useSyncExternalStore } from 'react';
import { type IntakeErrors, intakeErrors } from '#domain/intake/intake.rules.ts';
import { type IntakeFieldName, intakeSections } from '#domain/intake/intake.sections.ts';
import type { IntakeFormValues } from '#domain/intake/intake-answers.ts';
import type { IntakeShortcut } from '#domain/intake/intake-field.ts';
import { type IntakeSubject, intakeSubject } from '#domain/intake/intake-wording.ts';
import { type IntakeEntries, toReport } from '#domain/intake/question-visibility.ts';
import { leftOut } from '#domain/managed-forms/form-options.ts';
import { questionErrors } from '#domain/managed-forms/form-questions.ts';
import type { PublicForm } from '#domain/managed-forms/public-form.ts';
import { addressesIn, filledByZip, isWholeZip, placeInLines, type ZipPlace } from '#domain/shared/forms/addresses.ts';
import { type FieldValue, isBlank, requiredMessageOf } from '#domain/shared/forms/field.ts';
import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';
import type { Language } from '#domain/shared/values/language.ts';
import type { FormFieldData } from './field-data.ts';
import { type FuneralHomeForm, homesForm } from './funeral-home-form.ts';

type Filled = [target: IntakeFieldName, value: FieldValue];

const shortcuts: readonly IntakeShortcut[] = intakeSections.flatMap((section) => section.shortcuts ?? []);

/** Texts that shortcuts write, as they are kept and reach a certificate; the page shows them in its language. */
export const writtenTexts: ReadonlySet<string> = new Set(
  shortcuts.flatMap(({ writes }) => Object.values(writes ?? {})),
);

/** What the shortcut makes of these values, field by field. */
const filledBy = ({ copies = {}, writes = {}, joins = {} }: IntakeShortcut, values: IntakeFormValues): Filled[] => {
  const valueIn = (name: string): FieldValue => values[name as IntakeFieldName];
  const joined = (parts: readonly (readonly string[])[]): string =>
    parts
      .map((names) => names.map(valueIn).filter(Boolean).join(' '))
      .filter(Boolean)
      .join(', ');
  return [
    ...Object.entries(copies).map(([target, source]) => [target, valueIn(source)]),
    ...Object.entries(writes),
    ...Object.entries(joins).map(([target, parts]) => [target, joined(parts)]),
  ] as Filled[];
};

/** Whether the fields say already what the shortcut would make of them: then it was ticked before. */
const says = (shortcut: IntakeShortcut, values: IntakeFormValues): boolean => {
  const filled = filledBy(shortcut, values);
  // A country says nothing: every address begins with the same one.
  const tells = ([target, value]: Filled) => value !== '' && !target.endsWith('_country');
  return filled.some(tells) && filled.every(([target, value]) => values[target] === value);
};

/** The shortcuts that were ticked when these values were kept. */
const tickedIn = (values: IntakeFormValues): ReadonlySet<IntakeShortcut> =>
  new Set(shortcuts.filter((shortcut) => says(shortcut, values)));

/** The values after the ticked shortcuts have followed their sources, also those that another shortcut fills. */
const followed = (entered: IntakeFormValues, ticked: ReadonlySet<IntakeShortcut>): IntakeFormValues => {
  let values = entered;
  for (const shortcut of shortcuts)
    if (ticked.has(shortcut)) values = { ...values, ...Object.fromEntries(filledBy(shortcut, values)) };
  return values;
};

/** The ticked shortcuts that do not fill this field: a person who types there keeps what was typed. */
const withoutThoseOf = (
  name: IntakeFieldName,
  ticked: ReadonlySet<IntakeShortcut>,
  values: IntakeFormValues,
): ReadonlySet<IntakeShortcut> =>
  new Set([...ticked].filter((shortcut) => filledBy(shortcut, values).every(([target]) => target !== name)));

const addresses = intakeSections.flatMap(({ fields }) => addressesIn(fields));

/** Fills blank cities, counties and states from ZIP codes as they are typed; without a connection nothing is filled. */
const zipFiller = (values: () => IntakeFormValues, fill: (filled: Partial<IntakeFormValues>) => void) => {
  const before = new Map<string, ZipPlace>();
  return async (name: string, typed: unknown): Promise<void> => {
    const address = addresses.find(({ zip }) => zip === name);
    if (!address || !isWholeZip(typed)) return;
    try {
      const { zips } = await import('virtual:zip-codes');
      const place = placeInLines(typed, (await zips[Number(typed[0])]?.())?.default ?? '');
      if (!place || values()[name as keyof IntakeFormValues] !== typed) return;
      fill(filledByZip(address, values(), place, before.get(name)));
      before.set(name, place);
    } catch {
      // The family types the place itself.
    }
  };
};

/** What the page knows about the form at one moment. */
export interface FormSnapshot extends IntakeEntries {
  /** What the entries say in documented values: this is judged, shown again and sent. */
  readonly report: IntakeFormValues;
  /** The home's own form, once it is known; none where the home has the form that every home has. */
  readonly form: FuneralHomeForm | undefined;
  /** The shortcuts whose fields follow others. */
  readonly ticked: ReadonlySet<IntakeShortcut>;
  /** Names of the fields that it leaves out. */
  readonly left: ReadonlySet<string>;
  /** Whom the report is about: the page's words follow it. */
  readonly about: IntakeSubject;
  /** Today where the family is; '' until the page is alive, so that the built page holds no date. */
  readonly today: CalendarDate;
  /** What the domain's rules say against the report, by field. */
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
  /** As the built page shows it. */
  getInitial: () => FormSnapshot;
  subscribe: (listener: () => void) => () => void;
  /** Takes over what the family entered; the rules follow when the typing pauses. */
  enter: (name: IntakeFieldName, value: FieldValue) => void;
  /** "I don't know", said or taken back; what was typed stays for whoever takes it back. */
  sayUnknown: (name: IntakeFieldName, notKnown: boolean) => void;
  /** Lets the fields of a shortcut follow their sources, or leaves them as they are from now on. */
  tick: (shortcut: IntakeShortcut, ticked: boolean) => void;
  setToday: (today: CalendarDate) => void;
  setForm: (form: PublicForm | null, language: Language) => void;
  visit: (name: IntakeFieldName) => void;
  /** Runs the rules at once and shows every gap. */
  attempt: () => void;
  refuse: (errors: IntakeErrors) => void;
  reset: (entered: IntakeEntries) => void;
}

/** The state of the form outside React's tree, so that a keystroke renders one control and not a hundred. */
export const createFormStore = (initial: IntakeFormValues): FormStore => {
  const derived = (entered: IntakeEntries, today: CalendarDate, form: FuneralHomeForm | undefined) => {
    const report = toReport(entered, today, form?.shape);
    return { report, about: intakeSubject(report, today, form?.form.kind), left: leftOut(form?.shape, entered.values) };
  };
  const untouched = { values: initial, notKnown: new Set<IntakeFieldName>() };
  const nothing = {
    ...untouched,
    ...derived(untouched, '', undefined),
    form: undefined,
    ticked: new Set<IntakeShortcut>(),
    today: '',
    refused: {},
    visited: new Set<IntakeFieldName>(),
    attempted: false,
  };
  const first: FormSnapshot = { ...nothing, problems: intakeErrors(nothing.report, '') };
  let snapshot = first;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let left: IntakeFieldName[] = [];
  const listeners = new Set<() => void>();
  const update = (change: Partial<FormSnapshot>): void => {
    const next = { ...snapshot, ...change };
    const entered = next.values !== snapshot.values || next.notKnown !== snapshot.notKnown;
    const other = next.today !== snapshot.today || next.form !== snapshot.form;
    snapshot = entered || other ? { ...next, ...derived(next, next.today, next.form) } : next;
    for (const listener of listeners) listener();
  };
  const check = (change: Partial<FormSnapshot> = {}): void => {
    clearTimeout(timer);
    const { values, notKnown, today, visited, form } = { ...snapshot, ...change };
    const silent = leftOut(form?.shape, values);
    const found = intakeErrors(toReport({ values, notKnown }, today, form?.shape), today);
    for (const name of silent) delete found[name as IntakeFieldName];
    const problems = {
      ...found,
      ...questionErrors(form?.questions ?? [], values),
    };
    update({ ...change, visited: new Set([...visited, ...left]), problems });
    left = [];
  };
  const checkSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(check, settleMs);
  };
  const change = (names: readonly string[], changed: Partial<FormSnapshot>): void => {
    const refused = { ...snapshot.refused };
    for (const name of names as IntakeFieldName[]) delete refused[name];
    checkSoon();
    update({ ...changed, refused });
  };
  const enter = (entered: IntakeFormValues, ticked: ReadonlySet<IntakeShortcut>): void => {
    const values = followed(entered, ticked);
    const names = Object.keys(values).filter(
      (name) => values[name as IntakeFieldName] !== snapshot.values[name as IntakeFieldName],
    );
    change(names, { values, ticked });
  };
  const fillFromZip = zipFiller(
    () => snapshot.values,
    (filled) => enter({ ...snapshot.values, ...filled }, snapshot.ticked),
  );
  return {
    get: () => snapshot,
    getInitial: () => first,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    enter: (name, value) => {
      enter({ ...snapshot.values, [name]: value }, withoutThoseOf(name, snapshot.ticked, snapshot.values));
      void fillFromZip(name, value);
    },
    sayUnknown: (name, said) => {
      const notKnown = new Set(snapshot.notKnown);
      if (said) notKnown.add(name);
      else notKnown.delete(name);
      change([name], { notKnown });
    },
    tick: (shortcut, said) => {
      const ticked = new Set(snapshot.ticked);
      if (said) ticked.add(shortcut);
      else ticked.delete(shortcut);
      enter(snapshot.values, ticked);
    },
    setToday: (today) => check({ today }),
    setForm: (form, language) => {
      if (form) check({ form: homesForm(form, language) });
    },
    visit: (name) => {
      left.push(name);
      checkSoon();
    },
    attempt: () => check({ attempted: true }),
    refuse: (refused) => update({ refused }),
    reset: (entered) => {
      left = [];
      const ticked = tickedIn(entered.values);
      check({ ...nothing, ...entered, ticked, today: snapshot.today, form: snapshot.form });
    },
  };
};

export const FormStoreContext = createContext<FormStore | undefined>(undefined);

export const useFormStore = (): FormStore => {
  const store = useContext(FormStoreContext);
  if (!store) throw new Error('FormStoreContext is missing');
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
export const errorOf = ({ name }: FormFieldData, snapshot: FormSnapshot): string | undefined => {
  const { problems, refused, visited, attempted, values } = snapshot;
  const problem =
    attempted || (visited.has(name) && !isBlank(values[name]) && values[name] !== false)
      ? problems[name]?.[0]
      : undefined;
  return refused[name]?.[0] ?? problem;
};

/** Whether a message says that nothing was entered, and not that something is wrong. */
export const isMissing = (field: FormFieldData, message: string): boolean => message === requiredMessageOf(field);
