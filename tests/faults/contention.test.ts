import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { areas } from '#domain/registry/endpoints.ts';
import type { Endpoint } from '#domain/shared/contract/endpoint.ts';
import type { HomeRecord } from '#functions/organizations/repository/homes.ts';
import { defaultHoldMs } from '#local/chaos/chaos.ts';
import { type CallOptions, type Harness, type Result, startHarness } from '#tests/support/harness.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { createCustomer, readCustomer } from '#tests/support/records/customers.ts';
import { reportDeath, succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { long } from '#tests/support/test-length.ts';

/** Items are locked for ten milliseconds; there are no other faults. */
const calmly = { conflict: 0, throttle: 0, reset: 0, lostAnswer: 0 };
const seed = process.env.FAULT_SEED || 'contention';
const writers = 16;
const { cases } = areas;
/** Returns a number in letters, because names have no digits. */
const letters = (n: number): string => [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('');

describe(`${writers} writers on the same items at once (seed ${seed})`, { timeout: 600_000 }, () => {
  let harness: Harness;
  let tenant: Tenant;
  let tenants = 0;
  beforeAll(async () => {
    harness = await startHarness({ chaos: { seed, rates: calmly, holdMs: defaultHoldMs } });
  });
  beforeEach(async () => {
    tenant = await harness.addTenant(`contention-${tenants++}`);
  });
  afterAll(() => harness?.close());

  /** Retries after a 503, as a client does. */
  const untilAnswered = async (endpoint: Endpoint, options: CallOptions): Promise<Result> => {
    for (;;) {
      const answer = await harness.call(endpoint, options);
      if (answer.status !== 503) return answer;
    }
  };
  const atOnce = <T>(count: number, one: (n: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, n) => one(n)));

  it('R-03 cases opened at once at one location have consecutive numbers', async () => {
    harness.state.now = () => new Date('2026-03-10T15:00:00Z');
    const opened = await atOnce(writers, async (n) => {
      const body = { deceased_last_name: 'Case', occupation: `Number ${n}` };
      return succeeded(await untilAnswered(cases.create, { as: tenant.profiles.funeral_director, body })).body;
    });
    harness.state.now = () => new Date();
    const places = opened.map(({ case_number }) => Number(String(case_number).split('-').at(-1)));
    expect(places.sort((a, b) => a - b)).toEqual(Array.from({ length: writers }, (_, n) => n + 1));
  });

  it.runIf(long)('R-03 cases created at once at three locations over New Year have unique numbers', async () => {
    const count = 24;
    const db = harness.databaseOf(tenant.id);
    const homes: HomeRecord[] = [tenant.home];
    for (const prefix of ['S', 'T']) {
      const slug = `${prefix.toLowerCase()}-${tenant.home.slug}`;
      const home = { ...tenant.home, id: crypto.randomUUID(), slug, case_numbering: { prefix, padding: 4 } };
      await db.commit(db.organizations.putHome(home));
      homes.push(home);
    }
    const { fault } = harness;
    if (fault) fault.calm = true;
    const ids: string[] = [];
    for (let n = 0; n < count; n++)
      ids.push((await reportDeath(harness, tenant, { funeral_home_slug: homes[n % 3]?.slug })).id);
    if (fault) fault.calm = false;
    // Midnight passes during their creation.
    let attempts = 0;
    harness.state.now = () => new Date(attempts++ % 2 ? '2027-01-01T05:00:10Z' : '2027-01-01T04:59:50Z');
    const as = tenant.profiles.super_admin;
    const { prefix } = tenant.home.case_numbering;
    const answers = await Promise.all(
      ids.map(async (id, n) => {
        // One of ten requests a number that the counters are about to reach, and another one does too.
        const wanted =
          n % 10 === 0
            ? { case_number_manual_override: `${prefix}-2026-${String(5 + (n % 20)).padStart(4, '0')}` }
            : {};
        const preview = { as, query: { funeral_home: tenant.home.id } };
        if (n % 7 === 0) await harness.call(cases.previewNextNumber, preview);
        return untilAnswered(areas.submissions.convertToCase, { as, params: { id }, body: wanted });
      }),
    );
    harness.state.now = () => new Date();
    for (const { status, text } of answers) expect([200, 201, 400, 409], text).toContain(status);
    const made = answers.filter(({ status }) => status < 300).map(({ body }) => String(body.case_number));
    expect(made.length).toBeGreaterThanOrEqual(count * 0.9);
    expect(new Set(made).size).toBe(made.length);
    // No number was skipped by a preview or failed attempt.
    for (const [before, numbers] of Object.entries(Object.groupBy(made, (number) => number.replace(/\d+$/, '')))) {
      const sequences = (numbers ?? []).map((number) => Number(number.slice(before.length)));
      const own = sequences.filter((sequence) => sequence <= sequences.length);
      expect(sequences.length - own.length, before).toBeLessThanOrEqual(2);
    }
  });

  it('R-01 writers on one record lose no change, and each response is correct', async () => {
    const id = await createCustomer(harness, tenant);
    const { version: before } = await readCustomer(harness, tenant, id);
    const answers = await atOnce(writers, async (writer) => {
      const body = { city: `Town ${letters(writer)}` };
      const options = { as: tenant.profiles.office_staff, params: { id }, body };
      const answer = succeeded(await untilAnswered(customerEndpoints.update, options));
      expect(answer.body).toMatchObject(body);
      return answer;
    });
    const versions = answers.map(({ body }) => Number(body.version));
    expect(versions.sort((a, b) => a - b)).toEqual(Array.from({ length: writers }, (_, n) => before + 1 + n));
    expect((await readCustomer(harness, tenant, id)).version).toBe(before + writers);
  });

  it('R-04 writers on one section of a case with versions lose no update', async () => {
    const [people, rounds] = [8, 2];
    const calls = casesOf(harness, tenant);
    const { id } = await calls.opened(wholeCase);
    await atOnce(people, async (writer) => {
      let caseRecord = await calls.get(id);
      for (let round = 0; round < rounds; ) {
        const { version = 0, values = {} } = caseRecord.sections.notes ?? {};
        const director_notes = [values.director_notes, `${writer}.${round}`].filter(Boolean).join(' ');
        const answer = await calls.patch(id, { sections: { notes: { version, values: { director_notes } } } });
        if (answer.status === 409) caseRecord = answer.body.current as typeof caseRecord;
        else if (answer.status !== 503) {
          caseRecord = succeeded(answer).body as typeof caseRecord;
          round++;
        }
      }
    });
    const { sections, version } = await calls.get(id);
    const written = String(sections.notes?.values.director_notes).split(' ');
    const expected = Array.from({ length: people * rounds }, (_, n) => `${n % people}.${Math.floor(n / people)}`);
    expect(written.toSorted()).toEqual(expected.sort());
    expect([sections.notes?.version, version]).toEqual([people * rounds, people * rounds + 1]);
  });

  it.runIf(long)('R-04 writers in different sections of one case have no conflicts', async () => {
    const calls = casesOf(harness, tenant);
    const before = await calls.opened(wholeCase);
    const fields = {
      ...{ deceased: 'alias', service: 'service_time', demographics: 'occupation', obituary: 'obituary_text' },
      ...{ authorization: 'witness_name', notes: 'director_notes', innerOffice: 'first_call_taken_by' },
    };
    const values = (section: string, n: number) => (section === 'service' ? `10:0${n}` : `Text ${'abcdef'[n]}`);
    await Promise.all(
      Object.entries(fields).map(async ([section, field]) => {
        let version = before.sections[section]?.version ?? 0;
        for (let n = 0; n < 3; n++) {
          const body = { sections: { [section]: { version, values: { [field]: values(section, n) } } } };
          const as = tenant.profiles.funeral_director;
          const answer = await untilAnswered(cases.update, { as, params: { id: before.id }, body });
          expect([section, answer.status]).toEqual([section, 200]);
          version++;
        }
      }),
    );
    const after = await calls.get(before.id);
    for (const [section, field] of Object.entries(fields))
      expect(after.sections[section]?.values[field]).toBe(values(section, 2));
  });

  it('R-05 leave a consistent table', async () => {
    expect(harness.fault?.injected.contended).toBeGreaterThan(0);
    expect(await harness.recount()).toEqual([]);
  });
});
