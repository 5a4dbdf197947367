import { createContext, useContext, useSyncExternalStore } from 'react';
import { type IntakeErrors, type IntakeFormValues, intakeErrors } from '#domain/intake/intake.rules.ts';
import { type IntakeFieldName, intakeFields, intakeSections } from '#domain/intake/intake.sections.ts';
import { type IntakeShortcut, intakeConditions, shortcutKey } from '#domain/intake/intake-field.ts';
import { type IntakeSubject, intakeSubject } from '#domain/intake/intake-wording.ts';
import { type IntakeEntries, toReport } from '#domain/intake/question-visibility.ts';
import { leftOut } from '#domain/managed-forms/form-options.ts';
import { questionErrors } from '#domain/managed-forms/form-questions.ts';
import type { PublicForm } from '#domain/managed-forms/public-form.ts';
import { addressesIn, filledByZip, placeInLines, wholeZipOf, type ZipPlace } from '#domain/shared/forms/addresses.ts';
import { type FieldValue, isBlank, requiredMessageOf } from '#domain/shared/forms/field.ts';
import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';
import type { Language } from '#domain/shared/values/language.ts';
import { type FormFieldData, type FuneralHomeForm, homesForm } from './funeral-home-form.ts';

type Filled = [target: IntakeFieldName, value: FieldValue];

const shortcuts: readonly IntakeShortcut[] = intakeSections.flatMap((section) => section.shortcuts ?? []);

const textFields = new Set(intakeFields.filter(({ field }) => field.kind === 'text').map(({ field }) => field.name));

/** Texts that shortcuts write are stored in English, for the certificate; the page translates them. */
export const writtenTexts: ReadonlySet<string> = new Set(
  shortcuts.flatMap(({ writes = {} }) =>
    Object.entries(writes).flatMap(([name, value]) => (textFields.has(name as IntakeFieldName) ? [value] : [])),
  ),
);

/** Returns whether the page offers a shortcut for these values. */
export const isOffered = ({ offeredIf }: IntakeShortcut, values: IntakeFormValues): boolean =>
  !offeredIf || intakeConditions[offeredIf](values, '');

/** Returns whether the family is the next of kin, as the form begins. */
export const isNextOfKin = ({ ticked }: Pick<FormSnapshot, 'ticked'>): boolean =>
  [...ticked].some(({ copies = {} }) => copies.informant_phone === 'submitter_phone');

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

/** Returns the buttons below a field. */
export const buttonsBelow = (field: string): readonly IntakeShortcut[] =>
  shortcuts.filter(({ isButton, before }) => isButton && before === field);

/** Returns whether the home's form asks for something that a shortcut fills. */
export const fillsAsked = ({ copies, writes, joins }: IntakeShortcut, omittedFields: ReadonlySet<string>): boolean =>
  Object.keys({ ...copies, ...writes, ...joins }).some((name) => !omittedFields.has(name));

/** Returns the name that a button for a last name enters, '' if there is none; undefined for other buttons. */
export const lastNameOf = (
  { copies = {} }: IntakeShortcut,
  { values, notKnown }: IntakeEntries,
): string | undefined => {
  const [source] = Object.values(copies) as IntakeFieldName[];
  return source && (notKnown.has(source) ? '' : String(values[source]).trim());
};

/** Returns the values without what a shortcut filled in `before`. */
const withoutFilled = (
  shortcut: IntakeShortcut,
  before: IntakeFormValues,
  values: IntakeFormValues,
  initial: IntakeFormValues,
): IntakeFormValues => {
  const filled = filledBy(shortcut, before).filter(([target, value]) => values[target] === value);
  return { ...values, ...Object.fromEntries(filled.map(([target]) => [target, initial[target]])) };
};

/** Shortcuts may follow fields that another one fills. What one filled goes once it is no longer offered. */
const withShortcutsApplied = (
  entered: IntakeFormValues,
  ticked: ReadonlySet<IntakeShortcut>,
  before: IntakeFormValues,
  initial: IntakeFormValues,
): IntakeFormValues => {
  let values = entered;
  for (const shortcut of shortcuts) {
    if (!ticked.has(shortcut)) continue;
    if (isOffered(shortcut, values)) values = { ...values, ...Object.fromEntries(filledBy(shortcut, values)) };
    else if (isOffered(shortcut, before)) values = withoutFilled(shortcut, before, values, initial);
  }
  return values;
};

const withoutShortcutsFilling = (
  name: IntakeFieldName,
  ticked: ReadonlySet<IntakeShortcut>,
  values: IntakeFormValues,
): ReadonlySet<IntakeShortcut> =>
  new Set([...ticked].filter((shortcut) => filledBy(shortcut, values).every(([target]) => target !== name)));

/**
 * Another phone number or place is someone else's, so that the email or address that a default copied with it goes.
 * Its first copy is the number or the place.
 */
