import { firstCallEndpoints } from '#domain/first-calls/first-call.endpoints.ts';
import { firstCallErrors, hasAnswers, missingInFirstCall } from '#domain/first-calls/first-call.rules.ts';
import type { FirstCall, FirstCallKin } from '#domain/first-calls/first-call.schema.ts';
import { firstCallFields, firstCallKinFields } from '#domain/first-calls/first-call.sections.ts';
import { ApiError, conflictOf, isTransientError } from '#domain/shared/contract/client.ts';
import { canonicalValue, formValue } from '#domain/shared/forms/canonical.ts';
import { findMergeConflicts, type MergeConflict } from '#domain/shared/forms/entries-merge.ts';
import { type FormField, isBlank } from '#domain/shared/forms/field.ts';
import type { HomeClock } from '#domain/shared/values/date-time.ts';
import { type Answers, answerNames, answerOfPath, hasOneLetter, kinField, labelOfAnswer } from './first-call-text.ts';
import type { FirstCallSaved } from './mutations.ts';
import type { FirstCallDraft } from './parts/offline-calls.ts';

interface CallContext {
  by: string;
  /** 'YYYY-MM-DDTHH:MM' in the home's time zone. */
  at: string;
  today: string;
  clock?: HomeClock;
}

const homeField = 'assigned_location';
const names: readonly string[] = [...answerNames, homeField];

const fieldOf = (name: string): FormField => {
  const own = kinField[name];
  const candidates: readonly FormField[] = own ? firstCallKinFields : firstCallFields;
  const field = candidates.find((candidate) => candidate.name === (own ?? name));
  if (!field) throw new Error(`Unknown first-call field ${name}`);
  return { ...field, name };
};
const fields: readonly FormField[] = names.map(fieldOf);
/** The server's form: a phone as digits, yes/no as booleans. */
const canonical = (field: FormField, value: unknown): string =>
  isBlank(value) || (field.kind === 'checkbox' && value !== true && value !== 'true')
    ? ''
    : String(formValue(field, canonicalValue(field, value)) ?? '');

const answersOfDraft = ({
  answers,
  location,
}: Pick<FirstCallDraft, 'answers' | 'location'>): Record<string, string> => {
  const entered: Answers = { ...answers, [homeField]: location };
  const canonicalEntries = fields.map((field) => [field.name, canonical(field, entered[field.name])] as const);
  // The confirmation of a one-letter name does not apply to a longer one.
  const isAsked = (name: string) =>
    !name.endsWith('_whole_name') || hasOneLetter(answers, name === 'kin_whole_name' ? 'kin' : 'deceased');
  return Object.fromEntries(canonicalEntries.filter(([name, value]) => value && isAsked(name)));
};

const sentAs = (name: string, value = ''): string | boolean =>
  fieldOf(name).kind === 'checkbox' ? value === 'true' : value;

const kinOf = (nextOfKinList: readonly FirstCallKin[], id: string | undefined): FirstCallKin | undefined =>
  nextOfKinList.find((nextOfKin) => nextOfKin.id === id) ?? nextOfKinList[0];

const answersOfSheet = (sheet: FirstCall, kinId: string | undefined): Record<string, string> => {
  const nextOfKin: Readonly<Record<string, unknown>> = kinOf(sheet.next_of_kins, kinId) ?? {};
  const all: Readonly<Record<string, unknown>> = { ...sheet, [homeField]: sheet.funeral_home_id };
  const valuesByField = fields.map(
    (field) =>
      [
        field.name,
        canonical(field, kinField[field.name] ? nextOfKin[kinField[field.name] ?? ''] : all[field.name]),
      ] as const,
  );
  return Object.fromEntries(valuesByField.filter(([, value]) => value));
};

const withoutBlanks = (values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isBlank(value)));

const kinValues = (answers: Answers): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(answers).flatMap(([name, value]) => (kinField[name] ? [[kinField[name], sentAs(name, value)]] : [])),
  );

export const sheetOf = (call: FirstCallDraft, { by, at }: CallContext): Record<string, unknown> => {
  const answers = answersOfDraft(call);
  const nextOfKin = withoutBlanks(kinValues(answers));
  return {
    ...Object.fromEntries(
      Object.entries(answers).flatMap(([name, value]) => (kinField[name] ? [] : [[name, sentAs(name, value)]])),
    ),
    ...(Object.keys(nextOfKin).length ? { next_of_kins: [nextOfKin] } : {}),
    call_taken_by: by,
    call_received_at: at,
  };
};

/** Malformed answers, such as half a phone number, wait until they are valid. */
const malformedNames = (call: FirstCallDraft, context: CallContext): ReadonlySet<string> =>
  new Set(
    Object.keys(
      firstCallErrors(sheetOf(call, context), { today: context.today, stage: 'draft', clock: context.clock }),
    ).map((path) => answerOfPath(path) ?? path),
  );

