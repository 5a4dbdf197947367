import type { Cents } from '#domain/shared/values/money.ts';
import { type PostingKind, type PostingState, postingKinds } from './postings.ts';

/** Of one kind: how many records are to stand in the books, how many do, and what each of both amounts to, in cents. */
export interface KindTally {
  wanted: number;
  wanted_cents: Cents;
  there: number;
  there_cents: Cents;
  failed: number;
}
export type SyncTallies = Record<PostingKind, KindTally>;

const nothing: KindTally = { wanted: 0, wanted_cents: 0, there: 0, there_cents: 0, failed: 0 };
export const emptyTallies = (): SyncTallies =>
  Object.fromEntries(postingKinds.map((kind) => [kind, { ...nothing }])) as SyncTallies;

/** A record that is to stand in the books, and how it stands there by now; undefined where it was never sent. */
export interface Counted {
  kind: PostingKind;
  amount_cents: Cents;
  state: PostingState | undefined;
}

/** The tallies with these records as well. What was done by hand stands there. */
export function addToTallies(before: SyncTallies, records: readonly Counted[]): SyncTallies {
  const after = structuredClone(before);
  for (const { kind, amount_cents, state } of records) {
    const one = after[kind];
    one.wanted += 1;
    one.wanted_cents += amount_cents;
    if (state === 'sent' || state === 'by_hand') {
      one.there += 1;
      one.there_cents += amount_cents;
    }
    if (state === 'failed') one.failed += 1;
  }
  return after;
}

/** How many records were looked at, of all kinds. */
export const recordsOf = (tallies: SyncTallies): number =>
  postingKinds.reduce((total, kind) => total + tallies[kind].wanted, 0);
