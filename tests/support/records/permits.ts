import type { Permit } from '#domain/permits/permit.endpoints.ts';
import { areas } from '#domain/registry/endpoints.ts';
import type { Harness } from '#tests/support/harness.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { succeeded } from './reports.ts';

export const examplePermit = (changes: object = {}) => ({
  permit_name: 'Burial-transit permit',
  permit_number: 'BTP-FL-2026-041773',
  issuing_authority: 'St. Johns County',
  issue_date: '2026-03-04',
  ...changes,
});

export const addPermit = async (
  harness: Harness,
  tenant: Tenant,
  caseId: string,
  changes: object = {},
): Promise<Permit> => {
  const options = { as: tenant.profiles.coordinator, params: { id: caseId }, body: examplePermit(changes) };
  return succeeded(await harness.call(areas.permits.add, options)).body as unknown as Permit;
};

export const exampleCopies = (changes: object = {}) => ({
  move: 'ordered',
  on: '2026-03-05',
  copies: 8,
  copy_type: 'long',
  fee_each: '12.00',
  ...changes,
});
