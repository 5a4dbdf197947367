import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import type {
  BulkResult,
  EnvelopeChoices,
  EnvelopePreview,
  SignatureEnvelope,
} from '#domain/signatures/envelope.schema.ts';
import { submissionRequest } from '#domain/signatures/submission-request.ts';
import { type EnvelopeRecord, envelopesDue, envelopesOf } from '#functions/signatures/repository/envelopes.ts';
import { type Harness, type Result, startHarness } from '#tests/support/harness.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { addDocument } from '#tests/support/records/documents.ts';
import { openCase, succeeded } from '#tests/support/records/reports.ts';
import { bindTemplate, exampleEnvelope, madeAt, sentEnvelope, storedAt } from '#tests/support/records/signatures.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const rows = areas['signature-envelopes'];

let harness: Harness;
let tenant: Tenant;
let cases: ReturnType<typeof casesOf>;
let template: Awaited<ReturnType<typeof bindTemplate>>;
beforeAll(async () => {
  harness = await startHarness();
  tenant = await harness.addTenant('whitcomb-ames');
  cases = casesOf(harness, tenant);
  template = await bindTemplate(harness, tenant, { in_default_set: true });
});
afterAll(() => harness.close());

const as = () => tenant.profiles.office_staff;
const opened = async (changes: object = {}): Promise<string> => {
  const { id } = await cases.opened({ ...wholeCase, ...changes });
  succeeded(await cases.activate(id));
  return id;
};
const ask = (row: keyof typeof rows, options: object): Promise<Result> =>
  harness.call(rows[row], { as: as(), ...options });
const asEnvelope = (result: Result): SignatureEnvelope => succeeded(result).body as SignatureEnvelope;
const about = (row: keyof typeof rows, id: string, body: object = {}, by = tenant.profiles.funeral_director) =>
  harness.call(rows[row], { as: by, params: { id }, body });

