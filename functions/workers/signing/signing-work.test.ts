import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#domain/contract/endpoints.ts';
import { keptLogger } from '#tests/support/kept-logger.ts';
import { type SigningWorld, startSigningWorld } from '#tests/support/signing-world.ts';
import { checkOpenEnvelopes } from './check-open-envelopes.ts';

const minutes = 60_000;

describe('papers that are signed at DocuSeal', { timeout: 60_000 }, () => {
  let world: SigningWorld;
  beforeAll(async () => {
    world = await startSigningWorld();
  }, 60_000);
  afterEach(() => expect(world.queue.deadLetters).toEqual([]));
  afterAll(() => world.close());
  const rows = areas['signature-envelopes'];
  const as = () => world.tenant.profiles.super_admin;
  const names = async (id: string) => (await world.documents(id)).map(({ file_name }) => file_name).sort();

  it('go out once, are signed in order, and come back among the documents of the case', async () => {
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

  it('that are declined say so and why, also when the notice comes late', async () => {
    const { send, settle, envelope, page, hears } = world;
    const id = await send();
    await settle();
    await page(id, 0, 'decline');
    await hears(id, 'form.viewed', 'long ago');
    await settle();
    expect(await envelope(id)).toMatchObject({ status: 'declined', recipients: [{ decline_reason: 'Not yet' }, {}] });
  });

  it('that are voided can be signed by nobody any more', async () => {
    const { harness, send, settle, submissionsOf, envelope } = world;
    const id = await send();
    await settle();
    const options = { as: as(), params: { id }, body: { reason: 'Wrong form' } };
    expect((await harness.call(rows.void, options)).status).toBe(200);
    await settle();
    expect(submissionsOf(id)[0]?.archived_at).not.toBeNull();
    expect((await envelope(id)).status).toBe('voided');
  });

  it('that are voided before they were made are not left behind', async () => {
    const { docuseal, harness, send, settle, submissionsOf } = world;
    docuseal.faults.loseAnswers = 1;
    const id = await send();
    await settle({ within: 1_000 });
    expect(submissionsOf(id)).toHaveLength(1);
    await harness.call(rows.void, { as: as(), params: { id }, body: { reason: 'Wrong form' } });
    await settle();
    expect(submissionsOf(id).map(({ archived_at }) => archived_at === null)).toEqual([false]);
  });

  it('are mailed once more to whose turn it is', async () => {
    const { harness, send, settle, submissionsOf } = world;
    const mails = (id: string) => submissionsOf(id)[0]?.events.filter(({ event_type }) => event_type === 'send_email');
    const id = await send();
    await settle();
    expect(mails(id)).toHaveLength(1);
    expect((await harness.call(rows.resend, { as: as(), params: { id }, body: {} })).status).toBe(200);
    await settle({ times: 2 });
    expect(mails(id)).toHaveLength(2);
  });

  it('that DocuSeal refuses are a draft again, in its words', async () => {
    const { accounts, template, tenant, send, settle, envelope } = world;
    const account = await accounts.of(tenant.id);
    const id = await send();
    await account?.archiveTemplate(template.docuseal_id);
    await settle();
    await account?.updateTemplate(template.docuseal_id, { archived: false });
    const problem = 'Template has been archived';
    expect(await envelope(id)).toMatchObject({ status: 'draft', sending: { state: 'refused', problem } });
  });

  it('are caught up with when no announcement came, and asked about once an hour', async () => {
    const { dependencies, clock, send, settle, envelope, page } = world;
    const poll = checkOpenEnvelopes({ table: dependencies.table, logger: keptLogger().logger, now: dependencies.now });
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
});
