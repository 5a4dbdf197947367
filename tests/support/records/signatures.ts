import { v7 as uuid } from 'uuid';
import { areas } from '#domain/registry/endpoints.ts';
import type { SignatureEnvelope } from '#domain/signatures/envelope.schema.ts';
import { externalId } from '#domain/signatures/envelope.ts';
import { applyFilesStored, applySubmissionCreated } from '#domain/signatures/envelope-transitions.ts';
import { type TemplateField, withSuggestedSources } from '#domain/signatures/roles-and-fields.ts';
import type { SignatureTemplate } from '#domain/signatures/signing-service.schema.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { type EnvelopeRecord, envelopesOf } from '#functions/signatures/repository/envelopes.ts';
import { createSignatureTemplateRepository } from '#functions/signatures/repository/signature-templates.ts';
import type { Harness } from '#tests/support/harness.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { succeeded } from './reports.ts';

let made = 0;

export const newTemplate = (changes: object = {}) => ({ name: `Cremation authorization ${++made}`, ...changes });

export const exampleTemplate = async (harness: Harness, tenant: Tenant): Promise<SignatureTemplate> =>
  succeeded(
    await harness.call(areas['signature-templates'].create, { as: tenant.profiles.super_admin, body: newTemplate() }),
  ).body as SignatureTemplate;

const field = (name: string, type: string, role: string): TemplateField => ({
  ...{ uuid: `f-${name}-${role}`, name, type, role, required: true, page: 1, document: 'cremation-authorization' },
  options: [],
});

export const exampleFields: TemplateField[] = [
  field('Decedent Name', 'text', 'Authorizing Agent'),
  field('Date of Death', 'date', 'Authorizing Agent'),
  field('Relationship', 'text', 'Authorizing Agent'),
  field('Favorite Color', 'text', 'Authorizing Agent'),
  field('Signature', 'signature', 'Authorizing Agent'),
  field('Signature', 'signature', 'Funeral Director'),
];

export const bindTemplate = async (harness: Harness, tenant: Tenant, changes: object = {}) =>
  readAtDocuSeal(harness, tenant, (await exampleTemplate(harness, tenant)).id, changes);

export const readAtDocuSeal = async (
  { table }: Pick<Harness, 'table'>,
  tenant: Pick<Tenant, 'id'>,
  id: string,
  changes: object = {},
) => {
  const templates = createSignatureTemplateRepository(table, keysOf(tenant.id));
  const record = await templates.require(id);
  const next = {
    ...record,
    ...{
      docuseal_id: 4100 + ++made,
      is_active: true,
      fields: exampleFields,
      mapping: withSuggestedSources({}, exampleFields),
    },
    roles: [
      { name: 'Authorizing Agent', uuid: 's1', part: 'authorizing_agent' as const, signs: true },
      { name: 'Funeral Director', uuid: 's2', part: 'funeral_director' as const, signs: true },
    ],
    ...changes,
  };
  await table.transact(templates.change(record, next));
  return { ...next, version: record.version + 1 };
};

export const exampleEnvelope = (case_id: string, template_id: string, changes: object = {}) => ({
  case_id,
  documents: [{ template_id }],
  recipients: [
    {
      ...{ name: 'Kathleen Briggs', email: 'kathleen@example.com', phone: '9045550101' },
      ...{ relationship: 'daughter', part: 'authorizing_agent' },
    },
    { name: 'Marcus Ames', email: 'marcus@example.com', part: 'funeral_director' },
  ],
  ...changes,
});

const make = async (harness: Harness, tenant: Tenant, caseId: string, changes: object): Promise<SignatureEnvelope> => {
  const { id } = await bindTemplate(harness, tenant);
  const options = { as: tenant.profiles.office_staff, body: exampleEnvelope(caseId, id, changes) };
  return succeeded(await harness.call(areas['signature-envelopes'].createMulti, options)).body as SignatureEnvelope;
};
export const draftEnvelope = (harness: Harness, tenant: Tenant, caseId: string, changes: object = {}) =>
  make(harness, tenant, caseId, changes);

let submissions = 9000;
export const answerTo = (envelope: EnvelopeRecord, key: string, now: Date) => {
  const id = ++submissions;
  const submission = envelope.submissions.find((submission) => submission.key === key);
  const roles = envelope.documents.find((document) => submission?.document_ids.includes(document.id))?.roles ?? [];
  return {
    id,
    expire_at: envelope.expires_at,
    submitters: roles.map(({ role, recipient_id }, at) => {
      const isFirst = at === 0 && envelope.delivery === 'email';
      return {
        ...{ id: id * 10 + at, submission_id: id, uuid: uuid(), slug: `slug${id}${at}`, role, email: '', name: '' },
        ...{ status: isFirst ? ('sent' as const) : ('awaiting' as const), sent_at: isFirst ? now.toISOString() : null },
        ...{ opened_at: null, completed_at: null, declined_at: null },
        external_id: externalId(envelope.id, key, recipient_id),
        embed_src: `https://docuseal.example/s/slug${id}${at}`,
      };
    }),
  };
};

export const madeAt = async (
  harness: Pick<Harness, 'table'>,
  tenant: Pick<Tenant, 'id'>,
  id: string,
  now = new Date(),
): Promise<EnvelopeRecord> => {
  const envelopes = envelopesOf(harness.table, tenant.id);
  const before = await envelopes.require(id);
  let next: EnvelopeRecord = before;
  for (const { key } of before.submissions)
    next = { ...next, ...applySubmissionCreated(next, key, answerTo(next, key, now), now) };
  const owners = next.submissions.flatMap(({ docuseal_id }) =>
    docuseal_id === null ? [] : [envelopes.bindSubmission(id, docuseal_id)],
  );
  await harness.table.transact([envelopes.change(before, next), ...owners]);
  return { ...next, version: before.version + 1 };
};

export const sentEnvelope = async (harness: Harness, tenant: Tenant, caseId: string, changes: object = {}) => {
  const { id } = await make(harness, tenant, caseId, { send_now: true, ...changes });
  return madeAt(harness, tenant, id);
};

export const storedAt = async (
  { table }: Pick<Harness, 'table'>,
  tenant: Pick<Tenant, 'id'>,
  before: EnvelopeRecord,
  files: Parameters<typeof applyFilesStored>[2],
): Promise<void> => {
  const next = { ...before, ...applyFilesStored(before, 's1', files, new Date()) };
  await table.transact([envelopesOf(table, tenant.id).change(before, next)]);
};