describe('creating an envelope', () => {
  it('offers documents and people of the case, and previews values and gaps', async () => {
    const id = await opened({ date_of_death: '2026-03-01', customer_email: 'carolyn@example.com' });
    const pdf = await addDocument(harness, tenant, id);
    const choices = succeeded(await ask('choices', { query: { case_id: id } })).body as EnvelopeChoices;
    expect(choices.case).toMatchObject({ id, deceased_name: 'Walter Pruitt', can_request: true });
    expect(choices.templates).toMatchObject([{ id: template.id, in_default_set: true, can_send: true }]);
    expect(choices.documents.map((one) => one.id)).toEqual([pdf.id]);
    expect(choices.people[0]).toMatchObject({
      ...{ name: 'Carolyn Pruitt-Shaw', email: 'carolyn@example.com', part: 'authorizing_agent' },
    });
    // Office staff prepare the request, and the director of the home signs.
    const { funeral_director: director, super_admin: owner } = tenant.profiles;
    expect(choices.people.at(-1)).toMatchObject({ part: 'funeral_director', email: director.email });
    const asked = { as: owner, query: { case_id: id } };
    const byOwner = succeeded(await harness.call(rows.choices, asked)).body as EnvelopeChoices;
    expect(byOwner.people.at(-1)).toMatchObject({ part: 'funeral_director', email: owner.email });

    const body = exampleEnvelope(id, template.id);
    const preview = succeeded(await ask('preview', { body })).body as EnvelopePreview;
    expect(preview.faults).toEqual({});
    const [paper] = preview.documents;
    expect(paper?.roles).toEqual([
      { role: 'Authorizing Agent', recipient: 0, signs: true },
      { role: 'Funeral Director', recipient: 1, signs: true },
    ]);
    const value = (name: string) => paper?.fields.find((one) => one.name === name);
    expect(value('Decedent Name')).toMatchObject({ value: 'Walter Pruitt', source: 'case.deceased_name' });
    expect(value('Date of Death')).toMatchObject({ value: '2026-03-01' });
    expect(value('Relationship')).toMatchObject({ value: 'Daughter' });
    // An undecided field is the signer's.
    expect(value('Favorite Color')).toMatchObject({ source: '', is_missing: false });
    expect(preview.missing_count).toBe(0);
  });

  it('says when a form was last completed for the case', async () => {
    const id = await opened();
    const completedAt = async () => {
      const { templates } = succeeded(await ask('choices', { query: { case_id: id } })).body as EnvelopeChoices;
      return templates.find((one) => one.id === template.id)?.completed_at;
    };
    const stored = envelopesOf(harness.table, tenant.id);
    const envelope = async (changes: Partial<EnvelopeRecord>) => {
      const record = await sentEnvelope(harness, tenant, id);
      const documents = record.documents.map((document) => ({ ...document, template_id: template.id }));
      await harness.table.transact([stored.change(record, { ...record, documents, ...changes })]);
    };
    await envelope({});
    expect(await completedAt()).toBeNull();
    await envelope({ status: 'completed', completed_at: '2026-11-28T15:00:00.000Z' });
    await envelope({ status: 'completed', completed_at: '2026-11-21T15:00:00.000Z' });
    expect(await completedAt()).toBe('2026-11-28T15:00:00.000Z');
  });

  it('saves a draft, and sends it once with one event', async () => {
    const id = await opened();
    const draft = asEnvelope(await ask('create', { body: exampleEnvelope(id, template.id) }));
    expect(draft).toMatchObject({
      status: 'draft',
      sending: 'not_asked',
      completion_percentage: 0,
      submission_ids: [],
    });
    expect(draft.title).toBe(template.name);
    const changed = asEnvelope(await about('update', draft.id, { title: 'For Walter', version: draft.version }));
    expect(changed).toMatchObject({ title: 'For Walter', version: 2 });
    expect((await about('update', draft.id, { title: 'Other', version: 1 })).status).toBe(409);
    // Other people get their roles assigned again.
    const people = exampleEnvelope(id, template.id).recipients;
    const turned = asEnvelope(await about('update', draft.id, { recipients: people.toReversed() }));
    const named = new Map(turned.recipients.map(({ recipient_id, name }) => [recipient_id, name]));
    expect(turned.documents[0]?.roles.map(({ role, recipient_id }) => [role, named.get(recipient_id)])).toEqual([
      ['Authorizing Agent', 'Kathleen Briggs'],
      ['Funeral Director', 'Marcus Ames'],
    ]);
    asEnvelope(await about('update', draft.id, { recipients: people }));
    const sent = asEnvelope(await about('send', draft.id));
    expect(sent).toMatchObject({ status: 'pending', sending: 'asked' });
    expect(await about('send', draft.id)).toMatchObject({ status: 409, body: { detail: 'Already sent.' } });
    expect((await about('update', draft.id, { title: 'Late' })).status).toBe(409);

    const record = await envelopesOf(harness.table, tenant.id).require(draft.id);
    const [submission] = record.submissions;
    if (!submission) throw new Error('no submission');
    expect(submissionRequest(record, submission)).toMatchObject({
      ...{ template_id: template.docuseal_id, send_email: true, order: 'preserved', reply_to: as().email },
      submitters: [
        {
          ...{ role: 'Authorizing Agent', name: 'Kathleen Briggs', email: 'kathleen@example.com', order: 0 },
          values: { 'Decedent Name': 'Walter Pruitt', 'Date of Death': '2026-03-01', Relationship: 'Daughter' },
          metadata: { envelope_id: draft.id, organization_id: tenant.id, case_id: id, submission: 's1' },
        },
        { role: 'Funeral Director', email: 'marcus@example.com', order: 1 },
      ],
    });
    const log = (await cases.log(id)).filter(({ action }) => action.startsWith('envelope.'));
    expect(log.map(({ action }) => action)).toEqual([
      'envelope.sent',
      ...Array(3).fill('envelope.updated'),
      'envelope.created',
    ]);
  });

  it('uses the language of the report, or the one that staff chose later', async () => {
    const { caseId } = await openCase(harness, tenant, { language: 'es' });
    succeeded(await cases.patch(caseId, wholeCase));
    succeeded(await cases.activate(caseId));
    const mailOf = async () =>
      (await envelopesOf(harness.table, tenant.id).require((await sentEnvelope(harness, tenant, caseId)).id)).mail;
    expect(await mailOf()).toMatchObject({ language: 'es', deceased: expect.stringMatching(/^Walter .*Pruitt/) });
    succeeded(await cases.patch(caseId, { family_language: 'en' }));
    expect(await mailOf()).toMatchObject({ language: 'en' });
  });

  it('requires an address of each recipient by email, and none in person', async () => {
    const id = await opened();
    const recipients = [
      { name: 'Kathleen Briggs', part: 'authorizing_agent' },
      { name: 'Marcus Ames', part: 'funeral_director' },
    ];
    const body = { ...exampleEnvelope(id, template.id), recipients, send_now: true };
    expect(await ask('create', { body })).toMatchObject({
      status: 400,
      body: { 'recipients.0.email': ['Email address required'], 'recipients.1.email': ['Email address required'] },
    });
    const sent = asEnvelope(await ask('create', { body: { ...body, delivery: 'in_person' } }));
    await madeAt(harness, tenant, sent.id);
    const now = asEnvelope(await about('get', sent.id));
    expect(now).toMatchObject({ status: 'pending', delivery: 'in_person' });
    // The first signs on the tablet now, the second when it is their turn.
    expect(now.recipients.map(({ signing_pages }) => signing_pages.length)).toEqual([1, 0]);
  });

  it('offers each document once: the newest version, without signed files', async () => {
    const id = await opened();
    const first = await addDocument(harness, tenant, id, { file_name: 'Certificate.pdf' });
    const second = await addDocument(harness, tenant, id, { file_name: 'Certificate.pdf', replaces: first.id });
    const signed = await addDocument(harness, tenant, id, { file_name: 'Certificate (signed).pdf' });
    const log = await addDocument(harness, tenant, id, { file_name: 'Certificate (audit log).pdf' });
    const record = await sentEnvelope(harness, tenant, id);
    const stored = [{ name: 'Certificate', document_id: signed.id }];
    await storedAt(harness, tenant, record, { stored, audit_document_id: log.id });
    const choices = succeeded(await ask('choices', { query: { case_id: id } })).body as EnvelopeChoices;
    expect(choices.documents.map((one) => one.id)).toEqual([second.id]);
  });

  it('accepts active and completed cases, and reports all faults together', async () => {
    const { id } = await cases.opened();
    const draft = asEnvelope(await ask('create', { body: exampleEnvelope(id, template.id) }));
    const why = { detail: 'Signatures can be requested for active and completed cases.' };
    expect(await about('send', draft.id)).toMatchObject({ status: 409, body: why });
    const unbound = await bindTemplate(harness, tenant, { docuseal_id: null });
    const pdf = await addDocument(harness, tenant, id);
    const elsewhere = await addDocument(harness, tenant, await opened());
    const documents = [
      { template_id: unbound.id },
      { document_id: pdf.id },
      { document_id: elsewhere.id },
      { statement_version: 1 },
    ];
    const recipients = [{ name: 'Kathleen Briggs', email: 'kathleen@example.com' }];
    const body = { case_id: id, documents, recipients, send_now: true };
    expect(await ask('createMulti', { body })).toMatchObject({
      status: 400,
      body: {
        'documents.0': ['This template is not connected to DocuSeal yet'],
        'documents.0.roles': [`Choose who signs “${unbound.name}” as Funeral Director`],
        'documents.2': ['Only PDF documents of this case can be signed'],
        'documents.3': ['This version has no finalized Statement'],
      },
    });
    expect((await ask('byCase', { query: { funeral_service_id: id } })).body).toHaveLength(1);
  });
});