const withoutCopiesBeside = (
  name: IntakeFieldName,
  entered: FieldValue,
  { ticked, values }: Pick<FormSnapshot, 'ticked' | 'values'>,
  initial: IntakeFormValues,
): IntakeFormValues =>
  [...ticked].reduce((rest, shortcut) => {
    const [target, source = ''] = Object.entries(shortcut.copies ?? {})[0] ?? [];
    const own = String(values[source as IntakeFieldName]);
    const isOther = own === '' || !String(entered).includes(own);
    return shortcut.isDefault && target === name && isOther ? withoutFilled(shortcut, values, rest, initial) : rest;
  }, values);

/** An email and “We have no email” exclude each other: the later one counts. */
const withoutContradiction = (name: IntakeFieldName, values: IntakeFormValues): IntakeFormValues => {
  if (name === 'no_email' && values.no_email) return { ...values, submitter_email: '' };
  return name === 'submitter_email' && values.submitter_email ? { ...values, no_email: false } : values;
};

const addresses = intakeSections.flatMap(({ fields }) => addressesIn(fields));

/** Fills blank cities, counties and states from ZIP codes; offline nothing is filled. */
const zipFiller = (values: () => IntakeFormValues, fill: (filled: Partial<IntakeFormValues>) => void) => {
  const before = new Map<string, ZipPlace | null>();
  return async (name: string, typed: unknown): Promise<void> => {
    const address = addresses.find(({ zip }) => zip === name);
    const zip = wholeZipOf(typed);
    if (!address || !zip) return;
    try {
      const { zips } = await import('virtual:zip-codes');
      const place = placeInLines(zip, (await zips[Number(zip[0])]?.())?.default ?? '') ?? null;
      if (values()[name as keyof IntakeFormValues] !== typed) return;
      fill(filledByZip(address, values(), place, before.get(name)));
      before.set(name, place);
    } catch {
      // The family types the place.
    }
  };
};

export interface FormSnapshot extends IntakeEntries {
  /** The entries in documented values, which are validated, shown and sent. */
  readonly report: IntakeFormValues;
  /** Undefined for the standard form. */
  readonly form: FuneralHomeForm | undefined;
  readonly ticked: ReadonlySet<IntakeShortcut>;
  /** Fields that the home's form omits. */
  readonly omittedFields: ReadonlySet<string>;
  /** The subject decides the page's words. */
  readonly subject: IntakeSubject;
  /** Today for the family; '' before hydration, so that the built page has no date. */
  readonly today: CalendarDate;
  /** Errors of the domain's rules, by field. */
  readonly problems: IntakeErrors;
  readonly serverErrors: IntakeErrors;
  /** Fields that lost the focus at least once. */
  readonly visited: ReadonlySet<IntakeFieldName>;
  /** After an attempt to submit every gap is shown. */
  readonly attempted: boolean;
}

/**
 * The rules run after this pause. A message that appears between press and release would move the tapped element away.
 */
const settleMs = 250;

export interface FormStore {
  get: () => FormSnapshot;
  getInitial: () => FormSnapshot;
  subscribe: (listener: () => void) => () => void;
  /** Stores an entry; the rules run when typing pauses. */
  enter: (name: IntakeFieldName, value: FieldValue) => void;
  /** Sets or removes "I don't know"; the typed text stays. */
  setUnknown: (name: IntakeFieldName, notKnown: boolean) => void;
  tick: (shortcut: IntakeShortcut, ticked: boolean) => void;
  setToday: (today: CalendarDate) => void;
  setForm: (form: PublicForm | null, language: Language) => void;
  visit: (name: IntakeFieldName) => void;
  /** Runs the rules at once and shows every gap. */
  attempt: () => void;
  setServerErrors: (errors: IntakeErrors) => void;
  /** `ticked` has the shortcuts of a draft (`shortcutKey`); without it the defaults are checked. */
  reset: (entered: IntakeEntries, ticked?: readonly string[]) => void;
}

