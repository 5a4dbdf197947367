import { createOrganizationRepository } from '#functions/organizations/repository/organizations.ts';
import type { UserPool } from '#functions/platform/adapters/user-pool.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { type EffectDependencies, effect } from '#functions/platform/store/partners/effects.ts';
import type { Delivery } from '#functions/platform/workers/worker.ts';

export interface IdentityDependencies extends EffectDependencies {
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
