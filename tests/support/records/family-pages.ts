import type { Role } from '#domain/shared/access/roles.ts';
import { areas } from '#domain/shared/contract/endpoints.ts';
import type { Harness } from '#tests/support/harness.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const rows = areas['family-pages'];

export const familyPagesOf = (harness: Harness, tenant: Tenant) => ({
  staff: (name: keyof typeof rows, id: string, body?: object, role: Role = 'coordinator') =>
    harness.call(rows[name], { as: tenant.profiles[role], params: { id }, ...(body ? { body } : {}) }),
  family: async (reference: unknown, code: unknown) => {
    await harness.projected();
    return harness.call(areas.intake.checkStatus, { params: { a: String(reference), b: String(code) } });
  },
});

/** The family's view of a closed or nonexistent page. */
export const unknownPage = { status: 404, body: { detail: 'The requested resource was not found.' } };
