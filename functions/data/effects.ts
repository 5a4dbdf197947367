import { randomUUID } from 'node:crypto';
import { keysOf } from './keys.ts';
import type { Item, Table } from './table.ts';

/** The effect is being carried out elsewhere, or may have been: the message comes again after the lease. */
class EffectPending extends Error {
  constructor() {
    super('effect pending');
    this.name = 'EffectPending';
  }
}
class EffectDone extends Error {}

const keptSeconds = 14 * 24 * 3600;

/**
 * Carries an outside effect out once: claim, act, mark. A second delivery finds the mark and does nothing. When a
 * worker dies between acting and marking, the claim stays until its lease is over; meanwhile the partner's own word
 * (for mails SES's "Email Sent") sets the mark through {@link effectDone}, and only a claim that nobody vouched for
 * is acted on again.
 */
export const once = async (
  table: Table,
  effect: { organizationId: string; eventId: string; name: string },
  { now, leaseSeconds }: { now: Date; leaseSeconds: number },
  act: () => Promise<void>,
): Promise<void> => {
  const key = keysOf(effect.organizationId).effect(effect.eventId, effect.name);
  const claim = randomUUID();
  const seconds = now.getTime() / 1000;
  const current = await table.get(key);
  if (current?.done_at) return;
  if (current && Number(current.lease_until) > seconds) throw new EffectPending();
  const lost = (item: Item | undefined): Error => (item?.done_at ? new EffectDone() : new EffectPending());
  try {
    await table.transact([
      {
        update: key,
        set: { claim, lease_until: seconds + leaseSeconds, expires_at: Math.floor(seconds) + keptSeconds },
        when: current ? { equals: { claim: current.claim } } : 'absent',
        refused: lost,
      },
    ]);
  } catch (error) {
    if (error instanceof EffectDone) return;
    throw error;
  }
  await act();
  await effectDone(table, effect, now);
};

/** Marks an effect as carried out; doing it again changes nothing. */
export const effectDone = async (
  table: Table,
  { organizationId, eventId, name }: { organizationId: string; eventId: string; name: string },
  now: Date,
): Promise<void> => {
  const expires_at = Math.floor(now.getTime() / 1000) + keptSeconds;
  await table.update({
    update: keysOf(organizationId).effect(eventId, name),
    set: { done_at: now.toISOString(), expires_at },
  });
};
