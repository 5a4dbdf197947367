import { areas } from '#domain/shared/contract/endpoints.ts';
import type { WholeStatement } from '#domain/statements/statement.schema.ts';
import type { Harness } from '#tests/support/harness.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { succeeded } from './reports.ts';

export const exampleFees = (changes: object = {}) => ({ hearse_fee: '375.00', contract_total: '375.00', ...changes });

export const exampleAcceptance = { accepted_by: 'Carolyn Pruitt-Shaw', given_on: '2040-03-04', signed_by: 'Carolyn' };

export const finalizeStatement = async (
  harness: Harness,
  tenant: Tenant,
  caseId: string,
  body: object = {},
): Promise<WholeStatement> => {
  const options = { as: tenant.profiles.coordinator, params: { id: caseId }, body };
  return succeeded(await harness.call(areas.statements.finalize, options)).body as unknown as WholeStatement;
};
