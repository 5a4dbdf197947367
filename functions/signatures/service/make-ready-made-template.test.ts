import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import type { SignatureTemplate } from '#domain/signatures/signing-service.schema.ts';
import { type StandardDocumentKind, standardDocumentKinds } from '#domain/signatures/standard-document-templates.ts';
import { docusealAccount } from '#functions/signatures/client/docuseal.ts';
import { type Harness, type Result, startHarness } from '#tests/support/harness.ts';
import { connectSigning } from '#tests/support/partners/signing.ts';
import { signingKey } from '#tests/support/partners/signing-service.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { long } from '#tests/support/test-length.ts';

const templateRows = areas['signature-templates'];

describe('standard documents of a home', { timeout: 60_000 }, () => {
  let harness: Harness;
  let tenant: Tenant;
  let n = 0;
  beforeAll(async () => {
    harness = await startHarness();
  });
  beforeEach(async () => {
    tenant = await harness.addTenant(`usual-${n++}`);
  });
  afterAll(() => harness.close());

  const make = (template_type: string): Promise<Result> =>
    harness.call(areas['signing-service'].readyMade, {
      as: tenant.profiles.funeral_home_admin,
      body: { template_type },
    });
  const made = async (kind: StandardDocumentKind) => succeeded(await make(kind)).body as SignatureTemplate;
  const here = async (): Promise<SignatureTemplate[]> => {
    const { body } = succeeded(await harness.call(templateRows.list, { as: tenant.profiles.super_admin }));
    return (body as { results: SignatureTemplate[] }).results;
  };
  const account = async () => {
    const { url } = await harness.docuseal();
    return docusealAccount({ id: 'local', label: '', api: url, hosts: [] }, signingKey, 60_000);
  };
  const there = async () => {
    const { data } = await (await account()).listTemplates();
    return data.filter(({ external_id }) => external_id?.startsWith(`stillwater:${tenant.id}:`));
  };

  it('creates a document here and at DocuSeal once, however often requested', async () => {
    await connectSigning(harness, tenant);
    const kinds = long ? standardDocumentKinds : standardDocumentKinds.slice(0, 2);
    // Two users click at the same time, one of them twice.
    for (const kind of kinds) await Promise.all([made(kind), made(kind)]);
    for (const kind of kinds) await made(kind);
    const all = await here();
    expect(all.map(({ template_type }) => template_type).toSorted()).toEqual([...kinds].toSorted());
    expect(await there()).toHaveLength(kinds.length);
    for (const one of all)
      expect(one).toMatchObject({ is_active: true, unmapped: [], in_default_set: false, roles: [{}, {}] });
    expect((await make('disclosure')).status).toBe(400);
  });

  it('finds it again after a lost response, and continues after an error', async () => {
    await connectSigning(harness, tenant);
    const { faults } = await harness.docuseal();
    faults.loseAnswers = 1;
    expect(await make('identification')).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/not responding/) },
    });
    faults.status = 500;
    expect((await make('identification')).status).toBe(409);
    faults.status = null;
    expect(await here()).toEqual([]);
    expect(await made('identification')).toMatchObject({ is_active: true });
    expect(await there()).toHaveLength(1);
  });

  it('keeps synced templates, and restores deleted ones', async () => {
    await connectSigning(harness, tenant);
    const as = tenant.profiles.funeral_home_admin;
    const own = { as, body: { name: 'Our own embalming', template_type: 'embalming_authorization' } };
    const { id } = succeeded(await harness.call(templateRows.create, own)).body;
    expect((await made('embalming_authorization')).id).toBe(id);
    expect(await there()).toEqual([]);
    const first = await made('release_of_remains');
    await (await account()).updateTemplate(Number(first.docuseal_template_id), { archived: true });
    succeeded(await harness.call(templateRows.delete, { as, params: { id: first.id } }));
    const again = await made('release_of_remains');
    expect(again).toMatchObject({
      ...{ id: first.id, docuseal_template_id: first.docuseal_template_id, is_active: true, is_missing: false },
    });
    expect(again.version).toBeGreaterThan(first.version);
  });

  it('rejects the call with a message without a connection or DocuSeal Pro', async () => {
    expect(await make('statement')).toMatchObject({ status: 409, body: { detail: expect.stringMatching(/^Connect/) } });
    await connectSigning(harness, tenant);
    const { setPro } = await harness.docuseal();
    setPro(signingKey, false);
    const refused = await make('statement');
    setPro(signingKey, true);
    expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringMatching(/^Your DocuSeal edition/) } });
  });
});
