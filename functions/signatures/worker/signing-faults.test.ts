import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { removeDocument } from '#functions/documents/worker/sweep-documents.ts';
import { recordingLogger } from '#tests/support/engines/recording-logger.ts';
import { announced } from '#tests/support/partners/signing.ts';
import { type SigningWorld, startSigningWorld } from '#tests/support/partners/signing-world.ts';
import { long } from '#tests/support/test-length.ts';
import { checkOpenEnvelopes } from './check-open-envelopes.ts';

const minutes = 60_000;
/** The short run crashes at every fifth change, before one and after another. */
const deathsAt = (count: number, after: boolean): number[] =>
  Array.from({ length: count }, (_, at) => at).filter((at) => long || at % 5 === (after ? 1 : 0));
const well = { status: null, retryAfter: null, hang: false, loseAnswers: 0 };

describe('R-10 R-11 e-signatures with failures', { timeout: 600_000 }, () => {
  let world: SigningWorld;
  beforeAll(async () => {
    world = await startSigningWorld();
    world.state.limitMs = 400;
  }, 60_000);
  afterEach(() => {
    Object.assign(world.docuseal.faults, well);
    world.state.death = undefined;
    world.state.scans = 'NO_THREATS_FOUND';
    expect(world.queue.deadLetters).toEqual([]);
  });
  afterAll(() => world.close());

  const sentOnce = async (id: string) => {
    expect(world.submissionsOf(id)).toHaveLength(1);
    expect(await world.envelope(id)).toMatchObject({ status: 'sent', sending: { state: 'made' } });
  };
  const storedOnce = async (id: string) => {
    expect((await world.envelope(id)).status).toBe('completed');
    expect(await world.documents(id)).toHaveLength(2);
  };

  it('creates one submission however often its response is lost', async () => {
    const { docuseal, send, settle } = world;
    for (const lost of [1, 2]) {
      const id = await send();
      docuseal.faults.loseAnswers = lost;
      await settle({ times: 2 });
      docuseal.faults.loseAnswers = 0;
      await settle();
      await sentOnce(id);
    }
  });

  it.each([false, true])('R-04 continues after a crash at any step of sending (after the step: %s)', async (after) => {
    for (const left of deathsAt(7, after)) {
      const id = await world.send();
      world.state.death = { left, after };
      await world.settle({ within: 15 * minutes });
      world.state.death = undefined;
      await world.settle();
      await sentOnce(id);
    }
  });

  it.each([false, true])('R-04 continues after a crash at any step of storing (after the step: %s)', async (after) => {
    for (const left of deathsAt(9, after)) {
      const id = await world.send();
      await world.settle();
      await world.page(id, 0, 'complete');
      await world.page(id, 1, 'complete');
      await world.hears(id, 'submission.completed');
      world.state.death = { left, after };
      await world.settle({ within: 15 * minutes });
      world.state.death = undefined;
      await world.settle();
      await storedOnce(id);
    }
  });

  const signedByAll = async (): Promise<string> => {
    const id = await world.send();
    await world.settle();
    for (const at of [0, 1]) await world.page(id, at, 'complete');
    await world.hears(id, 'submission.completed');
    return id;
  };
  const download = (id: string) =>
    world.harness.call(areas['signature-envelopes'].download, {
      ...{ as: world.tenant.profiles.super_admin, params: { id }, query: { type: 'signed' as const } },
    });

  it('S-16 serves signed files after their scan, however long it takes', async () => {
    world.state.scans = undefined;
    const id = await signedByAll();
    await world.settle({ within: minutes });
    await world.queue.runUntil(world.clock.now + 90 * minutes);
    expect((await world.envelope(id)).status).toBe('signed');
    expect((await world.documents(id)).map(({ status }) => status)).toEqual(['checking', 'checking']);
    expect((await download(id)).status).toBe(409);
    world.state.scans = 'NO_THREATS_FOUND';
    await world.scan();
    // An old message is retried after a quarter of its age.
    await world.queue.runUntil(world.clock.now + 30 * minutes);
    await storedOnce(id);
    expect((await download(id)).status).toBe(200);
  });

  it('S-16 serves no file that a scan rejected, and completes with a later clean one', async () => {
    const { harness, dependencies, clock, settle, envelope, documents } = world;
    const { table, now } = dependencies;
    const poll = checkOpenEnvelopes({ table, logger: recordingLogger().logger, now });
    const storedSteps = async (id: string) => (await envelope(id)).timeline.filter(({ kind }) => kind === 'stored');
    const hoursLater = async (hours: number) => {
      clock.now += hours * 60 * minutes;
      await poll();
      await settle();
    };
    world.state.scans = 'THREATS_FOUND';
    const id = await signedByAll();
    await settle();
    expect((await documents(id)).map(({ status }) => status)).toEqual(['refused', 'refused']);
    expect(await download(id)).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/^The signed documents failed the virus scan/) },
    });
    await hoursLater(7);
    expect((await envelope(id)).status).toBe('signed');
    expect((await storedSteps(id)).map(({ detail }) => detail).sort()).toEqual([
      expect.stringMatching(/\(signed\)\.pdf: A virus was found/),
      expect.stringMatching(/\(audit log\)\.pdf: A virus was found/),
    ]);
    // Rejected files are removed after a month.
    const { bucket } = harness.documents;
    for (const record of await documents(id)) await removeDocument({ table, bucket }, record);
    world.state.scans = 'NO_THREATS_FOUND';
    await hoursLater(7);
    await storedOnce(id);
    expect((await download(id)).status).toBe(200);
    expect(await storedSteps(id)).toHaveLength(3);
  });

  it('ends in the right state for webhooks of any number, time and order', async () => {
    const { harness, clock, settle, send, page, hears, envelope } = world;
    const [id, stranger] = [await send(), await send()];
    await settle();
    await page(id, 0, 'view');
    await page(id, 0, 'complete');
    await page(id, 1, 'complete');
    const notices = ['submission.completed', 'form.completed', 'form.viewed', 'submission.created', 'form.started'];
    for (let round = 0; round < (long ? 3 : 2); round++) {
      for (const event of notices) expect((await hears(id, event, `${event} of then`)).status).toBe(200);
      const forged = announced('x'.repeat(43), { submissionId: 9001 }, { at: new Date(clock.now) });
      expect((await harness.call(areas['signing-webhooks'].received, forged)).status).toBe(404);
      await settle({ times: 3 });
      notices.reverse();
    }
    await storedOnce(id);
    // A webhook's claim about another envelope is not trusted.
    await hears(stranger, 'submission.completed');
    await settle();
    // Its invitation was emailed, and not opened.
    expect((await envelope(stranger)).status).toBe('delivered');
  });
});
