import type { Area, areas } from '#domain/registry/endpoints.ts';
import type { Profile } from '#functions/organizations/repository/organizations.ts';
import { calendarExamples } from '#tests/support/calls/examples/calendar.ts';
import { careExamples } from '#tests/support/calls/examples/care.ts';
import { casesExamples } from '#tests/support/calls/examples/cases.ts';
import { customersExamples } from '#tests/support/calls/examples/customers.ts';
import { documentsExamples } from '#tests/support/calls/examples/documents.ts';
import type { Example } from '#tests/support/calls/examples/example.ts';
import { googleCalendarExamples } from '#tests/support/calls/examples/google-calendar.ts';
import { importsExamples } from '#tests/support/calls/examples/imports.ts';
import { intakeExamples } from '#tests/support/calls/examples/intake.ts';
import { organizationsExamples } from '#tests/support/calls/examples/organizations.ts';
import { paymentsExamples } from '#tests/support/calls/examples/payments.ts';
import { quickbooksExamples } from '#tests/support/calls/examples/quickbooks.ts';
import { signaturesExamples } from '#tests/support/calls/examples/signatures.ts';
import { statementsExamples } from '#tests/support/calls/examples/statements.ts';
import { tasksExamples } from '#tests/support/calls/examples/tasks.ts';
import { teamExamples } from '#tests/support/calls/examples/team.ts';
import type { CallOptions, Harness } from '#tests/support/harness.ts';
import { asOwner, type World } from '#tests/support/records/example-records.ts';

type Areas = typeof areas;
export type EndpointName = { [A in Area]: `${A}.${keyof Areas[A] & string}` }[Area];

/**
 * A valid call of every endpoint, for the suites over all endpoints. A new endpoint without an example does not
 * compile.
 */
export const examples: Record<EndpointName, Example> = {
  ...intakeExamples,
  ...casesExamples,
  ...careExamples,
  ...tasksExamples,
  ...calendarExamples,
  ...googleCalendarExamples,
  ...paymentsExamples,
  ...statementsExamples,
  ...quickbooksExamples,
  ...documentsExamples,
  ...signaturesExamples,
  ...customersExamples,
  ...importsExamples,
  ...organizationsExamples,
  ...teamExamples,
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
