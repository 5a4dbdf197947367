import type { UserPool } from '#functions/adapters/user-pool.ts';
import { keysOf } from '#functions/data/keys.ts';
import { organizationsIn } from '#functions/data/organizations.ts';
import type { Table } from '#functions/data/table.ts';
import type { Delivery } from '#functions/kernel/worker.ts';

/**
 * The user pool follows the profile: whoever is deactivated now can neither sign in nor renew a session. The profile is
 * read afresh, so that events that come twice or in the wrong order end in the same state.
 */
export const onMemberStatus =
  ({ table, userPool }: { table: Table; userPool: UserPool }) =>
  async ({ envelope }: Delivery<'member.deactivated' | 'member.reactivated'>): Promise<void> => {
    const organizations = organizationsIn(table, keysOf(envelope.organization_id));
    const profile = await organizations.profile(envelope.payload.profile_id);
    if (!profile) return;
    await (profile.status === 'active' ? userPool.enable(profile.email) : userPool.disable(profile.email));
  };
