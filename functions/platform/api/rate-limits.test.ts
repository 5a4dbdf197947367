import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { scanTable } from '#tests/support/checker/recount.ts';
import type { Result } from '#tests/support/harness.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { wholeCase } from '#tests/support/records/cases.ts';
import { exampleIntake } from '#tests/support/records/example-intake.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const { intake, invitations, team } = areas;
const noon = Date.parse('2026-03-10T12:00:00Z');

const { harness, tenant } = await startHarnessWithTenant('whitcomb-ames', { rateLimits: true });

describe('rate limits', () => {
  const neighbors: Tenant[] = [];
  let clock = noon;
  let days = 0;
  beforeAll(async () => {
    for (const slug of ['northside-chapel', 'harbor-light', 'ames-cremation'])
      neighbors.push(await harness.addTenant(slug));
  });
  beforeEach(() => {
    clock = noon + ++days * 24 * 3600 * 1000;
    harness.state.now = () => new Date(clock);
  });
  afterEach(() => {
    harness.state.now = () => new Date();
  });

  const submit = (ip: string, changes: object = {}): Promise<Result> =>
    harness.call(intake.submit, { body: { ...exampleIntake(), ...changes }, headers: { 'x-viewer-ip': ip } });
  const times = async (n: number, call: (n: number) => Promise<Result>): Promise<Result[]> => {
    const answers: Result[] = [];
    for (let at = 0; at < n; at++) answers.push(await call(at));
    return answers;
  };
  const statuses = (answers: Result[]): number[] => answers.map(({ status }) => status);

  it('S-22 accepts 5 submissions in 10 minutes from one address and sends Retry-After', async () => {
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
    // Includes a phone number for the page to show.
    const detail = 'Too many requests. Please wait a moment and try again.';
    expect(answers[5]?.body).toEqual({ detail, telephone: tenant.home.emergency_phone });
    clock += 599_000;
    expect((await submit('198.51.100.1')).status).toBe(429);
    expect((await submit('198.51.100.2')).status).toBe(201);
    clock += 1000;
    expect((await submit('198.51.100.1')).status).toBe(201);
  });

  it('F13 S-22 counts an IPv6 network in any notation, and a site at ten times', async () => {
    const status = (ip: string) =>
      harness.call(intake.checkStatus, { params: { a: 'R-2222-2222', b: 'x' }, headers: { 'x-viewer-ip': ip } });
    const one = await times(31, (n) => status(n % 2 ? `2001:db8::${n.toString(16)}:1` : `2001:0db8:0:0::${n}`));
    expect(one.filter(({ status: code }) => code === 429)).toHaveLength(1);
    const many = await times(301, (n) => status(`2001:db8:7:${n.toString(16)}::1`));
    expect(statuses(many).slice(0, 300)).toEqual(Array.from({ length: 300 }, () => 404));
    expect(many[300]?.status).toBe(429);
  }, 20_000);

  it('F12 S-21 reading an invitation does not use up accepting it', async () => {
    const headers = { 'x-viewer-ip': '198.51.100.8' };
    const params = { token: 'x'.repeat(43) };
    await times(10, () => harness.call(invitations.get, { params, headers }));
    const body = { first_name: 'A', last_name: 'B', password: 'Slow-River-77' };
    expect((await harness.call(invitations.accept, { params, body, headers })).status).toBe(404);
  });

  it('F5 S-23 limits invitations to 3 a day per address and 20 an hour per organization', async () => {
    const as = tenant.profiles.super_admin;
    const invite = (email: string) => harness.call(team.invite, { as, body: { email, role: 'coordinator' } });
    const { body } = await invite('victim@example.org');
    const again = await times(3, () => harness.call(team.resendInvitation, { as, params: { id: String(body.id) } }));
    expect(statuses(again)).toEqual([200, 200, 429]);
    const others = await times(18, (n) => invite(`stranger-${n}@example.org`));
    expect(statuses(others)).toEqual([...Array.from({ length: 17 }, () => 201), 429]);
    clock += 3_600_000;
    expect((await invite('later@example.org')).status).toBe(201);
  });

  it("S-23 one organization cannot block another's invitations; 9 a day per address", async () => {
    const inviteBy = async ({ profiles: { super_admin: as } }: Tenant, email: string): Promise<number[]> => {
      const { status, body } = await harness.call(team.invite, { as, body: { email, role: 'coordinator' } });
      const params = { id: String(body.id) };
      const again = status === 201 ? await times(3, () => harness.call(team.resendInvitation, { as, params })) : [];
      return [status, ...statuses(again)];
    };
    for (const one of neighbors) expect(await inviteBy(one, 'wanted@example.org')).toEqual([201, 200, 200, 429]);
    expect(await inviteBy(tenant, 'wanted@example.org')).toEqual([429]);
    expect((await inviteBy(tenant, 'somebody.else@example.org'))[0]).toBe(201);
  });

  it('F5 S-23 limits family emails to 10 a day per address and 60 an hour per organization', async () => {
    const as = tenant.profiles.coordinator;
    const caseTo = async (address: string): Promise<string> => {
      const options = { as, body: { ...wholeCase, customer_email: address } };
      return String(succeeded(await harness.call(areas.cases.create, options)).body.id);
    };
    const code = (id: string, by = 'mail') => {
      clock += 10_000;
      return harness.call(areas['family-pages'].open, { as, params: { id }, body: { by } });
    };
    const review = (id: string) => {
      clock += 10_000;
      return harness.call(areas['family-pages'].sendReview, { as, params: { id } });
    };
    const cases = [await caseTo('victim@example.org'), await caseTo('victim@example.org')];
    const of = (n: number) => cases[n % 2] ?? '';
    expect(new Set(statuses(await times(6, (n) => code(of(n)))))).toEqual(new Set([200]));
    expect(statuses(await times(6, (n) => review(of(n))))).toEqual([200, 200, 200, 200, 429, 429]);
    // Printed codes are not emails and are not limited.
    expect([(await code(of(0))).status, (await code(of(0), 'paper')).status]).toEqual([429, 200]);
    const other = await caseTo('other@example.org');
    for (let n = 0; n < 5; n++) {
      const id = await caseTo(`stranger-${n}@example.org`);
      expect(new Set(statuses(await times(10, () => code(id))))).toEqual(new Set([200]));
    }
    expect((await code(other)).status).toBe(429);
    clock += 3_600_000;
    expect((await code(other)).status).toBe(200);
  }, 60_000);

  it('F4 S-22 accepts and marks first calls beyond 60 an hour, so no family is rejected', async () => {
    const answers = await times(61, (n) => submit(`203.0.113.${n}`));
    expect(new Set(statuses(answers))).toEqual(new Set([201]));
    const verdicts = async () => {
      const records = (await harness.items()).filter(({ sk, pk }) => sk === 'SUBMISSION' && pk.includes(tenant.id));
      return Object.fromEntries(records.map(({ reference, bot_check }) => [reference, bot_check]));
    };
    const checked = await verdicts();
    const [last, beyond] = [answers[59], answers[60]].map((answer) => checked[String(answer?.body.reference)]);
    expect([last, beyond]).toMatchObject([
      { verdict: 'verified', error_codes: [] },
      { verdict: 'unverified', error_codes: ['over-limit'] },
    ]);
    clock += 3_600_000;
    const { body } = await submit('203.0.113.61');
    expect((await verdicts())[String(body.reference)]).toMatchObject({ verdict: 'verified' });
  }, 15_000);

  it('S-22 checks limits before validation, whatever the slug', async () => {
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

  it('S-22 stores no plain addresses in the table', async () => {
    await submit('198.51.100.77');

    const stored = JSON.stringify(await scanTable(harness.client, harness.tableName));
    expect(stored).toContain('RATE#');
    const rates = (JSON.parse(stored) as { pk: string }[]).filter(({ pk }) => pk.startsWith('RATE#'));
    expect(JSON.stringify(rates)).not.toContain('198.51.100');
  });

  it('counts an email once, even if its call retries', async () => {
    const as = tenant.profiles.super_admin;
    const body = { email: 'once@example.com', role: 'coordinator' };
    const { id } = succeeded(await harness.call(team.invite, { as, body })).body;
    const resend = () => harness.call(team.resendInvitation, { as, params: { id: String(id) } });
    for (let n = 0; n < 3; n++) vi.spyOn(harness.table, 'transact').mockRejectedValueOnce(new WriteConflictError());
    expect(statuses([await resend(), await resend(), await resend()])).toEqual([200, 200, 429]);
    vi.restoreAllMocks();
  });
});
