import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { areas } from '#domain/contract/endpoints.ts';
import { exampleIntake } from '#tests/support/example-intake.ts';
import { type Harness, type Result, startHarness } from '#tests/support/harness.ts';
import { scanTable } from '#tests/support/recount.ts';
import { openCase } from '#tests/support/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const { intake, ssn } = areas;
const noon = Date.parse('2026-03-10T12:00:00Z');

describe('rate limits', () => {
  let harness: Harness;
  let tenant: Tenant;
  let clock = noon;
  let days = 0;
  beforeAll(async () => {
    harness = await startHarness({ rateLimits: true });
    tenant = await harness.addTenant('whitcomb-ames');
    await harness.addTenant('northside-chapel');
  });
  beforeEach(() => {
    clock = noon + ++days * 24 * 3600 * 1000;
    harness.state.now = () => new Date(clock);
  });
  afterEach(() => {
    harness.state.now = () => new Date();
  });
  afterAll(() => harness.close());

  const submit = (ip: string, changes: object = {}): Promise<Result> =>
    harness.call(intake.submit, { body: { ...exampleIntake(), ...changes }, headers: { 'x-viewer-ip': ip } });
  const times = async (n: number, call: (n: number) => Promise<Result>): Promise<Result[]> => {
    const answers: Result[] = [];
    for (let at = 0; at < n; at++) answers.push(await call(at));
    return answers;
  };
  const statuses = (answers: Result[]): number[] => answers.map(({ status }) => status);

  it('S-22 takes 5 submissions in 10 minutes from one address, and says when to come back', async () => {
    const answers = await times(6, () => submit('198.51.100.1'));
    expect(statuses(answers)).toEqual([201, 201, 201, 201, 201, 429]);
    expect(answers.map(({ headers }) => headers.ratelimit)).toEqual([
      'limit=5, remaining=4, reset=600',
      'limit=5, remaining=3, reset=600',
      'limit=5, remaining=2, reset=600',
      'limit=5, remaining=1, reset=600',
      'limit=5, remaining=0, reset=600',
      'limit=5, remaining=0, reset=600',
    ]);
    expect(answers[5]?.headers['retry-after']).toBe('600');
    expect(answers[5]?.body).toEqual({ detail: 'Too many requests. Please wait a moment and try again.' });
    clock += 599_000;
    expect((await submit('198.51.100.1')).status).toBe(429);
    expect((await submit('198.51.100.2')).status).toBe(201);
    clock += 1000;
    expect((await submit('198.51.100.1')).status).toBe(201);
  });

  it('S-22 counts what is refused as well, so that guessing is slow', async () => {
    const answers = await times(6, () => submit('198.51.100.3', { deceased_first_name: '' }));
    expect(statuses(answers)).toEqual([400, 400, 400, 400, 400, 429]);
  });

  it('S-22 takes 60 submissions an hour for one home, and leaves the others alone', async () => {
    const answers = await times(61, (n) => submit(`203.0.113.${n}`));
    expect(statuses(answers)).toEqual([...Array.from({ length: 60 }, () => 201), 429]);
    expect(answers[60]?.headers).toMatchObject({
      ratelimit: 'limit=60, remaining=0, reset=3600',
      'retry-after': '3600',
    });
    const other = await submit('203.0.113.99', { funeral_home_slug: 'northside-chapel' });
    expect(other.status).toBe(201);
    clock += 3_600_000;
    expect((await submit('203.0.113.61')).status).toBe(201);
  }, 15_000);

  it('S-22 stands before validation, whatever the slug is', async () => {
    const slugs: unknown[] = [
      undefined,
      null,
      7,
      {},
      { toString: 1 },
      [],
      ['whitcomb-ames'],
      '\ud800',
      '__proto__',
      'x'.repeat(9000),
    ];
    const answers = await times(slugs.length, (n) => submit(`192.0.2.${n}`, { funeral_home_slug: slugs[n] }));
    for (const { status } of answers) expect([400, 404]).toContain(status);
  });

  it('S-22 does not let addresses be told from the table', async () => {
    await submit('198.51.100.77');

    const kept = JSON.stringify(await scanTable(harness.client, harness.tableName));
    expect(kept).toContain('RATE#');
    const rates = (JSON.parse(kept) as { pk: string }[]).filter(({ pk }) => pk.startsWith('RATE#'));
    expect(JSON.stringify(rates)).not.toContain('198.51.100');
  });

  it('S-22 slows looking up homes and reports down', async () => {
    const headers = { 'x-viewer-ip': '198.51.100.9' };
    const homes = await times(121, () =>
      harness.call(intake.funeralHome, { params: { slug: 'whitcomb-ames' }, headers }),
    );
    expect(statuses(homes)).toEqual([...Array.from({ length: 120 }, () => 200), 429]);
    const guesses = await times(31, (n) =>
      harness.call(intake.checkStatus, { params: { a: `R-2222-222${n}`, b: 'x' }, headers }),
    );
    expect(statuses(guesses)).toEqual([...Array.from({ length: 30 }, () => 404), 429]);
  });

  it('S-10 reveals 30 SSNs a minute to one member of staff, whichever the cases are', async () => {
    const { caseId: id } = await openCase(harness, tenant);
    const { super_admin: owner, funeral_director: director } = tenant.profiles;
    const reveal = (as = owner) => harness.call(ssn.retrieve, { as, params: { id } });
    const answers = await times(31, () => reveal());
    expect(statuses(answers)).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
    expect(answers[30]?.body).not.toHaveProperty('social_security_number');
    expect(answers[30]?.headers['retry-after']).toBe('60');
    expect((await reveal(director)).status).toBe(200);
    clock += 60_000;
    expect((await reveal()).status).toBe(200);
  });
});
