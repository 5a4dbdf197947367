import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { documentKey } from '#domain/shared/operations/deployment.ts';
import { connectionMessages } from '#domain/signatures/signature-messages.ts';
import { documentsOf } from '#functions/documents/repository/documents.ts';
import { keysOf, sharedKeys } from '#functions/platform/store/keys.ts';
import type { Item, Write } from '#functions/platform/store/table.ts';
import type { DocuSeal } from '#functions/signatures/client/docuseal.ts';
import { envelopesOf } from '#functions/signatures/repository/envelopes.ts';
import { recordingLogger } from '#tests/support/engines/recording-logger.ts';
import { otherSigningKey, signingKey } from '#tests/support/partners/signing-service.ts';
import { type SigningWorld, startSigningWorld } from '#tests/support/partners/signing-world.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { addDocument } from '#tests/support/records/documents.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { bindTemplate, exampleEnvelope } from '#tests/support/records/signatures.ts';
import { long } from '#tests/support/test-length.ts';
import { checkOpenEnvelopes } from './check-open-envelopes.ts';
import { remindSigners } from './remind-signers.ts';
import { refreshFromDocuSeal } from './signing-work-handlers.ts';

const minutes = 60_000;
const rows = areas['signature-envelopes'];

describe('signingWorkHandlers', { timeout: 60_000 }, () => {
  let world: SigningWorld;
  beforeAll(async () => {
    world = await startSigningWorld();
  }, 60_000);
  afterEach(() => expect(world.queue.deadLetters).toEqual([]));
  afterAll(() => world.close());
  const as = () => world.tenant.profiles.super_admin;
  const voided = (id: string) =>
    world.harness.call(rows.void, { as: as(), params: { id }, body: { reason: 'Wrong form' } });
  const poll = () => {
    const { table, now } = world.dependencies;
    return checkOpenEnvelopes({ table, logger: recordingLogger().logger, now })();
  };
  const remind = (mostPerRun?: number) => {
    const { table, now, keyWrapper } = world.dependencies;
    const limit = mostPerRun === undefined ? {} : { mostPerRun };
    return remindSigners({ table, logger: recordingLogger().logger, now, keyWrapper, ...limit })();
  };
  /** Advances the clock by days, to a time of day in UTC. */
  const setClock = (days: number, time: string) => {
    const day = new Date(world.clock.now + days * 86_400_000).toISOString().slice(0, 10);
    world.clock.now = Date.parse(`${day}T${time}:00.000Z`);
  };
  const remindEvery = async (signature_reminders: string) => {
    const params = { id: world.tenant.home.id };
    const changed = { as: as(), params, body: { signature_reminders } };
    expect((await world.harness.call(areas['funeral-homes'].update, changed)).status).toBe(200);
  };
  const names = async (id: string) => (await world.documents(id)).map(({ file_name }) => file_name).sort();

  it('sends an envelope once, in order, and stores the signed files in the case', async () => {
    const { send, settle, envelope, submissionsOf, page, hears } = world;
    const id = await send();
    await settle({ times: 2 });
    expect(await envelope(id)).toMatchObject({ status: 'sent', sending: { state: 'made' } });
    expect(submissionsOf(id)).toHaveLength(1);
    expect(submissionsOf(id)[0]?.submitters[0]?.values).toHaveProperty('Decedent Name');

    await page(id, 0, 'view');
    await hears(id, 'form.viewed');
    await settle();
    expect((await envelope(id)).status).toBe('viewed');
    await page(id, 0, 'complete');
    await hears(id);
    await settle();
    expect((await envelope(id)).status).toBe('partially_signed');
    await page(id, 1, 'complete');
    await hears(id, 'submission.completed');
    await settle({ times: 2 });
    expect(await envelope(id)).toMatchObject({ status: 'completed', submissions: [{ stored: [{}] }] });
    expect(await names(id)).toEqual(['Cremation Authorization (signed).pdf', expect.stringMatching(/audit log/)]);
  });

  it('stores no files in a case that was deleted before the last signature', async () => {
    const { harness, tenant, send, settle, envelope, page, hears } = world;
    const id = await send();
    await settle({ times: 2 });
    const sent = await envelope(id);
    for (const place of [0, 1]) await page(id, place, 'complete');
    const gone = { as: as(), params: { id: sent.case_id }, query: { force: 'true' } };
    expect((await harness.call(areas.cases.delete, gone)).status).toBe(200);
    await hears(id, 'submission.completed');
    await settle({ times: 2 });
    expect(await names(id)).toEqual([]);
    const another = envelopesOf(harness.calmTable, tenant.id).create({ ...sent, id: randomUUID() });
    await expect(harness.calmTable.transact(another)).rejects.toMatchObject({ kind: 'notFound' });
  });

  it('records a decline with its reason, also when the webhook comes late', async () => {
    const { send, settle, envelope, page, hears } = world;
    const id = await send();
    await settle();
    await page(id, 0, 'decline');
    await hears(id, 'form.viewed', 'long ago');
    await settle();
    expect(await envelope(id)).toMatchObject({ status: 'declined', recipients: [{ decline_reason: 'Not yet' }, {}] });
  });

  it('ends the links of a voided envelope', async () => {
    const { send, settle, submissionsOf, envelope } = world;
    const id = await send();
    await settle();
    expect((await voided(id)).status).toBe(200);
    await settle();
    expect(submissionsOf(id)[0]?.archived_at).not.toBeNull();
    expect((await envelope(id)).status).toBe('voided');
  });

  it('archives a submission whose envelope was voided before its response arrived', async () => {
    const { docuseal, send, settle, submissionsOf } = world;
    docuseal.faults.loseAnswers = 1;
    const id = await send();
    await settle({ within: 1_000 });
    expect(submissionsOf(id)).toHaveLength(1);
    await voided(id);
    await settle();
    expect(submissionsOf(id).map(({ archived_at }) => archived_at === null)).toEqual([false]);
  });

  it('emails the current signer again', async () => {
    const { harness, send, settle, submissionsOf } = world;
    const mails = (id: string) => submissionsOf(id)[0]?.events.filter(({ event_type }) => event_type === 'send_email');
    const id = await send();
    await settle();
    expect(mails(id)).toHaveLength(1);
    expect((await harness.call(rows.resend, { as: as(), params: { id }, body: {} })).status).toBe(200);
    await settle({ times: 2 });
    expect(mails(id)).toHaveLength(2);
  });

  it('makes an envelope that DocuSeal rejects a draft with its message', async () => {
    const { accounts, template, tenant, send, settle, envelope } = world;
    const account = await accounts.of(tenant.id);
    const id = await send();
    await account?.updateTemplate(template.docuseal_id, { archived: true });
    await settle();
    await account?.updateTemplate(template.docuseal_id, { archived: false });
    const problem = 'Template has been archived';
    expect(await envelope(id)).toMatchObject({ status: 'draft', sending: { state: 'refused', problem } });
  });

  it('makes a draft of an envelope with an encrypted PDF, and rejects the PDF later', async () => {
    const { harness, tenant, settle, envelope } = world;
    const cases = casesOf(harness, tenant);
    const { id: caseId } = await cases.opened({ ...wholeCase });
    succeeded(await cases.activate(caseId));
    const { id: document_id } = await addDocument(harness, tenant, caseId);
    const body = { ...exampleEnvelope(caseId, '', { documents: [{ document_id }] }), send_now: true };
    const made = succeeded(await harness.call(rows.createMulti, { as: as(), body })).body;
    const documents = documentsOf(harness.calmTable, tenant.id);
    const record = await documents.require(document_id);
    await harness.calmTable.transact([documents.change(record, { ...record, flaw: 'password' })]);
    await settle({ times: 2 });
    const problem = 'This PDF needs a password. Save a copy without one and upload it.';
    expect(await envelope(String(made.id))).toMatchObject({ status: 'draft', sending: { state: 'refused', problem } });
    expect(await harness.call(rows.createMulti, { as: as(), body })).toMatchObject({
      ...{ status: 400, body: { 'documents.0': [problem] } },
    });
  });

  it('counts the size of all documents that are sent together', async () => {
    const { harness, tenant, settle, envelope } = world;
    const cases = casesOf(harness, tenant);
    const { id: caseId } = await cases.opened({ ...wholeCase });
    succeeded(await cases.activate(caseId));
    const sources = [];
    for (const _ of [1, 2]) {
      const { id: document_id } = await addDocument(harness, tenant, caseId);
      await harness.documents.bucket.put(
        documentKey('clean', tenant.id, document_id),
        new Uint8Array(8 * 1024 * 1024),
        'application/pdf',
      );
      sources.push({ document_id });
    }
    const body = { ...exampleEnvelope(caseId, '', { documents: sources }), send_now: true };
    const made = succeeded(await harness.call(rows.createMulti, { as: as(), body })).body;
    await settle();
    expect(await envelope(String(made.id))).toMatchObject({
      ...{ status: 'draft', sending: { state: 'refused', problem: connectionMessages.papersTooLarge } },
    });
  });

  it('takes back the first document if the second is rejected, and sends once later', async () => {
    const { harness, tenant, template, send, settle, envelope, submissionsOf } = world;
    const unknown = await bindTemplate(harness, tenant, { docuseal_id: 999_999, fields: template.fields });
    const id = await send({ documents: [{ template_id: template.id }, { template_id: unknown.id }] });
    await settle({ times: 2 });
    expect(submissionsOf(id).map(({ archived_at }) => archived_at === null)).toEqual([false]);
    expect(await envelope(id)).toMatchObject({
      ...{ status: 'draft', sent_at: null, submissions: [] },
      sending: { state: 'refused', problem: 'Template not found' },
      recipients: [{ status: 'pending', sent_at: null }, { status: 'pending' }],
    });
    const patched = await harness.call(rows.update, {
      ...{ as: as(), params: { id }, body: { documents: [{ template_id: template.id }] } },
    });
    expect(patched.status).toBe(200);
    expect((await harness.call(rows.send, { as: as(), params: { id } })).status).toBe(200);
    await settle({ times: 2 });
    expect(await envelope(id)).toMatchObject({ status: 'sent', sending: { state: 'made' } });
    expect(submissionsOf(id).filter(({ archived_at }) => archived_at === null)).toHaveLength(1);
  });

  it('makes a draft of an envelope that was deleted in DocuSeal before it was recorded', async () => {
    const { accounts, send, settle, envelope } = world;
    const { of } = accounts;
    accounts.of = async (organization) => {
      const account = await of(organization);
      return account && { ...account, getSubmission: async () => undefined };
    };
    const id = await send();
    await settle();
    accounts.of = of;
    expect(await envelope(id)).toMatchObject({
      ...{ status: 'draft', submissions: [] },
      sending: { state: 'refused', problem: connectionMessages.deletedThere },
    });
  });

  it('keeps a rejection when a slower delivery of the same event ends after it', async () => {
    const { harness, tenant, template, accounts, send, settle, envelope, submissionsOf } = world;
    const unknown = await bindTemplate(harness, tenant, { docuseal_id: 999_998, fields: template.fields });
    const id = await send({ documents: [{ template_id: template.id }, { template_id: unknown.id }] });
    const { of } = accounts;
    let isFirst = true;
    accounts.of = async (organization) => {
      const account = await of(organization);
      const getSubmission: DocuSeal['getSubmission'] = async (submission) => {
        const found = await account?.getSubmission(submission);
        if (!isFirst) return found;
        isFirst = false;
        await settle();
        expect((await envelope(id)).sending?.state).toBe('refused');
        return found;
      };
      return account && { ...account, getSubmission };
    };
    await settle();
    accounts.of = of;
    expect(await envelope(id)).toMatchObject({ status: 'draft', sending: { state: 'refused' }, submissions: [] });
    expect(submissionsOf(id).map(({ archived_at }) => archived_at === null)).toEqual([false]);
  });

  it.each([
    ['voided', rows.void],
    ['deleted', rows.delete],
  ])('stores files that all signed just before the envelope was %s', async (how, row) => {
    const { harness, dependencies, tenant, send, settle, page } = world;
    const id = await send();
    await settle();
    await page(id, 0, 'complete');
    await page(id, 1, 'complete');
    const answer = await harness.call(row, { as: as(), params: { id }, body: { reason: 'Not wanted any more' } });
    expect(answer.status).toBe(200);
    await settle({ times: 2 });
    const record = await envelopesOf(dependencies.table, tenant.id).find(id);
    expect(record).toMatchObject({ [how === 'voided' ? 'void' : 'deleted']: { reason: 'Not wanted any more' } });
    const held = await documentsOf(harness.calmTable, tenant.id).ofCase(record?.case_id ?? '');
    expect(held.map(({ status }) => status)).toEqual(['ready', 'ready']);
  });

  it('catches up without webhooks, and polls once an hour', async () => {
    const { clock, send, settle, envelope, page } = world;
    const id = await send();
    await settle();
    await page(id, 0, 'complete');
    await page(id, 1, 'complete');
    clock.now += 16 * minutes;
    expect((await poll()).wanted).toBeGreaterThan(0);
    expect(await poll()).toMatchObject({ wanted: 0, failed: 0 });
    await settle();
    expect((await envelope(id)).status).toBe('completed');
    expect(await names(id)).toHaveLength(2);
  });

  it('repeats only the failed question about a submission', async () => {
    const { harness, tenant, template, clock, accounts, dependencies, send, settle, envelope } = world;
    const there = (await (await accounts.of(tenant.id))?.listTemplates())?.data ?? [];
    const another = there.find(({ id }) => id !== template.docuseal_id);
    const other = await bindTemplate(harness, tenant, { docuseal_id: another?.id, fields: [] });
    const id = await send({ documents: [{ template_id: template.id }, { template_id: other.id }] });
    await settle();
    const { submissions } = await envelope(id);
    expect(submissions).toHaveLength(2);
    clock.now += minutes;
    const since = dependencies.now().toISOString();
    clock.now += minutes;
    const { of } = accounts;
    const askedAbout: number[] = [];
    let isDown = true;
    accounts.of = async (organization) => {
      const account = await of(organization);
      return (
        account && {
          ...account,
          getSubmission: async (submission) => {
            askedAbout.push(submission);
            if (isDown && askedAbout.length === 2) throw new Error('cut off');
            return account.getSubmission(submission);
          },
        }
      );
    };
    const actor = { id: null, name: 'System', role: null } as const;
    const trace = { actor, ip: null, requestId: 'test', now: dependencies.now() };
    const asking = () => refreshFromDocuSeal(dependencies, { organizationId: tenant.id, envelopeId: id, trace }, since);
    await expect(asking()).rejects.toThrow();
    isDown = false;
    clock.now += minutes;
    await asking();
    accounts.of = of;
    const [first, second] = submissions.map(({ docuseal_id }) => docuseal_id);
    expect(askedAbout).toEqual([first, second, second]);
  });

  it('postpones envelopes while DocuSeal is not connected', async () => {
    const { accounts, clock, send, settle, envelope } = world;
    const id = await send();
    await settle();
    clock.now += 16 * minutes;
    const { of } = accounts;
    accounts.of = async () => undefined;
    expect((await poll()).wanted).toBeGreaterThan(0);
    await settle();
    accounts.of = of;
    expect(Date.parse((await envelope(id)).check_at ?? '')).toBeGreaterThan(clock.now + 300 * minutes);
    clock.now += 361 * minutes;
    await poll();
    await settle();
    expect(Date.parse((await envelope(id)).read_at ?? '')).toBeGreaterThan(clock.now - 15 * minutes);
  });

  it('skips envelopes of another account, and polls them when it is connected again', async () => {
    const { harness, tenant, template, clock, state, accounts, send, settle, envelope, submissionsOf } = world;
    const olds: string[] = [];
    for (let n = 0; n < 6; n++) olds.push(await send());
    await settle();
    state.key = otherSigningKey;
    // Five failures in a row would open the circuit.
    for (const id of olds) await harness.call(areas['signing-service'].refresh, { as: as(), params: { id } });
    const late = await send();
    const theirs = (await (await accounts.of(tenant.id))?.listTemplates())?.data[3];
    expect(theirs?.name).toBe('Cremation Authorization');
    const bound = await bindTemplate(harness, tenant, { docuseal_id: theirs?.id, fields: template.fields });
    const id = await send({ documents: [{ template_id: bound.id }] });
    await settle({ within: 10_000 });
    expect((await envelope(id)).status).toBe('sent');
    const problem = 'This belongs to a different DocuSeal account than the one connected now.';
    expect(await envelope(late)).toMatchObject({ status: 'draft', sending: { state: 'refused', problem } });
    const [first = '', second = ''] = olds;
    expect((await envelope(first)).status).toBe('sent');
    await voided(second);
    await settle();
    expect(submissionsOf(second)[0]?.archived_at).toBeNull();
    state.key = signingKey;
    clock.now += 400 * minutes;
    await poll();
    await settle();
    expect(Date.parse((await envelope(first)).read_at ?? '')).toBeGreaterThan(clock.now - 15 * minutes);
  });

  it('polls an envelope behind any number of disconnected accounts', async () => {
    const { dependencies, clock, send, settle, envelope } = world;
    const { table, now } = dependencies;
    const id = await send();
    await settle();
    clock.now += 16 * minutes;
    // Of another organization, asked within the hour without a response.
    const keys = keysOf(randomUUID());
    // More than a page; in the long run more than one run handles.
    const others = Array.from({ length: long ? 1_001 : 501 }, () => randomUUID());
    const hour = now().toISOString().slice(0, 13);
    const itemsOf = (other: string): Item[] => [
      { ...keys.envelope(other), gsi1pk: sharedKeys.envelopesOpen, gsi1sk: `2020-01-01T00:00:00.000Z#${other}` },
      { ...keys.envelopeCheck(other, hour) },
    ];
    const inParts = async (write: (item: Item) => Write): Promise<void> => {
      for (let at = 0; at < others.length; at += 50)
        await table.transact(
          others
            .slice(at, at + 50)
            .flatMap(itemsOf)
            .map(write),
        );
    };
    await inParts((put) => ({ put }));
    const { wanted } = await poll();
    await inParts(({ pk, sk }) => ({ delete: { pk, sk } }));
    expect(wanted).toBeGreaterThan(0);
    await settle();
    expect(Date.parse((await envelope(id)).read_at ?? '')).toBeGreaterThan(clock.now - 15 * minutes);
  });

  it('reminds signers at the interval of their home, and never at night', async () => {
    const { tenant, harness, send, settle, envelope, submissionsOf, page } = world;
    const mailsTo = (id: string, at: number) => {
      const [submission] = submissionsOf(id);
      const own = submission?.submitters[at]?.id;
      return submission?.events.filter((one) => one.event_type === 'send_email' && one.submitter_id === own).length;
    };
    const id = await send();
    const here = await send({ delivery: 'in_person' });
    await settle();
    setClock(1, '15:00');
    await remind();
    await settle();
    expect(mailsTo(id, 0)).toBe(1);
    // Three days later, at 3 AM and then by day.
    setClock(4, '07:00');
    await remind();
    setClock(0, '15:00');
    for (let hour = 0; hour < 2; hour++) expect((await remind()).failed).toBe(0);
    await settle({ times: 2 });
    expect([mailsTo(id, 0), mailsTo(id, 1), mailsTo(here, 0)]).toEqual([2, 0, 0]);
    expect(await envelope(id)).toMatchObject({ recipients: [{ reminders: 1 }, { reminders: 0 }] });
    const { case_id } = await envelope(id);
    const trail = (await casesOf(harness, tenant).log(case_id)).filter(({ action }) => action === 'envelope.reminded');
    expect(trail.map(({ changes }) => changes.at(-1)?.to)).toEqual(['Kathleen Briggs']);
    // The next signer is reminded at their own time, and no one if the home disables it.
    await page(id, 0, 'complete');
    await world.hears(id);
    await settle();
    await remindEvery('none');
    setClock(4, '15:00');
    await remind();
    await settle();
    expect([mailsTo(id, 0), mailsTo(id, 1)]).toEqual([2, 1]);
  });

  it('reminds all signers in turn if one run cannot handle all envelopes', async () => {
    const { send, settle, envelope } = world;
    await remindEvery('weekly');
    const ids = [await send(), await send(), await send(), await send()];
    await settle();
    setClock(8, '15:00');
    const reminded = async () =>
      (await Promise.all(ids.map(envelope))).map(({ recipients }) => recipients[0]?.reminders);
    const { open } = await remind(2);
    expect((await reminded()).filter((times) => times === 1).length).toBeLessThan(3);
    for (let run = 1; run < Math.ceil(open / 2); run++) expect(await remind(2)).toMatchObject({ open, failed: 0 });
    expect(await reminded()).toEqual([1, 1, 1, 1]);
  });
});
