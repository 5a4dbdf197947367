import type { Area, areas } from '#domain/registry/endpoints.ts';
import type { Profile } from '#functions/organizations/repository/organizations.ts';
import { calendarsExamples } from '#tests/support/calls/examples/calendars.ts';
import { careExamples } from '#tests/support/calls/examples/care.ts';
import { casesExamples } from '#tests/support/calls/examples/cases.ts';
import { dayExamples } from '#tests/support/calls/examples/day.ts';
import type { Example } from '#tests/support/calls/examples/example.ts';
import { familiesExamples } from '#tests/support/calls/examples/families.ts';
import { homeExamples } from '#tests/support/calls/examples/home.ts';
import { moneyExamples } from '#tests/support/calls/examples/money.ts';
import { papersExamples } from '#tests/support/calls/examples/papers.ts';
import { tasksExamples } from '#tests/support/calls/examples/tasks.ts';
import type { CallOptions, Harness } from '#tests/support/harness.ts';
import { asOwner, type World } from '#tests/support/records/example-records.ts';

type Areas = typeof areas;
export type EndpointName = { [A in Area]: `${A}.${keyof Areas[A] & string}` }[Area];

/**
 * A valid call of every endpoint, for the suites over all endpoints. A new endpoint without an example does not
 * compile.
 */
export const examples: Record<EndpointName, Example> = {
  ...familiesExamples,
  ...casesExamples,
  ...careExamples,
  ...tasksExamples,
  ...dayExamples,
  ...moneyExamples,
  ...papersExamples,
  ...calendarsExamples,
  ...homeExamples,
};

export const exampleOf = async (
  name: EndpointName,
  world: World,
): Promise<CallOptions & { as: Profile | 'nobody' }> => {
  const { as, ...options } = await examples[name](world);
  return { ...options, as: as === 'nobody' ? 'nobody' : asOwner(world) };
};

export const worldIn = async (
  harness: Harness,
  slug: string,
  entered: Partial<World['entered']> = {},
): Promise<World> => ({
  harness,
  tenant: await harness.addTenant(slug),
  entered: { report: {}, customer: {}, firstCall: {}, ...entered },
  tokens: [],
});
