import { createHash, randomUUID } from 'node:crypto';
import { effectRetentionDays } from '#domain/shared/operations/deployment.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Item, Key, Table, Write } from '#functions/platform/store/table.ts';
import { CircuitBreaker, PermanentError, RetryableError } from './circuit.ts';

/** `name` distinguishes the effects of one event. */
export interface EffectId {
  organizationId: string;
  eventId: string;
  name: string;
}

/**
 * How an effect at a partner happens once although its message may arrive twice and its response may be lost:
 * - `keyed`: the partner deduplicates by a key (QuickBooks' requestid, our own event id at Google);
 * - `looked-up`: the partner can be queried (DocuSeal by our external id), which is done before a retry;
 * - `vouched`: the partner only reports the effect by webhook (SES's "Email Sent"), so a lost response is waited out.
 */
export type Effect<Result> = EffectId & {
  partner: string;
} & (
    | { kind: 'keyed'; act: (key: string) => Promise<Result> }
    | { kind: 'looked-up'; lookUp: () => Promise<{ result: Result } | undefined>; act: () => Promise<Result> }
    | { kind: 'vouched'; act: () => Promise<Result> }
  );

export interface EffectDependencies {
  table: Table;
  now: () => Date;
  /** How long a dead worker blocks the effect; must exceed the act's duration. */
  leaseSeconds: number;
}

export class EffectPendingError extends Error {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('effect pending');
    this.name = 'EffectPendingError';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
class DoneMeanwhileError extends Error {}

/** `acting`: a worker runs it, or died. `doubted`: it may have happened. `free`: the partner denies it. */
const claimStates = ['acting', 'doubted', 'free'] as const;
type ClaimState = (typeof claimStates)[number];

const retentionSeconds = effectRetentionDays * 24 * 3600;
const expiry = (now: Date): number => Math.floor(now.getTime() / 1000) + retentionSeconds;
const keyOf = ({ organizationId, eventId, name }: EffectId): Key => keysOf(organizationId).effect(eventId, name);

/** Returns 32 hexadecimal characters, equal on every attempt and also a valid Google Calendar id. */
export const idempotencyKey = ({ organizationId, eventId, name }: EffectId): string =>
  createHash('sha256').update(`${organizationId}\n${eventId}\n${name}`).digest('hex').slice(0, 32);

/**
 * Runs an effect once, and returns its stored result. Throws {@link EffectPendingError} or {@link CircuitOpenError} when
 * the message must be retried later.
 */
export const effect = async <Result>(
  dependencies: EffectDependencies,
  effect: Effect<Result>,
): Promise<Result | undefined> => {
  const { table, now } = dependencies;
  const circuit = new CircuitBreaker(table, effect, now);
  circuit.assertNotPaused();
  const current = await table.get(keyOf(effect));
  if (current?.done_at) return current.result as Result | undefined;
  return circuit.run(() => claimed(dependencies, effect, current));
};

const claimed = async <Result>(
  { table, now, leaseSeconds }: EffectDependencies,
  effect: Effect<Result>,
  current: Item | undefined,
): Promise<Result | undefined> => {
  const key = keyOf(effect);
  const seconds = now().getTime() / 1000;
  const held = Number(current?.lease_until ?? 0) - seconds;
  if (current && current.state !== 'free' && held > 0) throw new EffectPendingError(held);
  const mayHaveHappened = current !== undefined && current.state !== 'free';
  // The webhook may wait in the same delayed queue, so it gets one more lease.
  const waits = effect.kind === 'vouched' && current?.state === 'acting';
  const state: ClaimState = waits || (effect.kind === 'looked-up' && mayHaveHappened) ? 'doubted' : 'acting';
  const claim = randomUUID();
  const lease = { claim, state, lease_until: seconds + leaseSeconds, expires_at: expiry(now()) };
  const done = await takeClaim(table, key, current, lease);
  if (done) return done.result as Result | undefined;
  if (waits) throw new EffectPendingError(leaseSeconds);
  let result: Result;
  try {
    const found = effect.kind === 'looked-up' && mayHaveHappened ? await effect.lookUp() : undefined;
    result = found ? found.result : await act(effect);
  } catch (error) {
    const after = afterwards(effect, error);
    if (after) await giveBack(table, key, claim, after);
    throw error;
  }
  await markEffectDone(table, effect, now(), result);
  return result;
};

const act = <Result>(effect: Effect<Result>): Promise<Result> =>
  effect.kind === 'keyed' ? effect.act(idempotencyKey(effect)) : effect.act();

/** Undefined keeps the claim, which counts as doubted when its lease ends. */
const afterwards = ({ kind }: Effect<unknown>, error: unknown): ClaimState | undefined => {
  if (error instanceof RetryableError || error instanceof PermanentError) return 'free';
  if (kind === 'keyed') return 'free';
  return kind === 'looked-up' ? 'doubted' : undefined;
};

/** Marks an effect as done (idempotent) and removes its claim, so that no worker can take it over. */
export const markEffectDone = async (table: Table, id: EffectId, now: Date, result?: unknown): Promise<void> => {
  await table.update({
    update: keyOf(id),
    set: { done_at: now.toISOString(), expires_at: expiry(now), result },
    remove: ['claim', 'state', 'lease_until'],
  });
};

export interface OpenEffect extends EffectId {
  claim: string;
  state: ClaimState;
  heldUntil: Date;
  triedAt: Date;
}

/** Returns the open effect of an item; undefined if it is done or belongs to another organization. */
export const openEffect = (organizationId: string, { pk, sk, ...item }: Item): OpenEffect | undefined => {
  const place = keysOf(organizationId).effect('', '');
  if (!pk.startsWith(place.pk) || !sk.startsWith(place.sk) || item.done_at) return undefined;
  const state = claimStates.find((claimState) => claimState === item.state);
  if (!state) return undefined;
  return {
    organizationId,
    eventId: pk.slice(place.pk.length),
    name: sk.slice(place.sk.length),
    claim: String(item.claim),
    state,
    heldUntil: new Date(Number(item.lease_until ?? 0) * 1000),
    triedAt: new Date((Number(item.expires_at ?? 0) - retentionSeconds) * 1000),
  };
};

/** Records the outcome of an effect that no worker is running; throws `refused` if it was started again. */
export const resolveEffect = (open: OpenEffect, happened: boolean, now: Date, refused: () => Error): Write => {
  const guard = { update: keyOf(open), when: { equals: { claim: open.claim, state: open.state } }, refused };
  if (!happened) return { ...guard, set: { state: 'free', lease_until: 0 } };
  const set = { done_at: now.toISOString(), expires_at: expiry(now) };
  return { ...guard, set, remove: ['claim', 'state', 'lease_until'] };
};

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
    return item?.done_at ? new DoneMeanwhileError() : new EffectPendingError(1);
  };
  try {
    await table.transact([{ update: key, set, when, refused }]);
    return undefined;
  } catch (error) {
    if (error instanceof DoneMeanwhileError) return meanwhile;
    throw error;
  }
};

// If this fails, the claim is later treated as doubted, which is safe.
const giveBack = (table: Table, key: Key, claim: string, state: ClaimState): Promise<void> =>
  table.transact([{ update: key, set: { state, lease_until: 0 }, when: { equals: { claim } } }]).catch(() => {});

/** Waits for all effects of a message, then throws the most retryable failure. */
export const awaitAllEffects = async (effects: readonly Promise<unknown>[]): Promise<void> => {
  const outcomes = await Promise.allSettled(effects);
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  if (failures.length) throw failures.find((failure) => !(failure instanceof PermanentError)) ?? failures[0];
};
