import { randomUUID } from 'node:crypto';
import { keysOf } from './keys.ts';
import type { Item, Key, Table } from './table.ts';

/** What is done once: `name` tells apart the effects of one event. */
export interface Effect {
  organizationId: string;
  eventId: string;
  name: string;
}

/** The effect is being carried out elsewhere, or may have been: the message comes again after the lease. */
export class EffectPending extends Error {
  constructor() {
    super('effect pending');
    this.name = 'EffectPending';
  }
}
class EffectDone extends Error {}

/**
 * `acting`: somebody is at it, or died of it. `doubted`: nobody vouched for an act whose lease ran out. `free`: the
 * partner refused, so that nothing was done.
 */
type ClaimState = 'acting' | 'doubted' | 'free';

const keptSeconds = 14 * 24 * 3600;
const expiry = (now: Date): number => Math.floor(now.getTime() / 1000) + keptSeconds;
const keyOf = ({ organizationId, eventId, name }: Effect): Key => keysOf(organizationId).effect(eventId, name);

/**
 * Carries an outside effect out once: claim, act, mark. A second delivery finds the mark and does nothing. When a
 * worker dies between acting and marking, the claim stays until its lease is over; meanwhile the partner's own word
 * (for mails SES's "Email Sent") sets the mark through {@link effectDone}. That word may still wait in the very queue
 * that stood still, so a claim that nobody vouched for is doubted for one more lease before it is acted on again.
 *
 * `leaseSeconds` must outlive the act. Throws {@link EffectPending} when the message has to come again later.
 */
export const once = async (
  table: Table,
  effect: Effect,
  { now, leaseSeconds }: { now: Date; leaseSeconds: number },
  act: () => Promise<void>,
): Promise<void> => {
  const key = keyOf(effect);
  const seconds = now.getTime() / 1000;
  const current = await table.get(key);
  if (current?.done_at) return;
  if (current && current.state !== 'free' && Number(current.lease_until) > seconds) throw new EffectPending();
  const state: ClaimState = current?.state === 'acting' ? 'doubted' : 'acting';
  const claim = randomUUID();
  const taken = await takeClaim(table, key, current, {
    claim,
    state,
    lease_until: seconds + leaseSeconds,
    expires_at: expiry(now),
  });
  if (!taken) return;
  if (state === 'doubted') throw new EffectPending();
  try {
    await act();
  } catch (error) {
    if (wasRefused(error)) await freeClaim(table, key, claim);
    throw error;
  }
  await effectDone(table, effect, now);
};

/** Marks an effect as carried out; doing it again changes nothing. Its claim is gone, so that nobody can take it over. */
export const effectDone = async (table: Table, effect: Effect, now: Date): Promise<void> => {
  await table.update({
    update: keyOf(effect),
    set: { done_at: now.toISOString(), expires_at: expiry(now) },
    remove: ['claim', 'state', 'lease_until'],
  });
};

// False when the effect is done already.
const takeClaim = async (
  table: Table,
  key: Key,
  current: Item | undefined,
  set: { claim: string; state: ClaimState; lease_until: number; expires_at: number },
): Promise<boolean> => {
  const when = current ? { equals: { claim: current.claim } } : 'absent';
  const refused = (item: Item | undefined): Error => (item?.done_at ? new EffectDone() : new EffectPending());
  try {
    await table.transact([{ update: key, set, when, refused }]);
    return true;
  } catch (error) {
    if (error instanceof EffectDone) return false;
    throw error;
  }
};

// When this fails, the claim is doubted like any other: later, and safe.
const freeClaim = (table: Table, key: Key, claim: string): Promise<void> =>
  table
    .transact([{ update: key, set: { state: 'free' satisfies ClaimState }, when: { equals: { claim } } }])
    .catch(() => {});

/** The partner answered that it did not do it; after anything else, a lost answer say, it may have. */
const wasRefused = (error: unknown): boolean => {
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0;
  return status >= 400 && status < 500;
};
