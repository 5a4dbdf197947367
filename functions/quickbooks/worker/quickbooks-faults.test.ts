import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { maxReceiveCount } from '#infra/queues.ts';
import { Faults } from '#local/partners/quickbooks/oauth.ts';
import { type QuickBooksWorld, startQuickBooksWorld } from '#tests/support/partners/quickbooks-world.ts';
import { long } from '#tests/support/test-length.ts';

const minutes = 60_000;
/** The short run has only the first. */
const outages: [string, object, number][] = [
  ['429 for ten minutes', { status: 429, retryAfter: 30 }, 10],
  ['500 for an hour', { status: 500 }, 60],
  ['no token for an hour while tokens expire', { tokenStatus: 503, expireTokens: true }, 60],
];

describe('R-08 QuickBooks postings during failures', { timeout: 600_000 }, () => {
  let world: QuickBooksWorld;
  /** Expected amounts received and returned so far. */
  const wanted = { received: [] as string[], givenBack: [] as string[] };
  beforeAll(async () => {
    world = await startQuickBooksWorld();
  }, 60_000);
  afterEach(() => {
    world.state.death = undefined;
    Object.assign(world.quickbooks.faults, Faults.parse({}));
  });
  afterAll(() => world.close());

  const happens = async (): Promise<void> => {
    const { received, givenBack } = await world.happens();
    wanted.received.push(...received.map((number, at) => `${number} ${at === 0 ? 100 : 50}`));
    wanted.givenBack.push(...givenBack.map((number) => `${number} 40`));
  };
  /** Expects every entry once with its amount, and nothing failed. */
  const expectAllThere = (): void => {
    const { customers, invoices, received, givenBack } = world.there();
    expect(received.sort()).toEqual(wanted.received.toSorted());
    expect(givenBack.sort()).toEqual(wanted.givenBack.toSorted());
    expect([customers, invoices]).toEqual([wanted.givenBack.length, wanted.givenBack.map(() => 375)]);
    expect(world.queue.deadLetters).toEqual([]);
  };

  it.each(long ? outages : outages.slice(0, 1))('%s: sends entries minutes after the end', async (_, fault, down) => {
    Object.assign(world.quickbooks.faults, fault);
    const until = world.clock.now + down * minutes;
    for (let n = 0; n < 2; n++) {
      await happens();
      await world.relay();
      await world.queue.runUntil(world.clock.now + 20_000);
    }
    await world.queue.runUntil(until);
    expect(world.there().received.length).toBeLessThan(wanted.received.length);
    Object.assign(world.quickbooks.faults, Faults.parse({}));
    await world.queue.runUntil(until + 5 * minutes);
    expect(world.queue.waiting).toBe(0);
    expect(world.queue.maxReceives).toBeLessThan(maxReceiveCount / 2);
    expectAllThere();
  });

  it('loses responses after the change and repeats every message', async () => {
    world.quickbooks.faults.loseAnswers = 5;
    await happens();
    await world.settle({ times: 2 });
    expect(world.quickbooks.faults.loseAnswers).toBe(0);
    expectAllThere();
  });

  it('does not mistake another family’s invoice with the same number for its own', async () => {
    const own = await startQuickBooksWorld();
    await own.happens();
    await own.settle();
    const { realm, quickbooks } = own;
    const [invoice] = quickbooks.store.entities(realm, 'Invoice');
    // As of another home with the same prefix: the number that is next here.
    const { DocNumber } = invoice as unknown as { DocNumber: string };
    const next = DocNumber.replace(/\d+$/, (digits) => `${Number(digits) + 1}`.padStart(digits.length, '0'));
    const theirs = { ...invoice, DocNumber: next } as NonNullable<typeof invoice>;
    quickbooks.store.putEntity(realm, 'Invoice', theirs);
    await own.happens();
    await own.settle();
    expect(quickbooks.store.entities(realm, 'Invoice')).toEqual([theirs]);
    // QuickBooks accepts a number once: the duplicate is reported, and its payments wait.
    const { status } = areas.accounting;
    const { body } = await own.harness.call(status, { as: own.tenant.profiles.super_admin });
    expect(body).toMatchObject({ failed_count: 1 });
    await own.close();
  });

  it('R-24 refreshes expired tokens once for many workers', async () => {
    for (let n = 0; n < 3; n++) await happens();
    world.clock.now += 2 * 3600_000;
    const before = world.quickbooks.seen.refreshes;
    await world.settle();
    expect(world.quickbooks.seen.refreshes - before).toBe(1);
    expectAllThere();
  });

  it('R-04 survives kills of the worker before and after each of its changes', async () => {
    let deaths = 0;
    for (const after of [false, true])
      for (let at = 0; ; at += long ? 1 : 7) {
        const death = { left: at, after };
        world.state.death = death;
        await happens();
        await world.settle({ within: 20 * minutes });
        world.state.death = undefined;
        if (death.left >= 0) break;
        deaths += 1;
        expect(world.queue.waiting).toBe(0);
        expectAllThere();
      }
    expect(deaths).toBeGreaterThan(long ? 5 : 2);
  });
});
