import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#domain/contract/endpoints.ts';
import { announced } from '#tests/support/signing.ts';
import { type SigningWorld, startSigningWorld } from '#tests/support/signing-world.ts';

const minutes = 60_000;
const well = { status: null, retryAfter: null, hang: false, loseAnswers: 0 };

describe('R-10 R-11 e-signatures when things go wrong', { timeout: 120_000 }, () => {
  let world: SigningWorld;
  beforeAll(async () => {
    world = await startSigningWorld();
    world.state.limitMs = 400;
  }, 60_000);
  afterEach(() => {
    Object.assign(world.docuseal.faults, well);
    world.state.death = undefined;
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

  it('makes no submission twice whose answer was lost, however often', async () => {
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

  it.each([false, true])('goes on where a worker died at any step of sending (after the step: %s)', async (after) => {
    for (let left = 0; left < 7; left++) {
      const id = await world.send();
      world.state.death = { left, after };
      await world.settle({ within: 15 * minutes });
      world.state.death = undefined;
      await world.settle();
      await sentOnce(id);
    }
  });

  it.each([false, true])('goes on where a worker died at any step of storing (after the step: %s)', async (after) => {
    for (let left = 0; left < 8; left++) {
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

  it('ends right whatever announcements come, how often, when and in which order', async () => {
    const { harness, clock, settle, send, page, hears, envelope } = world;
    const [id, stranger] = [await send(), await send()];
    await settle();
    await page(id, 0, 'view');
    await page(id, 0, 'complete');
    await page(id, 1, 'complete');
    const told = ['submission.completed', 'form.completed', 'form.viewed', 'submission.created', 'form.started'];
    for (let round = 0; round < 3; round++) {
      for (const event of told) expect((await hears(id, event, `${event} of then`)).status).toBe(200);
      const forged = announced('x'.repeat(43), { submissionId: 9001 }, { at: new Date(clock.now) });
      expect((await harness.call(areas['signing-webhooks'].received, forged)).status).toBe(404);
      await settle({ times: 3 });
      told.reverse();
    }
    await storedOnce(id);
    // What is said of another is not believed.
    await hears(stranger, 'submission.completed');
    await settle();
    // Its invitation was mailed, and nobody has opened it.
    expect((await envelope(stranger)).status).toBe('delivered');
  });
});
