import { areas } from '#domain/registry/endpoints.ts';
import type { Role } from '#domain/shared/access/roles.ts';
import type { Harness } from '#tests/support/harness.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { examplePdf, formWith } from './documents.ts';

let calls = 0;

export const sendPaper = async (
  harness: Harness,
  [reference, code]: readonly [string, string],
  { name = 'Discharge.pdf', type = 'application/pdf', bytes = examplePdf() as Uint8Array, key = '' } = {},
) => {
  const form = await formWith({}, { name, type, bytes });
  return harness.send({
    as: 'nobody',
    method: 'POST',
    rawPath: `/api/forms/public/papers/${reference}/${code}`,
    ...{
      body: form.body,
      base64: true,
      headers: {
        ...(key ? { 'idempotency-key': key } : {}),
        ...{ 'content-type': form.type, 'x-viewer-ip': `198.51.100.${1 + (calls++ % 250)}` },
      },
    },
  });
};

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
