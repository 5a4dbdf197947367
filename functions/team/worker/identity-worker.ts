import { createOrganizationRepository } from '#functions/organizations/repository/organizations.ts';
import type { UserPool } from '#functions/platform/adapters/user-pool.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { CircuitBreaker } from '#functions/platform/store/partners/circuit.ts';
import { type EffectDependencies, effect } from '#functions/platform/store/partners/effects.ts';
import type { Table } from '#functions/platform/store/table.ts';
import type { Delivery, EventHandlers } from '#functions/platform/workers/worker.ts';

interface IdentityDependencies extends EffectDependencies {
  userPool: UserPool;
}

/** Turns a lost authenticator app off, once: a repeated event must not turn off an app set up since. */
export const onAuthenticatorReset =
  ({ userPool, ...dependencies }: IdentityDependencies) =>
  async ({ envelope }: Delivery<'member.authenticator-reset'>): Promise<void> => {
    const { id: eventId, organization_id: organizationId, payload } = envelope;
    const profile = await createOrganizationRepository(dependencies.table, keysOf(organizationId)).profile(
      payload.profile_id,
    );
    if (!profile) return;
    await effect(dependencies, {
      // The pool shows whether there is an app, but not whether the sessions ended.
      kind: 'vouched',
      partner: 'user-pool',
      organizationId,
      eventId,
      name: 'authenticator-off',
      act: () => userPool.turnOffAuthenticator(profile.email),
    });
  };

/**
 * Reads the profile before and after the update, so that repeated, reordered and concurrent events end in the same
 * state.
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

/** Returns the worker `identity`, which follows the status of members in the user pool. */
export const identityHandlers = (dependencies: IdentityDependencies): EventHandlers => {
  const follow = onMemberStatus(dependencies);
  return {
    'member.deactivated': follow,
    'member.reactivated': follow,
    'member.authenticator-reset': onAuthenticatorReset(dependencies),
  };
};
