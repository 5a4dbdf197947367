import { firstCallEndpoints } from '#domain/first-calls/first-call.endpoints.ts';
import type { FirstCall } from '#domain/first-calls/first-call.schema.ts';
import { ApiError, conflictOf, isTransientError } from '#domain/shared/contract/client.ts';
import type { MergeConflict } from '#domain/shared/forms/differences.ts';
import type { FirstCallSaved } from './mutations.ts';
import type { FirstCallDraft } from './parts/kept-calls.ts';
import { changedNames, changeOf, mergeWithSheet, newSheetInput, rebaseOnSheet, type Taken } from './sheet-merge.ts';

/** How a call is brought to the server, and where its state is. */
export interface SyncWith {
  call: () => FirstCallDraft;
  /** Changes the call as it is by then, and keeps it on this device before it goes on. */
  update: (change: (call: FirstCallDraft) => FirstCallDraft) => Promise<void>;
  taken: () => Taken;
  save: (body: FirstCallSaved, idempotencyKey?: string) => Promise<FirstCall>;
  /** Makes a whole draft active. */
  activate: (id: string) => Promise<FirstCall>;
}

/** What somebody else changed in the sheet meanwhile, and who. */
export interface TakenOver {
  by: string;
  taken: readonly MergeConflict[];
}

/**
 * `saved`: the server has everything; `idle`: there is nothing to send yet. `waiting`: it is not reached, or is busy.
 * `contested`: somebody has to choose. `closed`: the sheet has become a case. `gone`: it was deleted.
 */
export type Synced = { takenOver: readonly TakenOver[] } & (
  | { kind: 'idle' | 'waiting' }
  | { kind: 'gone' }
  | { kind: 'saved'; id: string }
  | { kind: 'contested'; current: FirstCall; by: string; contested: readonly MergeConflict[] }
  | { kind: 'closed'; current: FirstCall }
  | { kind: 'refused'; error: unknown }
);

/** A sheet that two people edit at once is tried again; so often only where something is wrong. */
const maxTries = 5;

const unfit = 'Some answers do not fit together any more. Please check them.';

const statusOf = (error: unknown): number | undefined => (error instanceof ApiError ? error.status : undefined);
/** It waits also for a new sign-in. */
const isLost = (error: unknown): boolean => isTransientError(error) || statusOf(error) === 401;
const currentOf = (error: unknown): FirstCall | undefined => conflictOf(firstCallEndpoints.update, error)?.current;

/**
 * Brings a call to the server: begins its sheet once however often that is sent, saves what has changed since on top of the
 * version that it knows, and merges field by field what somebody else has saved in between.
 */
export const syncCall = async ({ call, update, taken, save, activate }: SyncWith): Promise<Synced> => {
  const takenOver: TakenOver[] = [];
  const basedUpon = (sheet: FirstCall) => update((now) => rebaseOnSheet(now, sheet, taken().today));
  try {
    if (!call().sheet) {
      const begun = call().begun ?? newSheetInput(call(), taken());
      if (!begun) return { kind: 'idle', takenOver };
      // Kept first: whether it arrived may stay unknown, and then the same is sent again.
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
        const by = current.updated_by_name ?? 'Somebody else';
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
