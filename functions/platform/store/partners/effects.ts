import { createHash, randomUUID } from 'node:crypto';
import { effectKeptDays } from '#domain/shared/operations/replays.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Item, Key, Table, Write } from '#functions/platform/store/table.ts';
import { CircuitBreaker, PermanentError, RetryableError } from './circuit.ts';

/** What is done once: `name` tells apart the effects of one event. */
export interface EffectId {
  organizationId: string;
  eventId: string;
  name: string;
}

/**
 * How an effect at a partner is done once although its message may come twice and its answer may be lost:
 *
 * - `keyed`: the partner itself does it once for one key (QuickBooks' requestid, an event id of our own at Google), so
 *   that it is simply asked again;
 * - `looked-up`: it knows no key but can be asked what it has (DocuSeal by our external id), which it is before it is
 *   asked a second time;
 * - `vouched`: it can only announce by itself what it did (SES's "Email Sent"), so that a lost answer is waited out.
 */
export type Effect<Result> = EffectId & {
  /** Whose circuit it goes through. */
  partner: string;
} & (
    | { kind: 'keyed'; act: (key: string) => Promise<Result> }
    | { kind: 'looked-up'; lookUp: () => Promise<{ result: Result } | undefined>; act: () => Promise<Result> }
    | { kind: 'vouched'; act: () => Promise<Result> }
  );

export interface EffectDependencies {
  table: Table;
  now: () => Date;
  /** How long one that died holds the effect back; it must outlive the act. */
  leaseSeconds: number;
}

