import { afterEach, describe, expect, it } from 'vitest';
import type { Endpoint } from '#domain/contract/endpoint.ts';
import { areas } from '#domain/contract/endpoints.ts';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import type { HomeRecord } from '#functions/records/organizations/homes.ts';
import { awsTiming } from '#local/chaos/stack-chaos.ts';
import { type CallOptions, type Harness, type Result, startHarness } from '#tests/support/harness.ts';
import { long } from '#tests/support/length.ts';
import { createCustomer, readCustomer } from '#tests/support/records/customers.ts';
import { reportDeath, succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';

/** Items are in use for ten milliseconds and indexes are late; nothing else goes wrong. */
const calmly = { conflict: 0, throttle: 0, reset: 0, lostAnswer: 0 };
const seed = process.env.FAULT_SEED || 'contention';

describe(`writers who want the same items at once (seed ${seed})`, { timeout: 180_000 }, () => {
  let harness: Harness;
  let tenant: Tenant;
  afterEach(() => harness.close());
  const start = async () => {
    harness = await startHarness({ chaos: { seed, rates: calmly, timing: awsTiming } });
    tenant = await harness.addTenant('whitcomb-ames');
  };

  /** As a client does that was told to come again. */
  const untilAnswered = async (row: Endpoint, options: CallOptions): Promise<Result & { tries: number }> => {
    for (let tries = 1; ; tries++) {
      const answer = await harness.call(row, options);
      if (answer.status !== 503) return { ...answer, tries };
    }
  };
  const report = (what: string, tries: readonly number[], began: number): void => {
    const seconds = (performance.now() - began) / 1000;
    const again = tries.filter((one) => one > 1).length;
    console.info(
      `${what}: ${tries.length} in ${seconds.toFixed(1)} s (${(tries.length / seconds).toFixed(0)} a second), ${again} of ` +
        `them sent again, ${harness.fault?.injected.contended} conflicts, ${harness.fault?.injected.stale} late reads`,
    );
  };

  it('R-03 cases made at once at three homes and over a new year have numbers of their own', async () => {
    await start();
    const count = long ? 500 : 36;
    const db = harness.databaseOf(tenant.id);
    const homes: HomeRecord[] = [tenant.home];
    for (const slug of ['second-home', 'third-home']) {
      const home = {
        ...tenant.home,
        id: crypto.randomUUID(),
        slug,
        case_numbering: { prefix: slug[0] ?? '', padding: 4 },
      };
      await db.commit(db.organizations.putHome(home));
      homes.push(home);
    }
    // Nobody is in anybody's way yet.
    const { fault } = harness;
    if (fault) fault.calm = true;
    const ids: string[] = [];
    for (let n = 0; n < count; n++)
      ids.push((await reportDeath(harness, tenant, { funeral_home_slug: homes[n % 3]?.slug })).id);
    if (fault) fault.calm = false;
    // Midnight comes while they are being made.
    let asked = 0;
    harness.state.now = () => new Date(asked++ % 2 ? '2027-01-01T05:00:10Z' : '2027-01-01T04:59:50Z');
    const as = tenant.profiles.super_admin;
    const preview = { as, query: { funeral_home: tenant.home.id } };
    const began = performance.now();
    const answers = await Promise.all(
      ids.map(async (id, n) => {
        // One of ten wants a number that the counters are about to reach, and somebody else wants it as well.
        const wanted =
          n % 10 === 0 ? { case_number_manual_override: `WA-2026-${String(5 + (n % 20)).padStart(4, '0')}` } : {};
        if (n % 7 === 0) await harness.call(areas.cases.previewNextNumber, preview);
        return untilAnswered(areas.submissions.convertToCase, { as, params: { id }, body: wanted });
      }),
    );
    report(
      'R-03 conversions',
      answers.map(({ tries }) => tries),
      began,
    );
    for (const { status, text } of answers) expect([200, 201, 400, 409], text).toContain(status);
    const made = answers.filter(({ status }) => status < 300).map(({ body }) => String(body.case_number));
    expect(made.length).toBeGreaterThanOrEqual(count * 0.9);
    expect(new Set(made).size).toBe(made.length);
    // No number was skipped, by a preview or by a try that failed.
    for (const [prefix, numbers] of Object.entries(Object.groupBy(made, (number) => number.replace(/\d+$/, '')))) {
      const sequences = (numbers ?? []).map((number) => Number(number.slice(prefix.length))).sort((a, b) => a - b);
      const own = sequences.filter((sequence) => sequence <= sequences.length);
      expect(sequences.length - own.length, prefix).toBeLessThanOrEqual(2);
    }
    expect(fault?.injected.contended).toBeGreaterThan(0);
    await harness.fault?.caughtUp();
    expect(await harness.recount()).toEqual([]);
  });

  it('R-01 sixty-four writers on one record lose no change and each is told the truth', async () => {
    await start();
    const [writers, each] = [64, long ? 25 : 1];
    const id = await createCustomer(harness, tenant);
    const { version: before } = await readCustomer(harness, tenant, id);
    const town = (n: number): string => `Town ${[...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;
    const began = performance.now();
    const answers = await Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        const own: (Result & { tries: number })[] = [];
        for (let n = 0; n < each; n++) {
          const body = { city: town(writer * each + n) };
          const options = { as: tenant.profiles.office_staff, params: { id }, body };
          const answer = await untilAnswered(customerEndpoints.update, options);
          expect(answer.body).toMatchObject(body);
          own.push(answer);
        }
        return own;
      }),
    );
    const all = answers.flat().map(succeeded);
    report(
      '64 writers on one customer',
      answers.flat().map(({ tries }) => tries),
      began,
    );
    const versions = all.map(({ body }) => Number(body.version)).sort((a, b) => a - b);
    expect(versions).toEqual(Array.from({ length: writers * each }, (_, n) => before + 1 + n));
    expect((await readCustomer(harness, tenant, id)).version).toBe(before + writers * each);
    expect(harness.fault?.injected.contended).toBeGreaterThan(0);
    expect(await harness.recount()).toEqual([]);
  });
});
