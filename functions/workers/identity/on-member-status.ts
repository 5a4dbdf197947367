import type { UserPool } from '#functions/adapters/user-pool.ts';
import type { Delivery } from '#functions/kernel/worker.ts';
import { organizationsIn } from '#functions/records/organizations.ts';
import { keysOf } from '#functions/store/keys.ts';
import type { Table } from '#functions/store/table.ts';

/**
 * The user pool follows the profile: whoever is deactivated now can neither sign in nor renew a session. The profile is
 * read afresh, and once more after the deed, so that events that come twice, in the wrong order or side by side end in
 * the same state.
 */
export const onMemberStatus =
  ({ table, userPool }: { table: Table; userPool: UserPool }) =>
  async ({ envelope }: Delivery<'member.deactivated' | 'member.reactivated'>): Promise<void> => {
    const organizations = organizationsIn(table, keysOf(envelope.organization_id));
    const read = () => organizations.profile(envelope.payload.profile_id);
    let done: string | undefined;
    for (let profile = await read(); profile && profile.status !== done; profile = await read()) {
      await (profile.status === 'active' ? userPool.enable(profile.email) : userPool.disable(profile.email));
      done = profile.status;
    }
  };
