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
import type { FirstCallDraft } from './parts/kept-calls.ts';

interface Taken {
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
  const found: readonly FormField[] = own ? firstCallKinFields : firstCallFields;
  const field = found.find((one) => one.name === (own ?? name));
  if (!field) throw new Error(`Unknown first-call field ${name}`);
  return { ...field, name };
};
const fields: readonly FormField[] = names.map(fieldOf);
/** The server's form: a phone as digits, yes/no as booleans. */
const canonical = (field: FormField, value: unknown): string =>
  isBlank(value) || (field.kind === 'checkbox' && value !== true && value !== 'true')
    ? ''
    : String(formValue(field, canonicalValue(field, value)) ?? '');

const saidIn = ({ answers, location }: Pick<FirstCallDraft, 'answers' | 'location'>): Record<string, string> => {
  const said: Answers = { ...answers, [homeField]: location };
  const kept = fields.map((field) => [field.name, canonical(field, said[field.name])] as const);
  // The confirmation of a one-letter name does not apply to a longer one.
  const asked = (name: string) =>
    !name.endsWith('_whole_name') || hasOneLetter(answers, name === 'kin_whole_name' ? 'kin' : 'deceased');
  return Object.fromEntries(kept.filter(([name, value]) => value && asked(name)));
};

const sentAs = (name: string, value = ''): string | boolean =>
  fieldOf(name).kind === 'checkbox' ? value === 'true' : value;

const kinOf = (nextOfKinList: readonly FirstCallKin[], id: string | undefined): FirstCallKin | undefined =>
  nextOfKinList.find((nextOfKin) => nextOfKin.id === id) ?? nextOfKinList[0];

const saidBy = (sheet: FirstCall, kinId: string | undefined): Record<string, string> => {
  const nextOfKin: Readonly<Record<string, unknown>> = kinOf(sheet.next_of_kins, kinId) ?? {};
  const all: Readonly<Record<string, unknown>> = { ...sheet, [homeField]: sheet.funeral_home_id };
  const said = fields.map(
    (field) =>
      [
        field.name,
        canonical(field, kinField[field.name] ? nextOfKin[kinField[field.name] ?? ''] : all[field.name]),
      ] as const,
  );
  return Object.fromEntries(said.filter(([, value]) => value));
};

const withoutBlanks = (values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isBlank(value)));

const kinValues = (said: Answers): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(said).flatMap(([name, value]) => (kinField[name] ? [[kinField[name], sentAs(name, value)]] : [])),
  );

export const sheetOf = (call: FirstCallDraft, { by, at }: Taken): Record<string, unknown> => {
  const said = saidIn(call);
  const nextOfKin = withoutBlanks(kinValues(said));
  return {
    ...Object.fromEntries(
      Object.entries(said).flatMap(([name, value]) => (kinField[name] ? [] : [[name, sentAs(name, value)]])),
    ),
    ...(Object.keys(nextOfKin).length ? { next_of_kins: [nextOfKin] } : {}),
    call_taken_by: by,
    call_received_at: at,
  };
};

/** Malformed answers, such as half a phone number, wait until they are valid. */
const malformed = (call: FirstCallDraft, taken: Taken): ReadonlySet<string> =>
  new Set(
    Object.keys(firstCallErrors(sheetOf(call, taken), { today: taken.today, stage: 'draft', clock: taken.clock })).map(
      (path) => answerOfPath(path) ?? path,
    ),
  );

/** Returns the first request; undefined while no fact of the death is known. */
const newSheetInput = (call: FirstCallDraft, taken: Taken): FirstCallSaved | undefined => {
  const wrong = malformed(call, taken);
  const answers = Object.fromEntries(Object.entries(call.answers).filter(([name]) => !wrong.has(name)));
  const body = sheetOf({ ...call, answers }, taken);
  return hasAnswers(body) ? body : undefined;
};

/** Returns the answers that differ from the sheet as last known. */
export const changedNames = (call: FirstCallDraft): string[] => {
  const said = saidIn(call);
  return names.filter((name) => (said[name] ?? '') !== (call.sheet?.base[name] ?? ''));
};

/** Returns the valid answers that differ from the last sheet; undefined if none do. */
const changeOf = (call: FirstCallDraft, taken: Taken): FirstCallSaved | undefined => {
  const { sheet } = call;
  if (!sheet) return undefined;
  const said = saidIn(call);
  const wrong = malformed(call, taken);
  const changed = changedNames(call).filter((name) => !wrong.has(name));
  if (changed.length === 0) return undefined;
  const own = changed.filter((name) => !kinField[name]).map((name) => [name, sentAs(name, said[name])]);
  return {
    ...Object.fromEntries(own),
    ...(changed.some((name) => kinField[name]) ? { next_of_kins: kinsWith(sheet, said, changed) } : {}),
    id: sheet.id,
    version: sheet.version,
  };
};

const kinNames = new Set<string>(['id', ...firstCallKinFields.map(({ name }) => name)]);

/** Returns the sheet's next of kin with the call's values of its own. */
const kinsWith = (
  { kins: nextOfKinList, kin: nextOfKin }: NonNullable<FirstCallDraft['sheet']>,
  said: Answers,
  changed: readonly string[],
) => {
  const mine = Object.fromEntries(
    changed.flatMap((name) => (kinField[name] ? [[kinField[name], sentAs(name, said[name])]] : [])),
  );
  const own = kinOf(nextOfKinList, nextOfKin);
  const known = nextOfKinList.map((entry) =>
    Object.fromEntries(Object.entries(entry).filter(([name, value]) => kinNames.has(name) && !isBlank(value))),
  );
  return own ? known.map((entry) => (entry.id === own.id ? { ...entry, ...mine } : entry)) : [mine];
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
      base: saidBy(sheet, nextOfKin),
      kins: sheet.next_of_kins,
      ...(nextOfKin ? { kin: nextOfKin } : {}),
    },
  };
};

