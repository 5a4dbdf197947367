import { notFound } from '#domain/contract/errors.ts';
import type { userProfileEndpoints } from '#domain/profiles/user-profile.endpoints.ts';
import type { Handler, StaffContext } from '#functions/kernel/context.ts';
import { onCurrent } from '#functions/store/on-current.ts';
import { presentCurrentUser } from './present-profile.ts';

const complete = ({ db, actor, now }: StaffContext): Promise<void> =>
  onCurrent(
    () => db.organizations.organization(),
    async (organization) => {
      if (!organization) throw notFound();
      if (organization.onboarding?.completed_at) return;
      const onboarding = { done: organization.onboarding?.done ?? [], completed_at: now.toISOString() };
      const { id } = organization;
      await db.commit(
        [
          db.organizations.changeOnboarding(organization, onboarding),
          db.audit.entry('ORGANIZATION', id, 'onboarding.completed', [
            { field: 'completed_by', from: null, to: actor.name },
          ]),
          db.outbox.event('onboarding.changed', id, { organization_id: id }),
        ],
        undefined,
      );
    },
  );

export const completeOnboarding: Handler<typeof userProfileEndpoints.completeOnboarding> = async (_, context) => {
  await complete(context);
  return presentCurrentUser(context);
};
