import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { maxReceiveCount } from '#infra/queues.ts';
import { Faults } from '#local/partners/google-calendar/store.ts';
import { type GoogleWorld, startGoogleWorld } from '#tests/support/partners/google-world.ts';
import { long } from '#tests/support/test-length.ts';

const minutes = 60_000;
/** The short run has only the first. */
const outages: [string, object, number][] = [
  ['403 rateLimitExceeded for ten minutes', { status: 403, reason: 'rateLimitExceeded' }, 10],
  ['500 for ten minutes', { status: 500 }, 10],
  ['503 for an hour', { status: 503 }, 60],
  ['429 for ten minutes', { status: 429, retryAfter: 30 }, 10],
  ['tokens run out and none are given for an hour', { tokenStatus: 503, expireTokens: true }, 60],
];
const well = Faults.parse({ channels: { drop: true } });

describe('R-08 Google Calendar under faults', { timeout: 600_000 }, () => {
  let world: GoogleWorld;
  const wanted: string[] = [];
  beforeAll(async () => {
    world = await startGoogleWorld();
  }, 60_000);
  afterEach(() => {
    world.state.death = undefined;
    Object.assign(world.google.faults, well);
  });
  afterAll(() => world.close());

  const happens = async (): Promise<void> => void wanted.push(await world.happens());
  /** Each service is there once at its case's time, no cancelled one is, and no message was given up. */
  const expectAllThere = async (): Promise<void> => {
    expect(await world.there()).toEqual(wanted.toSorted());
    expect([world.queue.waiting, world.queue.deadLetters]).toEqual([0, []]);
  };

  it.each(long ? outages : outages.slice(0, 1))(
    'shows all changes minutes after Google recovers: %s',
    async (_, fault, down) => {
      Object.assign(world.google.faults, fault);
      const until = world.clock.now + down * minutes;
      for (let n = 0; n < 3; n++) {
        await happens();
        await world.relay();
        await world.queue.runUntil(world.clock.now + 20_000);
      }
      await world.queue.runUntil(until);
      expect((await world.there()).length).toBeLessThan(wanted.length);
      Object.assign(world.google.faults, well);
      await world.queue.runUntil(until + 5 * minutes);
      expect(world.queue.maxReceives).toBeLessThan(maxReceiveCount / 2);
      await expectAllThere();
    },
  );

  it('writes each event once after lost responses and repeated messages', async () => {
    world.google.faults.loseAnswers = 5;
    for (let n = 0; n < 2; n++) await happens();
    await world.settle({ times: 2 });
    expect(world.google.faults.loseAnswers).toBe(0);
    await expectAllThere();
  });

  it('R-04 completes after the worker is killed before or after each write', async () => {
    let deaths = 0;
    for (const after of [false, true])
      for (let at = 0; ; at += long ? 1 : 3) {
        const death = { left: at, after };
        world.state.death = death;
        await happens();
        await world.settle({ within: 20 * minutes });
        world.state.death = undefined;
        if (death.left >= 0) break;
        deaths += 1;
        await expectAllThere();
      }
    expect(deaths).toBeGreaterThan(2);
    await expectAllThere();
  });
});