interface Merged {
  call: FirstCallDraft;
  taken: readonly MergeConflict[];
  contested: readonly MergeConflict[];
}

/**
 * Merges with a colleague's saves field by field: their changes are accepted, the call's stay, and a field that both
 * changed keeps the call's answer until the user chooses.
 */
const mergeWithSheet = (call: FirstCallDraft, current: FirstCall): Merged => {
  const [mine, theirs] = [saidIn(call), saidBy(current, call.sheet?.kin)];
  const found = findMergeConflicts(fields, { base: call.sheet?.base ?? {}, mine, theirs } as Sides).map(
    (collision) => ({
      ...collision,
      field: { ...collision.field, label: labelOfAnswer[collision.field.name] ?? collision.field.label },
    }),
  );
  const taken = found.filter(({ contested }) => !contested);
  // The customer of the next of kin follows the chosen name.
  const contested = found.filter((collision) => collision.contested && collision.field.name !== 'kin_customer');
  return { call: withCustomerOfName(withAnswers(call, taken), mine, theirs), taken, contested };
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
  return withCustomerOfName(merged, saidIn(call), saidBy(current, call.sheet?.kin));
};

const nameOfKin = (said: Answers): string => JSON.stringify([said.kin_first_name ?? '', said.kin_last_name ?? '']);

/** The customer is that of the chosen name; a name combined of both, or typed again, has none. */
const withCustomerOfName = (call: FirstCallDraft, mine: Answers, theirs: Answers): FirstCallDraft => {
  if (nameOfKin(mine) === nameOfKin(theirs)) return call;
  const name = nameOfKin(saidIn(call));
  const whose = [mine, theirs].find((said) => nameOfKin(said) === name);
  const customer = whose?.kin_customer ?? '';
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
  taken: () => Taken;
  save: (body: FirstCallSaved, idempotencyKey?: string) => Promise<FirstCall>;
  activate: (id: string) => Promise<FirstCall>;
}

export interface TakenOver {
  by: string;
  taken: readonly MergeConflict[];
}

/**
 * `saved`: the server has everything; `idle`: nothing to send yet; `waiting`: the server is unreachable or busy;
 * `contested`: the user must choose; `closed`: the sheet was converted; `gone`: it was deleted.
 */
export type Synced = { takenOver: readonly TakenOver[] } & (
  | { kind: 'idle' | 'waiting' }
  | { kind: 'gone' }
  | { kind: 'saved'; id: string }
  | { kind: 'contested'; current: FirstCall; by: string; contested: readonly MergeConflict[] }
  | { kind: 'closed'; current: FirstCall }
  | { kind: 'refused'; error: unknown }
);

/** More conflicts than two concurrent editors cause. */
const maxTries = 5;

const unfit = 'Some answers conflict. Please check them.';

const statusOf = (error: unknown): number | undefined => (error instanceof ApiError ? error.status : undefined);
const isLost = (error: unknown): boolean => isTransientError(error) || statusOf(error) === 401;
const currentOf = (error: unknown): FirstCall | undefined => conflictOf(firstCallEndpoints.update, error)?.current;

/**
 * Sends a call to the server: creates its sheet once however often it is sent, saves changes since the known version,
 * and merges concurrent saves field by field.
 */
export const syncCall = async ({ call, update, taken, save, activate }: SyncWith): Promise<Synced> => {
  const takenOver: TakenOver[] = [];
  const basedUpon = (sheet: FirstCall) => update((now) => rebaseOnSheet(now, sheet, taken().today));
  try {
    if (!call().sheet) {
      const begun = call().begun ?? newSheetInput(call(), taken());
      if (!begun) return { kind: 'idle', takenOver };
      // Stored first: if the outcome stays unknown, the same request is sent again.
      await update((now) => ({ ...now, begun }));
      await basedUpon(await save(begun, call().key));
    }
    for (let tries = 0; tries < maxTries; tries++) {
      const change = changeOf(call(), taken());
      if (!change) break;
      try {
        await basedUpon(await save(change));
      } catch (error) {
        const current = currentOf(error);
        if (!current) throw error;
        if (current.status === 'converted') return { kind: 'closed', current, takenOver };
        const by = current.updated_by_name ?? 'Someone else';
        const merged = mergeWithSheet(call(), current);
        if (merged.contested.length > 0)
          return { kind: 'contested', current, by, contested: merged.contested, takenOver };
        if (merged.taken.length > 0) takenOver.push({ by, taken: merged.taken });
        await update((now) => rebaseOnSheet(mergeWithSheet(now, current).call, current, taken().today));
      }
    }
    const { sheet, ready } = call();
    if (!sheet || changeOf(call(), taken())) return { kind: 'waiting', takenOver };
    if (ready && changedNames(call()).length > 0)
      return { kind: 'refused', error: new ApiError(400, unfit), takenOver };
    if (ready && sheet.isDraft && sheet.isWhole) await basedUpon(await activate(sheet.id));
    return { kind: 'saved', id: sheet.id, takenOver };
  } catch (error) {
    if (isLost(error)) return { kind: 'waiting', takenOver };
    if (statusOf(error) === 404 && call().sheet) return { kind: 'gone', takenOver };
    return { kind: 'refused', error, takenOver };
  }
};