/** The effect is being carried out elsewhere, or may have been: the message comes again when that is settled. */
export class EffectPending extends Error {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('effect pending');
    this.name = 'EffectPending';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
class DoneMeanwhile extends Error {}

/**
 * `acting`: somebody is at it, or died of it. `doubted`: it may have happened. `free`: it has not happened, for the
 * partner said so.
 */
const claimStates = ['acting', 'doubted', 'free'] as const;
type ClaimState = (typeof claimStates)[number];

const keptSeconds = effectKeptDays * 24 * 3600;
const expiry = (now: Date): number => Math.floor(now.getTime() / 1000) + keptSeconds;
const keyOf = ({ organizationId, eventId, name }: EffectId): Key => keysOf(organizationId).effect(eventId, name);

/** The same for every try: 32 characters of 0–9 and a–f, which also are an id that Google Calendar takes. */
export const idempotencyKey = ({ organizationId, eventId, name }: EffectId): string =>
  createHash('sha256').update(`${organizationId}\n${eventId}\n${name}`).digest('hex').slice(0, 32);

/**
 * Carries an effect out once: claim, act, mark; answers the result, also when it was done before (then it is what was
 * kept of it, as JSON). It goes through the partner's circuit. Throws {@link EffectPending} or `PartnerPaused` when the
 * message has to come again later, and what the partner's adapter throws.
 */
export const effect = async <Result>(
  dependencies: EffectDependencies,
  wanted: Effect<Result>,
): Promise<Result | undefined> => {
  const { table, now } = dependencies;
  const circuit = new CircuitBreaker(table, wanted, now);
  circuit.assertNotPaused();
  const current = await table.get(keyOf(wanted));
  if (current?.done_at) return current.result as Result | undefined;
  return circuit.run(() => claimed(dependencies, wanted, current));
};

const claimed = async <Result>(
  { table, now, leaseSeconds }: EffectDependencies,
  wanted: Effect<Result>,
  current: Item | undefined,
): Promise<Result | undefined> => {
  const key = keyOf(wanted);
  const seconds = now().getTime() / 1000;
  const held = Number(current?.lease_until ?? 0) - seconds;
  if (current && current.state !== 'free' && held > 0) throw new EffectPending(held);
  const mayHaveHappened = current !== undefined && current.state !== 'free';
  // The partner's own word may still wait in the very queue that stood still: one lease more for it to arrive.
  const waits = wanted.kind === 'vouched' && current?.state === 'acting';
  const state: ClaimState = waits || (wanted.kind === 'looked-up' && mayHaveHappened) ? 'doubted' : 'acting';
  const claim = randomUUID();
  const lease = { claim, state, lease_until: seconds + leaseSeconds, expires_at: expiry(now()) };
  const done = await takeClaim(table, key, current, lease);
  if (done) return done.result as Result | undefined;
  if (waits) throw new EffectPending(leaseSeconds);
  let result: Result;
  try {
    const found = wanted.kind === 'looked-up' && mayHaveHappened ? await wanted.lookUp() : undefined;
    result = found ? found.result : await act(wanted);
  } catch (error) {
    const after = afterwards(wanted, error);
    if (after) await giveBack(table, key, claim, after);
    throw error;
  }
  await markEffectDone(table, wanted, now(), result);
  return result;
};

const act = <Result>(wanted: Effect<Result>): Promise<Result> =>
  wanted.kind === 'keyed' ? wanted.act(idempotencyKey(wanted)) : wanted.act();

/** What is known of an act that failed; undefined: its claim stays, and is doubted when its lease is over. */
const afterwards = ({ kind }: Effect<unknown>, error: unknown): ClaimState | undefined => {
  if (error instanceof RetryableError || error instanceof PermanentError) return 'free';
  if (kind === 'keyed') return 'free';
  return kind === 'looked-up' ? 'doubted' : undefined;
};

/** Marks an effect as carried out; doing it again changes nothing. Its claim is gone, so that nobody can take it over. */
export const markEffectDone = async (table: Table, id: EffectId, now: Date, result?: unknown): Promise<void> => {
  await table.update({
    update: keyOf(id),
    set: { done_at: now.toISOString(), expires_at: expiry(now), result },
    remove: ['claim', 'state', 'lease_until'],
  });
};

/** An effect that is not done: what is known of it, for whoever looks after those that do not come to an end. */
export interface OpenEffect extends EffectId {
  claim: string;
  state: ClaimState;
  /** Until then somebody may be at it. */
  heldUntil: Date;
  /** When it was begun the last time. */
  triedAt: Date;
}

/** The effect of an item; undefined for one that is done, or that is none of this organization's. */
export const openEffect = (organizationId: string, { pk, sk, ...item }: Item): OpenEffect | undefined => {
  const place = keysOf(organizationId).effect('', '');
  if (!pk.startsWith(place.pk) || !sk.startsWith(place.sk) || item.done_at) return undefined;
  const state = claimStates.find((one) => one === item.state);
  if (!state) return undefined;
  return {
    ...{ organizationId, eventId: pk.slice(place.pk.length), name: sk.slice(place.sk.length) },
    ...{ claim: String(item.claim), state },
    heldUntil: new Date(Number(item.lease_until ?? 0) * 1000),
    triedAt: new Date((Number(item.expires_at ?? 0) - keptSeconds) * 1000),
  };
};

/** Says what became of an effect that nobody is at, unless it was begun anew meanwhile: then throws `refused`. */
export const resolveEffect = (open: OpenEffect, happened: boolean, now: Date, refused: () => Error): Write => {
  const guard = { update: keyOf(open), when: { equals: { claim: open.claim, state: open.state } }, refused };
  if (!happened) return { ...guard, set: { state: 'free', lease_until: 0 } };
  const set = { done_at: now.toISOString(), expires_at: expiry(now) };
  return { ...guard, set, remove: ['claim', 'state', 'lease_until'] };
};

/** Answers the item when the effect is done already. */
const takeClaim = async (
  table: Table,
  key: Key,
  current: Item | undefined,
  set: { claim: string; state: ClaimState; lease_until: number; expires_at: number },
): Promise<Item | undefined> => {
  const when = current ? { equals: { claim: current.claim } } : 'absent';
  let meanwhile: Item | undefined;
  const refused = (item: Item | undefined): Error => {
    meanwhile = item;
    return item?.done_at ? new DoneMeanwhile() : new EffectPending(1);
  };
  try {
    await table.transact([{ update: key, set, when, refused }]);
    return undefined;
  } catch (error) {
    if (error instanceof DoneMeanwhile) return meanwhile;
    throw error;
  }
};

// When this fails, the claim is doubted like any other: later, and safe.
const giveBack = (table: Table, key: Key, claim: string, state: ClaimState): Promise<void> =>
  table.transact([{ update: key, set: { state, lease_until: 0 }, when: { equals: { claim } } }]).catch(() => {});

/**
 * Waits for all effects of a message, so that one that fails keeps no other back. Then throws the failure that is most
 * worth another try: the message is given up only when nothing is left but what was refused for good.
 */
export const awaitAllEffects = async (effects: readonly Promise<unknown>[]): Promise<void> => {
  const outcomes = await Promise.allSettled(effects);
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  if (failures.length) throw failures.find((failure) => !(failure instanceof PermanentError)) ?? failures[0];
};
