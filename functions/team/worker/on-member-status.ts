import { createOrganizationRepository } from '#functions/organizations/repository/organizations.ts';
import type { UserPool } from '#functions/platform/adapters/user-pool.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { CircuitBreaker } from '#functions/platform/store/partners/circuit.ts';
import type { Table } from '#functions/platform/store/table.ts';
import type { Delivery } from '#functions/platform/workers/worker.ts';

/**
 * The user pool follows the profile: whoever is deactivated now can neither sign in nor renew a session. The profile is
 * read afresh, and once more after the deed, so that events that come twice, in the wrong order or side by side end in
 * the same state.
 */
export const onMemberStatus =
  ({ table, userPool, now }: { table: Table; userPool: UserPool; now: () => Date }) =>
  async ({ envelope }: Delivery<'member.deactivated' | 'member.reactivated'>): Promise<void> => {
    const { organization_id: organizationId } = envelope;
    const organizations = createOrganizationRepository(table, keysOf(organizationId));
    const circuit = new CircuitBreaker(table, { organizationId, partner: 'user-pool' }, now);
    const read = () => organizations.profile(envelope.payload.profile_id);
    let done: string | undefined;
    for (let profile = await read(); profile && profile.status !== done; profile = await read()) {
      const { status, email } = profile;
      await circuit.run(() => (status === 'active' ? userPool.enable(email) : userPool.disable(email)));
      done = status;
    }
  };
