import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import type { SignatureTemplate } from '#domain/signatures/signing-service.schema.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Key } from '#functions/platform/store/table.ts';
import {
  createSignatureTemplateRepository,
  uniquenessKeys,
} from '#functions/signatures/repository/signature-templates.ts';
import { type Harness, type Result, startHarness } from '#tests/support/harness.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { bindTemplate } from '#tests/support/records/signatures.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const rows = areas['signature-templates'];

let harness: Harness;
let tenant: Tenant;
beforeAll(async () => {
  harness = await startHarness();
  tenant = await harness.addTenant('whitcomb-ames');
});
afterAll(() => harness.close());

const ask = (row: keyof typeof rows, options: object): Promise<Result> =>
  harness.call(rows[row], { as: tenant.profiles.funeral_home_admin, ...options });
const asTemplate = (result: Result): SignatureTemplate => succeeded(result).body as SignatureTemplate;

describe('signature templates', () => {
  it('adds a template with a type by name, inactive until its fields are read', async () => {
    const made = asTemplate(
      await ask('create', { body: { name: 'Embalming Authorization (FL)', docuseal_template_id: 41 } }),
    );
    expect(made).toMatchObject({
      ...{ template_type: 'embalming_authorization', template_type_display: 'Embalming authorization' },
      ...{ is_active: false, fields: [], docuseal_template_id: 41, version: 1 },
    });
    expect(await ask('create', { body: { name: 'embalming authorization (FL)' } })).toMatchObject({
      status: 409,
      body: { name: ['A template with this name already exists'] },
    });
    expect(await ask('create', { body: { name: 'Another', docuseal_template_id: 41 } })).toMatchObject({
      status: 409,
      body: { docuseal_template_id: ['Another template is already linked to this DocuSeal template'] },
    });
  });

  it('adds one template per name and DocuSeal template in parallel calls', async () => {
    const added = async (body: object): Promise<number[]> =>
      (await Promise.all(Array.from({ length: 3 }, () => ask('create', { body })))).map(({ status }) => status).sort();
    expect(await added({ name: 'Pet Waiver' })).toEqual([201, 409, 409]);
    const named = await Promise.all(
      ['One', 'Two', 'Three'].map((name) => ask('create', { body: { name, docuseal_template_id: 77 } })),
    );
    expect(named.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(await harness.recount()).toEqual([]);
  });

  it('frees the name of a renamed or deleted template', async () => {
    const first = asTemplate(await ask('create', { body: { name: 'Viewing Waiver' } }));
    succeeded(await ask('update', { params: { id: first.id }, body: { name: 'Viewing waiver, old' } }));
    const second = asTemplate(await ask('create', { body: { name: 'viewing waiver' } }));
    expect(await ask('update', { params: { id: first.id }, body: { name: 'VIEWING WAIVER' } })).toMatchObject({
      status: 409,
    });
    succeeded(await ask('delete', { params: { id: second.id } }));
    succeeded(await ask('update', { params: { id: first.id }, body: { name: 'VIEWING WAIVER' } }));
    expect(await harness.recount()).toEqual([]);
  });

  it('allows a name that an older release left reserved', async () => {
    const { id } = asTemplate(await ask('create', { body: { name: 'Held Waiver' } }));
    const keys = keysOf(tenant.id);
    const [held] = uniquenessKeys(keys, await createSignatureTemplateRepository(harness.calmTable, keys).require(id));
    succeeded(await ask('delete', { params: { id } }));
    const expires_at = Math.floor(Date.now() / 1000) - 1;
    await harness.calmTable.put({ ...(held as Key), template_id: id, expires_at });
    expect((await ask('create', { body: { name: 'Held Waiver' } })).status).toBe(201);
  });

  it('shows sources and undecided fields, and accepts decisions', async () => {
    const { id } = await bindTemplate(harness, tenant);
    const read = asTemplate(await ask('get', { params: { id } }));
    const sourceOf = (one: SignatureTemplate, name: string) => one.fields.find((field) => field.name === name)?.source;
    expect(sourceOf(read, 'Decedent Name')).toBe('case.deceased_name');
    expect(read.unmapped).toEqual(['Favorite Color']);
    const mapping = { 'Favorite Color': '', 'Decedent Name': 'case.number' };
    const changed = asTemplate(await ask('update', { params: { id }, body: { mapping, version: read.version } }));
    expect([changed.unmapped, sourceOf(changed, 'Decedent Name')]).toEqual([[], 'case.number']);
    const undone = asTemplate(await ask('update', { params: { id }, body: { mapping: { 'Favorite Color': null } } }));
    expect(undone.unmapped).toEqual(['Favorite Color']);
    expect(await ask('update', { params: { id }, body: { mapping: { Nothing: 'case.number' } } })).toMatchObject({
      status: 400,
      body: { 'mapping.Nothing': ['This template has no such field'] },
    });
    const secret = { 'Favorite Color': 'deceased.social_security_number' };
    expect(await ask('update', { params: { id }, body: { mapping: secret } })).toMatchObject({
      status: 400,
      body: { 'mapping.Favorite Color': ['Choose a value from the list'] },
    });
  });

  it('offers no secured or internal values of a case', async () => {
    const sources = succeeded(await ask('sources', {})).body as unknown as { id: string }[];
    const ids = sources.map(({ id }) => id);
    expect(ids).toContain('deceased.date_of_death');
    expect(ids.filter((id) => /ssn|social|policy_number|^notes|^innerOffice/.test(id))).toEqual([
      'deceased.ssn_to_follow',
      'deceased.ssn_never_issued',
      'deceased.notify_social_security',
    ]);
  });

  it('filters by type, and omits deleted templates', async () => {
    const { id } = asTemplate(await ask('create', { body: { name: 'Release of remains' } }));
    const list = async (query: object) =>
      (succeeded(await ask('list', { query })).body as { results: SignatureTemplate[] }).results.map((one) => one.id);
    expect(await list({ template_type: 'release_of_remains' })).toEqual([id]);
    expect(await list({ template_type: 'release_of_remains', active: 'true' })).toEqual([]);
    succeeded(await ask('delete', { params: { id } }));
    expect((await ask('get', { params: { id } })).status).toBe(404);
    expect(await list({ template_type: 'release_of_remains' })).toEqual([]);
  });
});