/** Returns the first request; undefined while no fact of the death is known. */
const newSheetInput = (call: FirstCallDraft, context: CallContext): FirstCallSaved | undefined => {
  const wrong = malformedNames(call, context);
  const answers = Object.fromEntries(Object.entries(call.answers).filter(([name]) => !wrong.has(name)));
  const body = sheetOf({ ...call, answers }, context);
  return hasAnswers(body) ? body : undefined;
};

/** Returns the answers that differ from the sheet as last known. */
export const changedNames = (call: FirstCallDraft): string[] => {
  const answers = answersOfDraft(call);
  return names.filter((name) => (answers[name] ?? '') !== (call.sheet?.base[name] ?? ''));
};

/** Returns the valid answers that differ from the last sheet; undefined if none do. */
const changeOf = (call: FirstCallDraft, context: CallContext): FirstCallSaved | undefined => {
  const { sheet } = call;
  if (!sheet) return undefined;
  const answers = answersOfDraft(call);
  const wrong = malformedNames(call, context);
  const changed = changedNames(call).filter((name) => !wrong.has(name));
  if (changed.length === 0) return undefined;
  const own = changed.filter((name) => !kinField[name]).map((name) => [name, sentAs(name, answers[name])]);
  return {
    ...Object.fromEntries(own),
    ...(changed.some((name) => kinField[name]) ? { next_of_kins: kinsWith(sheet, answers, changed) } : {}),
    id: sheet.id,
    version: sheet.version,
  };
};

const kinNames = new Set<string>(['id', ...firstCallKinFields.map(({ name }) => name)]);

/** Returns the sheet's next of kin with the call's values of its own. */
const kinsWith = (
  { kins: nextOfKinList, kin: nextOfKin }: NonNullable<FirstCallDraft['sheet']>,
  answers: Answers,
  changed: readonly string[],
) => {
  const changedValues = Object.fromEntries(
    changed.flatMap((name) => (kinField[name] ? [[kinField[name], sentAs(name, answers[name])]] : [])),
  );
  const own = kinOf(nextOfKinList, nextOfKin);
  const storedList = nextOfKinList.map((entry) =>
    Object.fromEntries(Object.entries(entry).filter(([name, value]) => kinNames.has(name) && !isBlank(value))),
  );
  return own
    ? storedList.map((entry) => (entry.id === own.id ? { ...entry, ...changedValues } : entry))
    : [changedValues];
};

export const rebaseOnSheet = (call: FirstCallDraft, sheet: FirstCall, today: string): FirstCallDraft => {
  const { begun: _, ...rest } = call;
  const nextOfKin = kinOf(sheet.next_of_kins, call.sheet?.kin)?.id;
  return {
    ...rest,
    sheet: {
      id: sheet.id,
      version: sheet.version,
      isDraft: sheet.status === 'draft',
      isWhole: missingInFirstCall(sheet, { today, stage: 'active' }).length === 0,
      base: answersOfSheet(sheet, nextOfKin),
      kins: sheet.next_of_kins,
      ...(nextOfKin ? { kin: nextOfKin } : {}),
    },
  };
};

interface Merged {
  call: FirstCallDraft;
  accepted: readonly MergeConflict[];
  contested: readonly MergeConflict[];
}

/**
 * Merges with a colleague's saves field by field: their changes are accepted, the call's stay, and a field that both
 * changed keeps the call's answer until the user chooses.
 */
const mergeWithSheet = (call: FirstCallDraft, current: FirstCall): Merged => {
  const [mine, theirs] = [answersOfDraft(call), answersOfSheet(current, call.sheet?.kin)];
  const conflicts = findMergeConflicts(fields, { base: call.sheet?.base ?? {}, mine, theirs } as Sides).map(
    (collision) => ({
      ...collision,
      field: { ...collision.field, label: labelOfAnswer[collision.field.name] ?? collision.field.label },
    }),
  );
  const accepted = conflicts.filter(({ contested }) => !contested);
  // The customer of the next of kin follows the chosen name.
  const contested = conflicts.filter((collision) => collision.contested && collision.field.name !== 'kin_customer');
  return { call: withCustomerOfName(withAnswers(call, accepted), mine, theirs), accepted, contested };
};
type Sides = Parameters<typeof findMergeConflicts>[1];

/** Returns the call with the user's choices of contested fields, and the rest merged. */
export const applyChoices = (
  call: FirstCallDraft,
  { current, contested }: { current: FirstCall; contested: readonly MergeConflict[] },
  choices: Readonly<Record<string, 'mine' | 'theirs'>>,
): FirstCallDraft => {
  const theirs = contested.filter(({ field }) => choices[field.name] === 'theirs');
  const merged = withAnswers(mergeWithSheet(call, current).call, theirs);
  return withCustomerOfName(merged, answersOfDraft(call), answersOfSheet(current, call.sheet?.kin));
};

