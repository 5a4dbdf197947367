import { notFound } from '#domain/contract/errors.ts';
import { type Onboarding, type onboardingEndpoints, onboardingSteps } from '#domain/onboarding/onboarding.endpoints.ts';
import type { Handler, StaffContext } from '#functions/kernel/context.ts';
import type { Organization } from '#functions/records/organizations.ts';
import { onCurrent } from '#functions/store/on-current.ts';

const present = ({ onboarding }: Organization): Onboarding => {
  const steps = onboardingSteps.map((id) => ({ id, done: onboarding?.done.includes(id) ?? false }));
  return {
    completed: Boolean(onboarding?.completed_at),
    steps,
    next_step: steps.find(({ done }) => !done)?.id ?? null,
  };
};

const requireOrganization = async ({ db }: StaffContext): Promise<Organization> => {
  const organization = await db.organizations.organization();
  if (!organization) throw notFound();
  return organization;
};

export const getOnboarding: Handler<typeof onboardingEndpoints.get> = async (_, context) =>
  present(await requireOrganization(context));

/** Notes how far the wizard has come, so that it can be left and taken up again, by somebody else too. */
export const saveOnboarding: Handler<typeof onboardingEndpoints.save> = ({ body }, context) =>
  onCurrent(
    () => requireOrganization(context),
    async (organization) => {
      const before = organization.onboarding ?? { done: [], completed_at: null };
      const others = before.done.filter((step) => step !== body.step);
      const onboarding = { ...before, done: body.done === false ? others : [...others, body.step] };
      const { db } = context;
      const { id } = organization;
      return db.commit(
        [
          db.organizations.changeOnboarding(organization, onboarding),
          db.audit.entry('ORGANIZATION', id, 'onboarding.step', [
            { field: body.step, from: before.done.includes(body.step), to: body.done !== false },
          ]),
          db.outbox.event('onboarding.changed', id, { organization_id: id }),
        ],
        present({ ...organization, onboarding }),
      );
    },
  );