describe('an envelope that was sent', () => {
  it('appears in the list with case and status, by search and filter', async () => {
    const id = await opened({ deceased_last_name: 'Quackenbush' });
    const sent = await sentEnvelope(harness, tenant, id);
    await harness.projected();
    const list = async (query: object) =>
      succeeded(await ask('list', { query })).body as { count: number; results: object[] };
    const found = await list({ search: 'quacken', status: 'sent', location: tenant.home.id });
    expect(found.count).toBe(1);
    expect(found.results).toMatchObject([
      {
        ...{ id: sent.id, status: 'sent', status_display: 'Sent', completion_percentage: 0 },
        case: { id, deceased_name: 'Walter Quackenbush' },
        submission_ids: [sent.submissions[0]?.docuseal_id],
      },
    ]);
    expect((await list({ search: 'quacken', status: 'voided' })).count).toBe(0);
  });

  it('lists those that wait for signers first, then those that need staff', async () => {
    const other = await harness.addTenant('waiting-first');
    const stored = envelopesOf(harness.table, other.id);
    const { id: caseId } = await casesOf(harness, other).opened(wholeCase);
    succeeded(await casesOf(harness, other).activate(caseId));
    const statuses = ['sent', 'declined', 'viewed', 'draft', 'completed', 'expired', 'partially_signed'] as const;
    const ids: string[] = [];
    for (const status of statuses) {
      const record = await sentEnvelope(harness, other, caseId);
      await harness.table.transact([stored.change(record, { ...record, status })]);
      ids.push(record.id);
    }
    await harness.projected();
    const listed = async (query: object = {}) => {
      const as = other.profiles.office_staff;
      const { body } = succeeded(await harness.call(rows.list, { as, query: { ordering: 'waiting', ...query } }));
      expect(body.count).toBe(statuses.length);
      return (body.results as { id: string }[]).map(({ id }) => ids.indexOf(id));
    };
    expect(await listed()).toEqual([0, 2, 6, 5, 3, 1, 4]);
    expect(await listed({ location: other.home.id })).toEqual([0, 2, 6, 5, 3, 1, 4]);
    expect(await listed({ search: 'pruitt' })).toEqual([0, 2, 6, 5, 3, 1, 4]);
    const query = { ordering: 'status' };
    const refused = await harness.call(rows.list, { as: other.profiles.office_staff, query });
    expect(refused.body).toEqual({ ordering: ['Ordering must be created_at, -created_at, waiting'] });
  });

  it('stays open until it ends or a later one of its case follows', async () => {
    const other = await harness.addTenant('open-requests');
    const stored = envelopesOf(harness.table, other.id);
    const caseOf = async () => {
      const { id } = await casesOf(harness, other).opened(wholeCase);
      succeeded(await casesOf(harness, other).activate(id));
      return id;
    };
    const sent = async (caseId: string, changes: Partial<EnvelopeRecord> = {}) => {
      const record = await sentEnvelope(harness, other, caseId);
      await harness.table.transact([stored.change(record, { ...record, ...changes })]);
      return record.id;
    };
    const longAgo = new Date(Date.now() - 31 * 24 * 3_600_000).toISOString();
    const waiting = await sent(await caseOf());
    const declined = await sent(await caseOf(), { status: 'declined' });
    await sent(await caseOf(), { status: 'expired', sent_at: longAgo });
    await sent(await caseOf(), { status: 'voided' });
    const again = await caseOf();
    await sent(again, { status: 'declined' });
    await sent(again, { status: 'completed' });
    await harness.projected();
    const open = async (query: object = {}) => {
      const as = other.profiles.office_staff;
      const { body } = succeeded(await harness.call(rows.list, { as, query: { open: 'true', ...query } }));
      return [body.count, (body.results as { id: string }[]).map(({ id }) => id)];
    };
    expect(await open()).toEqual([2, [declined, waiting]]);
    expect(await open({ ordering: 'created_at', page_size: '10' })).toEqual([2, [waiting, declined]]);
    expect(await open({ status: 'declined' })).toEqual([1, [declined]]);
    expect(await open({ search: 'pruitt' })).toEqual([2, [declined, waiting]]);
  });

  it('emails the link again only to people who could sign now', async () => {
    const sent = await sentEnvelope(harness, tenant, await opened());
    const [first, second] = sent.recipients;
    const again = asEnvelope(await about('resend', sent.id));
    expect(again.timeline.at(-1)).toMatchObject({ kind: 'resent', recipient_id: first?.id });
    expect(await about('resend', sent.id, { recipient_id: second?.id })).toMatchObject({
      status: 409,
      body: { detail: 'It is not this person’s turn, or they have already signed.' },
    });
    expect((await about('resend', sent.id, { recipient_id: 'nobody' })).status).toBe(404);
  });

  it('becomes voided at once with a reason, and is not polled any more', async () => {
    const sent = await sentEnvelope(harness, tenant, await opened());
    const due = async () =>
      (await envelopesDue(harness.table, new Date(Date.now() + 3_600_000), 1000)).map(({ id }) => id);
    expect(await due()).toContain(sent.id);
    expect((await about('void', sent.id, { reason: 'Wrong paper' }, as())).status).toBe(403);
    expect(await about('void', sent.id, {})).toMatchObject({ status: 400 });
    const voided = asEnvelope(await about('void', sent.id, { reason: 'Wrong paper' }));
    expect(voided).toMatchObject({ status: 'voided', void_reason: 'Wrong paper' });
    expect(voided.recipients.flatMap(({ signing_pages }) => signing_pages)).toEqual([]);
    expect(await due()).not.toContain(sent.id);
    expect((await about('void', sent.id, { reason: 'Again' })).status).toBe(409);
    expect((await about('resend', sent.id)).status).toBe(409);
  });

  it('supports bulk deletion and emails, by its own or its DocuSeal id', async () => {
    const id = await opened();
    const [one, two] = [await sentEnvelope(harness, tenant, id), await sentEnvelope(harness, tenant, id)];
    const draft = asEnvelope(await ask('create', { body: exampleEnvelope(id, template.id) }));
    const there = two.submissions[0]?.docuseal_id ?? 0;
    const missing = crypto.randomUUID();
    const bulk = async (row: 'bulkResend' | 'bulkDelete', submission_ids: unknown[]) =>
      succeeded(await harness.call(rows[row], { as: tenant.profiles.coordinator, body: { submission_ids } }))
        .body as BulkResult;
    expect(await bulk('bulkResend', [one.id, there, draft.id, missing])).toEqual({
      ...{ succeeded: 2, failed: 2 },
      results: [
        { submission_id: one.id, success: true, error: '' },
        { submission_id: there, success: true, error: '' },
        { submission_id: draft.id, success: false, error: 'Not sent yet.' },
        { submission_id: missing, success: false, error: 'The requested resource was not found.' },
      ],
    });
    // An envelope that is named twice is emailed once.
    expect(await bulk('bulkResend', [two.id, String(there)])).toMatchObject({ succeeded: 2, failed: 0 });
    const kept = await envelopesOf(harness.table, tenant.id).find(two.id);
    expect(kept?.timeline.filter(({ kind }) => kind === 'resent')).toHaveLength(2);
    expect(await bulk('bulkDelete', [one.id, two.id, there, draft.id])).toMatchObject({ succeeded: 4, failed: 0 });
    expect((await ask('byCase', { query: { funeral_service_id: id } })).body).toEqual([]);
    expect((await about('get', one.id)).status).toBe(404);
    const record = await envelopesOf(harness.table, tenant.id).find(one.id);
    expect(record?.deleted?.reason).toBe('User requested bulk deletion');
  });
});