/** Outside React's tree, so that a keystroke renders one control and not a hundred. */
export const createFormStore = (initial: IntakeFormValues): FormStore => {
  const derived = (entered: IntakeEntries, today: CalendarDate, form: FuneralHomeForm | undefined) => {
    const report = toReport(entered, today, form?.shape);
    return {
      report,
      subject: intakeSubject(report, today, form?.form.kind),
      omittedFields: leftOut(form?.shape, entered.values),
    };
  };
  const untouched = { values: initial, notKnown: new Set<IntakeFieldName>() };
  const nothing = {
    ...untouched,
    ...derived(untouched, '', undefined),
    form: undefined,
    ticked: new Set(shortcuts.filter(({ isDefault }) => isDefault)),
    today: '',
    serverErrors: {},
    visited: new Set<IntakeFieldName>(),
    attempted: false,
  };
  const first: FormSnapshot = { ...nothing, problems: intakeErrors(nothing.report, '') };
  let snapshot = first;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let leftNames: IntakeFieldName[] = [];
  const listeners = new Set<() => void>();
  const update = (change: Partial<FormSnapshot>): void => {
    const next = { ...snapshot, ...change };
    const hasEntryChanged = next.values !== snapshot.values || next.notKnown !== snapshot.notKnown;
    const hasContextChanged = next.today !== snapshot.today || next.form !== snapshot.form;
    snapshot = hasEntryChanged || hasContextChanged ? { ...next, ...derived(next, next.today, next.form) } : next;
    for (const listener of listeners) listener();
  };
  const check = (change: Partial<FormSnapshot> = {}): void => {
    clearTimeout(timer);
    const { values, notKnown, today, visited, form } = { ...snapshot, ...change };
    const silent = leftOut(form?.shape, values);
    const intakeProblems = intakeErrors(toReport({ values, notKnown }, today, form?.shape), today);
    for (const name of silent) delete intakeProblems[name as IntakeFieldName];
    const problems = {
      ...intakeProblems,
      ...questionErrors(form?.questions ?? [], values),
    };
    update({ ...change, visited: new Set([...visited, ...leftNames]), problems });
    leftNames = [];
  };
  const checkSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(check, settleMs);
  };
  const change = (names: readonly string[], changed: Partial<FormSnapshot>): void => {
    const serverErrors = { ...snapshot.serverErrors };
    for (const name of names as IntakeFieldName[]) delete serverErrors[name];
    checkSoon();
    update({ ...changed, serverErrors });
  };
  const enter = (
    entered: IntakeFormValues,
    ticked: ReadonlySet<IntakeShortcut>,
    notKnown: FormSnapshot['notKnown'] = snapshot.notKnown,
  ): void => {
    const values = withShortcutsApplied(entered, ticked, snapshot.values, initial);
    const names = Object.keys(values).filter(
      (name) => values[name as IntakeFieldName] !== snapshot.values[name as IntakeFieldName],
    );
    change(names, { values, ticked, notKnown });
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
      const values = withoutCopiesBeside(name, value, snapshot, initial);
      const entered = withoutContradiction(name, { ...values, [name]: value });
      enter(entered, withoutShortcutsFilling(name, snapshot.ticked, snapshot.values));
      void fillFromZip(name, value);
    },
    setUnknown: (name, isUnknown) => {
      const notKnown = new Set(snapshot.notKnown);
      if (isUnknown) notKnown.add(name);
      else notKnown.delete(name);
      change([name], { notKnown });
    },
    tick: (shortcut, isTicked) => {
      const { values } = snapshot;
      const filled = filledBy(shortcut, values).map(([target]) => target);
      const ticked = new Set(
        isTicked
          ? // Two that fill one field cannot both be followed.
            filled.reduce((rest, name) => withoutShortcutsFilling(name, rest, values), snapshot.ticked)
          : snapshot.ticked,
      );
      if (isTicked) ticked.add(shortcut);
      else ticked.delete(shortcut);
      const notKnown = isTicked
        ? new Set([...snapshot.notKnown].filter((name) => !filled.includes(name)))
        : snapshot.notKnown;
      enter(isTicked ? values : withoutFilled(shortcut, values, values, initial), ticked, notKnown);
    },
    setToday: (today) => check({ today }),
    setForm: (form, language) => {
      if (form) check({ form: homesForm(form, language) });
    },
    visit: (name) => {
      leftNames.push(name);
      checkSoon();
    },
    attempt: () => check({ attempted: true }),
    setServerErrors: (serverErrors) => update({ serverErrors }),
    reset: (entered, keys) => {
      leftNames = [];
      const ticked = keys
        ? new Set(shortcuts.filter((shortcut) => keys.includes(shortcutKey(shortcut))))
        : nothing.ticked;
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

/** `select` must return a primitive or an object of the snapshot. */
export const useFormSnapshot = <T>(select: (snapshot: FormSnapshot) => T): T => {
  const store = useFormStore();
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.get()),
    () => select(store.getInitial()),
  );
};

/** Returns the server's message, or the rules' once the field lost the focus; gaps only after an attempt. */
export const errorOf = ({ name }: FormFieldData, snapshot: FormSnapshot): string | undefined => {
  const { problems, serverErrors, visited, attempted, values } = snapshot;
  const problem =
    attempted || (visited.has(name) && !isBlank(values[name]) && values[name] !== false)
      ? problems[name]?.[0]
      : undefined;
  return serverErrors[name]?.[0] ?? problem;
};

/** Returns whether a message reports a gap. */
export const isMissing = (field: FormFieldData, message: string): boolean => message === requiredMessageOf(field);
