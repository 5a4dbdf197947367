import { type Onboarding, onboardingEndpoints, onboardingSteps } from '#domain/organizations/onboarding.endpoints.ts';
import { handler, routesOf } from '#functions/platform/api/handler.ts';
import { type Organization, organizations } from '../repository/organizations.ts';

const present = ({ onboarding }: Organization): Onboarding => {
  const steps = onboardingSteps.map((id) => ({ id, done: onboarding?.done.includes(id) ?? false }));
  return {
    completed: Boolean(onboarding?.completed_at),
    steps,
    next_step: steps.find(({ done }) => !done)?.id ?? null,
  };
};

const getOnboarding = handler(onboardingEndpoints.get, { organizations }, async (_, { db }) =>
  present(await db.organizations.requireOrganization()),
);

const saveOnboarding = handler(onboardingEndpoints.save, { organizations }, ({ body }, { db, work }) =>
  work.attempt(
    () => db.organizations.requireOrganization(),
    (organization) => {
      const before = organization.onboarding ?? { done: [], completed_at: null };
      const others = before.done.filter((step) => step !== body.step);
      const onboarding = { ...before, done: body.done === false ? others : [...others, body.step] };
      const { id } = organization;
      const change = { field: body.step, from: before.done.includes(body.step), to: body.done !== false };
      return work
        .add(db.organizations.changeOnboarding(organization, onboarding))
        .audit('onboarding.step', id, [change])
        .announce('onboarding.changed', id, { organization_id: id })
        .finish(present({ ...organization, onboarding }));
    },
  ),
);

export const onboardingRoutes = routesOf(onboardingEndpoints, { get: getOnboarding, save: saveOnboarding });
