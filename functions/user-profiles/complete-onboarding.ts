import { notFound } from '#domain/contract/errors.ts';
import type { userProfileEndpoints } from '#domain/profiles/user-profile.endpoints.ts';
import type { Handler } from '#functions/kernel/context.ts';
import { presentCurrentUser } from './present-profile.ts';

export const completeOnboarding: Handler<typeof userProfileEndpoints.completeOnboarding> = async (_, context) => {
  const { db, actor, now } = context;
  const organization = await db.organizations.organization();
  if (!organization) throw notFound();
  if (!organization.onboarding?.completed_at) {
    const onboarding = { done: organization.onboarding?.done ?? [], completed_at: now.toISOString() };
    const { id } = organization;
    await db.commit(
      [
        db.organizations.putOrganization({ ...organization, onboarding }),
        db.audit.entry('ORGANIZATION', id, 'onboarding.completed', [
          { field: 'completed_by', from: null, to: actor.name },
        ]),
        db.outbox.event('onboarding.changed', id, { organization_id: id }),
      ],
      undefined,
    );
  }
  return presentCurrentUser(context);
};
