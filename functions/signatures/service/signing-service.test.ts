import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import type { SignatureTemplate } from '#domain/signatures/signing-service.schema.ts';
import { docusealAccount } from '#functions/signatures/client/docuseal.ts';
import { type Harness, type Result, startHarness } from '#tests/support/harness.ts';
import {
  boundTemplate,
  confirmedFields,
  connectSigning,
  submissionThere,
  templateThere,
} from '#tests/support/partners/signing.ts';
import { signingKey } from '#tests/support/partners/signing-service.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { sentEnvelope } from '#tests/support/records/signatures.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const rows = areas['signing-service'];

describe('calls that wait for DocuSeal', () => {
  let harness: Harness;
  let tenant: Tenant;
  let n = 0;
  beforeAll(async () => {
    harness = await startHarness();
  });
  beforeEach(async () => {
    tenant = await harness.addTenant(`reading-${n++}`);
  });
  afterAll(() => harness.close());
  const ask = (row: keyof typeof rows, options: object = {}): Promise<Result> =>
    harness.call(rows[row], { as: tenant.profiles.funeral_home_admin, ...options });
  const templates = async (): Promise<SignatureTemplate[]> => {
    const { body } = succeeded(
      await harness.call(areas['signature-templates'].list, { as: tenant.profiles.super_admin }),
    );
    return (body as { results: SignatureTemplate[] }).results;
  };

  const failing = async (status: number, call: () => Promise<Result>): Promise<Result> => {
    const { faults } = await harness.docuseal();
    faults.status = status;
    const answer = await call();
    faults.status = null;
    return answer;
  };
  const accountThere = async () =>
    docusealAccount({ id: 'local', label: '', api: (await harness.docuseal()).url, hosts: [] }, signingKey, 60_000);

  const openCase = async (of: Tenant): Promise<string> => {
    const cases = casesOf(harness, of);
    const { id } = await cases.opened({ ...wholeCase });
    succeeded(await cases.activate(id));
    return id;
  };

  it('syncs all templates once, to be confirmed, and marks deleted ones', async () => {
    await connectSigning(harness, tenant);
    const offered = succeeded(await ask('available')).body as unknown as { name: string }[];
    expect(offered.map(({ name }) => name)).toContain('Cremation Authorization');
    expect(succeeded(await ask('sync')).body).toEqual({ created: offered.length, updated: 0, deactivated: 0 });
    expect(succeeded(await ask('available')).body).toEqual([]);
    expect(succeeded(await ask('sync')).body).toEqual({ created: 0, updated: 0, deactivated: 0 });
    const [cremation] = (await templates()).filter(({ name }) => name === 'Cremation Authorization');
    expect(cremation).toMatchObject({ is_active: false, template_type: 'cremation_authorization', is_missing: false });
    expect(cremation?.unmapped).toEqual(Object.keys(confirmedFields));
    const params = { id: cremation?.id };
    expect(await ask('activate', { params })).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/^Confirm these fields first: Decedent Name, /) },
    });
    const active = succeeded(await ask('activate', { params, body: { mapping: confirmedFields } })).body;
    expect(active).toMatchObject({ is_active: true, unmapped: [] });
    await (await accountThere()).updateTemplate(Number(cremation?.docuseal_template_id), { archived: true });
    expect(succeeded(await ask('sync')).body).toMatchObject({ deactivated: 1 });
    expect((await templates()).find(({ id }) => id === cremation?.id)).toMatchObject({
      ...{ is_active: false, is_missing: true },
    });
    // Activating it restores it at DocuSeal.
    const again = await ask('activate', { params });
    expect(succeeded(again).body).toMatchObject({ is_active: true, is_missing: false });
  });

  it('syncs each template once when several users sync at the same time', async () => {
    await connectSigning(harness, tenant);
    const brought = await Promise.all(Array.from({ length: 4 }, () => ask('sync')));
    const all = await templates();
    const created = brought.map((answer) => (succeeded(answer).body as { created: number }).created);
    expect(created.reduce((sum, one) => sum + one, 0)).toBe(all.length);
    expect(new Set(all.map(({ docuseal_template_id }) => docuseal_template_id)).size).toBe(all.length);
    expect(succeeded(await ask('sync')).body).toEqual({ created: 0, updated: 0, deactivated: 0 });
    expect(await harness.recount()).toEqual([]);
  });

  it('leaves templates deleted that staff deleted here, until they are added', async () => {
    await connectSigning(harness, tenant);
    succeeded(await ask('sync'));
    const as = tenant.profiles.super_admin;
    const release = (await templates()).find(({ name }) => name === 'Release of Remains');
    const { id = '', name = '', docuseal_template_id } = release ?? {};
    succeeded(await harness.call(areas['signature-templates'].delete, { as, params: { id } }));
    expect(succeeded(await ask('sync')).body).toEqual({ created: 0, updated: 0, deactivated: 0 });
    const offered = succeeded(await ask('available')).body as unknown as { name: string }[];
    expect(offered.map((one) => one.name)).toEqual([name]);
    const body = { name, docuseal_template_id };
    succeeded(await harness.call(areas['signature-templates'].create, { as, body }));
    expect(succeeded(await ask('sync')).body).toMatchObject({ created: 0 });
  });

  it("previews a case's values, with the last fields while DocuSeal is down", async () => {
    const id = await boundTemplate(harness, tenant);
    const query = { case_id: await openCase(tenant) };
    const preview = () => ask('fieldPreview', { params: { id }, query });
    // Its fields were never read.
    expect((await failing(500, preview)).status).toBe(409);
    const { fields } = succeeded(await ask('activate', { params: { id }, body: { mapping: confirmedFields } }))
      .body as SignatureTemplate;
    const well = succeeded(await preview()).body;
    const all = (well.roles as { fields: { name: string; value: string }[] }[]).flatMap((role) => role.fields);
    const value = (name: string) => all.find((field) => field.name === name)?.value;
    expect([value('Decedent Name'), value('Signature')]).toEqual(['Walter Pruitt', '']);
    const meanwhile = succeeded(await failing(500, preview)).body;
    expect(meanwhile).toEqual({ ...well, read_at: meanwhile.read_at });
    expect((meanwhile.roles as { fields: object[] }[]).flatMap((role) => role.fields)).toHaveLength(fields.length);
  });

  it('answers 409 with a message, never 5xx, without connection or response', async () => {
    expect(await ask('available')).toMatchObject({
      status: 409,
      body: { detail: 'Connect DocuSeal first, under Settings.' },
    });
    await connectSigning(harness, tenant);
    for (const [status, detail] of [
      [500, 'DocuSeal is not responding. Try again in a few minutes.'],
      [401, 'DocuSeal no longer accepts the API key. An owner can enter a new one in Settings.'],
    ] as const)
      expect(await failing(status, () => ask('sync'))).toMatchObject({ status: 409, body: { detail } });
  });

  it('S-18 reads no submission of another organization', async () => {
    const other = await harness.addTenant(`reading-other-${n}`);
    const theirs = await sentEnvelope(harness, other, await openCase(other));
    const submission = await submissionThere(harness, other, theirs.id);
    await connectSigning(harness, tenant);
    expect((await ask('getThere', { params: { id: String(submission) } })).status).toBe(404);
    expect(succeeded(await ask('listThere')).body).toEqual([]);
    const mine = await harness.call(rows.getThere, {
      as: other.profiles.office_staff,
      params: { id: String(submission) },
    });
    expect(succeeded(mine).body).toMatchObject({ envelope_id: theirs.id, status: 'pending' });
    // It is found behind many newer submissions of others.
    const account = await accountThere();
    const template_id = await templateThere(harness);
    const submitters = [{ role: 'Authorizing Agent', name: 'Other' }];
    for (let n = 0; n < 51; n++) await account.createSubmission({ template_id, send_email: false, submitters });
    const all = await harness.call(rows.listThere, { as: other.profiles.office_staff });
    expect(succeeded(all).body).toContainEqual(
      expect.objectContaining({ submission_id: submission, envelope_id: theirs.id }),
    );
  });
});
