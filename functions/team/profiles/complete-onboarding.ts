import { notFound } from '#domain/shared/contract/errors.ts';
import { userProfileEndpoints } from '#domain/team/user-profile.endpoints.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { presentCurrentUser } from './present-profile.ts';

export const completeOnboarding = handler(
  userProfileEndpoints.completeOnboarding,
  { organizations },
  async (_, context) => {
    const { db, work, actor, now } = context;
    await work.attempt(
      () => db.organizations.organization(),
      async (organization) => {
        if (!organization) throw notFound();
        if (organization.onboarding?.completed_at) return;
        const { id, onboarding } = organization;
        await work
          .add(
            db.organizations.changeOnboarding(organization, {
              done: onboarding?.done ?? [],
              completed_at: now.toISOString(),
            }),
          )
          .audit('onboarding.completed', id, [{ field: 'completed_by', from: null, to: actor.name }])
          .announce('onboarding.changed', id, { organization_id: id })
          .step();
      },
    );
    return presentCurrentUser(context);
  },
);
