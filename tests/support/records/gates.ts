import type { CaseGates } from '#domain/gates/gate.schema.ts';
import { areas } from '#domain/registry/endpoints.ts';
import type { Endpoint } from '#domain/shared/contract/endpoint.ts';
import type { Harness } from '#tests/support/harness.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { addPermit } from './permits.ts';
import { succeeded } from './reports.ts';

export const exampleIdentification = {
  ...{ identified_by: 'Robert Briggs', relationship: 'son', how: 'in_person', happened_at: '2026-03-03T10:20' },
};
export const exampleObjection = {
  ...{ raised_by: 'Ellen Briggs', text: 'She wants a burial', happened_at: '2026-03-03T11:00' },
};
export const exampleBurial = { step: 'buried', happened_at: '2026-03-06T11:00', place: 'Oak Hill' };

/** The calls of a case's gates; each returns all gates. */
export const gatesOfCase = ({ harness, tenant }: { harness: Harness; tenant: Tenant }, id: string) => {
  const ask = (row: Endpoint, body?: object, params: object = {}, as = tenant.profiles.super_admin) =>
    harness.call(row, { as, params: { id, ...params }, ...(body ? { body } : {}) });
  return {
    ask,
    read: async () => succeeded(await ask(areas.gates.ofCase)).body as unknown as CaseGates,
    /** Records all that a burial needs. */
    async readyForBurial(): Promise<string> {
      const fields = { disposition_method: 'burial', personal_effects_decision: 'return' };
      const { body } = succeeded(await ask(areas.cases.update, fields));
      await addPermit(harness, tenant, id, { name_on_permit: body.deceased_full_name });
      succeeded(await ask(areas.gates.identify, exampleIdentification));
      return id;
    },
  };
};
