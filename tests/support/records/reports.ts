import type { IntakeSubmissionInput } from '#domain/intake/intake.schema.ts';
import { areas } from '#domain/registry/endpoints.ts';
import type { Role } from '#domain/shared/access/roles.ts';
import type { Harness, Result } from '#tests/support/harness.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { exampleIntake } from './example-intake.ts';

export const succeeded = (result: Result): Result => {
  if (result.status >= 300) throw new Error(`${result.status} ${result.text}`);
  return result;
};

/** A response to compare with: 409 with this explanation. */
export const conflict = (detail: string) => ({ status: 409, body: { detail } });

/** A response to compare with: 400 with one message for each of these fields. */
export const invalid = (errors: Record<string, string>) => ({
  status: 400,
  body: Object.fromEntries(Object.entries(errors).map(([field, message]) => [field, [message]])),
});

export const reportDeath = async (
  harness: Harness,
  tenant: Tenant,
  changes: Partial<IntakeSubmissionInput> = {},
): Promise<{ id: string; reference: string; statusToken: string }> => {
  const body = exampleIntake({ funeral_home_slug: tenant.home.slug, ...changes });
  const { body: receipt } = succeeded(await harness.call(areas.intake.submit, { body }));
  const reference = String(receipt.reference);
  await harness.projected();
  const query = { search: reference };
  const submissions = await harness.call(areas.submissions.list, { as: tenant.profiles.super_admin, query });
  const [row] = succeeded(submissions).body.results as { id: string; reference: string }[];
  if (row?.reference !== reference) throw new Error(`submission ${reference} is not in the list`);
  return { id: row.id, reference, statusToken: String(receipt.status_token) };
};

export const readSubmission = async (harness: Harness, tenant: Tenant, id: string, role: Role = 'super_admin') =>
  succeeded(await harness.call(areas.submissions.get, { as: tenant.profiles[role], params: { id } })).body as Record<
    string,
    unknown
  >;

export const openCase = async (
  harness: Harness,
  tenant: Tenant,
  changes: Partial<IntakeSubmissionInput> = {},
): Promise<{ caseId: string; caseNumber: string; submissionId: string }> => {
  const { id } = await reportDeath(harness, tenant, changes);
  const options = { as: tenant.profiles.super_admin, params: { id }, body: {} };
  const { body } = succeeded(await harness.call(areas.submissions.convertToCase, options));
  return { caseId: String(body.case_id), caseNumber: String(body.case_number), submissionId: id };
};