const nameOfKin = (answers: Answers): string =>
  JSON.stringify([answers.kin_first_name ?? '', answers.kin_last_name ?? '']);

/** The customer is that of the chosen name; a name combined of both, or typed again, has none. */
const withCustomerOfName = (call: FirstCallDraft, mine: Answers, theirs: Answers): FirstCallDraft => {
  if (nameOfKin(mine) === nameOfKin(theirs)) return call;
  const name = nameOfKin(answersOfDraft(call));
  const answersWithName = [mine, theirs].find((answers) => nameOfKin(answers) === name);
  const customer = answersWithName?.kin_customer ?? '';
  return customer === (call.answers.kin_customer ?? '')
    ? call
    : { ...call, answers: { ...call.answers, kin_customer: customer } };
};

const withAnswers = (call: FirstCallDraft, chosen: readonly MergeConflict[]): FirstCallDraft => {
  const answers = {
    ...call.answers,
    ...Object.fromEntries(chosen.map(({ field, theirs }) => [field.name, `${theirs}`])),
  };
  const { [homeField]: location, ...own } = answers;
  return { ...call, location: location || call.location, answers: own };
};

export interface SyncWith {
  call: () => FirstCallDraft;
  /** Changes the current call, and stores it on this device first. */
  update: (change: (call: FirstCallDraft) => FirstCallDraft) => Promise<void>;
  callContext: () => CallContext;
  save: (body: FirstCallSaved, idempotencyKey?: string) => Promise<FirstCall>;
  activate: (id: string) => Promise<FirstCall>;
}

export interface MergedChanges {
  by: string;
  accepted: readonly MergeConflict[];
}

/**
 * `saved`: the server has everything; `idle`: nothing to send yet; `waiting`: the server is unreachable or busy;
 * `contested`: the user must choose; `closed`: the sheet was converted; `gone`: it was deleted.
 */
export type Synced = { mergedChanges: readonly MergedChanges[] } & (
  | { kind: 'idle' | 'waiting' }
  | { kind: 'gone' }
  | { kind: 'saved'; id: string }
  | { kind: 'contested'; current: FirstCall; by: string; contested: readonly MergeConflict[] }
  | { kind: 'closed'; current: FirstCall }
  | { kind: 'refused'; error: unknown }
);

/** More conflicts than two concurrent editors cause. */
const maxTries = 5;

const conflictText = 'Some answers conflict. Please check them.';

const statusOf = (error: unknown): number | undefined => (error instanceof ApiError ? error.status : undefined);
const isLost = (error: unknown): boolean => isTransientError(error) || statusOf(error) === 401;
const currentOf = (error: unknown): FirstCall | undefined => conflictOf(firstCallEndpoints.update, error)?.current;

/**
 * Sends a call to the server: creates its sheet once however often it is sent, saves changes since the known version,
 * and merges concurrent saves field by field.
 */
export const syncCall = async ({ call, update, callContext, save, activate }: SyncWith): Promise<Synced> => {
  const mergedChanges: MergedChanges[] = [];
  const rebase = (sheet: FirstCall) => update((now) => rebaseOnSheet(now, sheet, callContext().today));
  try {
    if (!call().sheet) {
      const firstInput = call().begun ?? newSheetInput(call(), callContext());
      if (!firstInput) return { kind: 'idle', mergedChanges };
      // Stored first: if the outcome stays unknown, the same request is sent again.
      await update((now) => ({ ...now, begun: firstInput }));
      await rebase(await save(firstInput, call().key));
    }
    for (let tries = 0; tries < maxTries; tries++) {
      const change = changeOf(call(), callContext());
      if (!change) break;
      try {
        await rebase(await save(change));
      } catch (error) {
        const current = currentOf(error);
        if (!current) throw error;
        if (current.status === 'converted') return { kind: 'closed', current, mergedChanges };
        const by = current.updated_by_name ?? 'Someone else';
        const merged = mergeWithSheet(call(), current);
        if (merged.contested.length > 0)
          return { kind: 'contested', current, by, contested: merged.contested, mergedChanges };
        if (merged.accepted.length > 0) mergedChanges.push({ by, accepted: merged.accepted });
        await update((now) => rebaseOnSheet(mergeWithSheet(now, current).call, current, callContext().today));
      }
    }
    const { sheet, ready } = call();
    if (!sheet || changeOf(call(), callContext())) return { kind: 'waiting', mergedChanges };
    if (ready && changedNames(call()).length > 0)
      return { kind: 'refused', error: new ApiError(400, conflictText), mergedChanges };
    if (ready && sheet.isDraft && sheet.isWhole) await rebase(await activate(sheet.id));
    return { kind: 'saved', id: sheet.id, mergedChanges };
  } catch (error) {
    if (isLost(error)) return { kind: 'waiting', mergedChanges };
    if (statusOf(error) === 404 && call().sheet) return { kind: 'gone', mergedChanges };
    return { kind: 'refused', error, mergedChanges };
  }
};
