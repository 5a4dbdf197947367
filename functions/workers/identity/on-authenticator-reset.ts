import type { UserPool } from '#functions/adapters/user-pool.ts';
import type { Delivery } from '#functions/kernel/worker.ts';
import { organizationsIn } from '#functions/records/organizations.ts';
import { once } from '#functions/store/effects.ts';
import { keysOf } from '#functions/store/keys.ts';
import type { Table } from '#functions/store/table.ts';

interface Means {
  table: Table;
  userPool: UserPool;
  now: () => Date;
  leaseSeconds: number;
}

/**
 * Turns a lost authenticator app off. Once: an event that comes again must not turn off the app that the member has
 * set up since.
 */
export const onAuthenticatorReset =
  ({ table, userPool, now, leaseSeconds }: Means) =>
  async ({ envelope }: Delivery<'member.authenticator-reset'>): Promise<void> => {
    const { id: eventId, organization_id: organizationId, payload } = envelope;
    const profile = await organizationsIn(table, keysOf(organizationId)).profile(payload.profile_id);
    if (!profile) return;
    const effect = { organizationId, eventId, name: 'authenticator-off' };
    await once(table, effect, { now: now(), leaseSeconds }, () => userPool.turnOffAuthenticator(profile.email));
  };
