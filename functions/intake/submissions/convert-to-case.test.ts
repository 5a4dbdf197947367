import { describe, expect, it } from 'vitest';
import type { IntakeSubmissionInput } from '#domain/intake/intake.schema.ts';
import { areas } from '#domain/registry/endpoints.ts';
import type { Result } from '#tests/support/harness.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';

import { openCase, readSubmission, reportDeath, succeeded } from '#tests/support/records/reports.ts';

const { convertToCase, delete: remove, update } = areas.submissions;
const { list, previewNextNumber, checkNumber } = areas.cases;

const { harness, tenant } = await startHarnessWithTenant('whitcomb-ames', { chaos: { seed: 'convert' } });

const owner = () => tenant.profiles.super_admin;
const convert = (id: string, number?: unknown, headers: Record<string, string> = {}): Promise<Result> => {
  const body = number === undefined ? {} : { case_number_manual_override: number };
  return harness.call(convertToCase, { as: owner(), params: { id }, body, headers });
};
const many = (n: number, changes: Partial<IntakeSubmissionInput> = {}) =>
  Promise.all(Array.from({ length: n }, () => reportDeath(harness, tenant, changes)));
const nextNumber = async (query: Record<string, string> = {}) =>
  String((await harness.call(previewNextNumber, { as: owner(), query })).body.case_number);

describe('R-23 concurrent conversions', () => {
  it('creates one case for 8 conversions of one submission, and returns it to all', async () => {
    const { id } = await reportDeath(harness, tenant);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => convert(id, undefined, n % 2 ? { 'idempotency-key': `k${n}` } : {})),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await readSubmission(harness, tenant, id)).toMatchObject({
      status: 'converted',
      case_id: answers[0]?.body.case_id,
      version: 2,
    });
    expect((await convert(id, 'SOMETHING-ELSE')).text).toBe(answers[0]?.text);
  });

  it('creates 8 consecutive numbers for 8 submissions', async () => {
    const year = (await nextNumber()).split('-')[1];
    const first = Number((await nextNumber()).split('-')[2]);
    // Different families, so that customers are no reason to wait.
    const sent = await Promise.all(
      Array.from({ length: 8 }, (_, n) => reportDeath(harness, tenant, { informant_phone: `90455501${n + 10}` })),
    );
    const answers = await Promise.all(sent.map(({ id }) => convert(id)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const numbers = answers.map(({ body }) => String(body.case_number)).sort();
    expect(numbers).toEqual(Array.from({ length: 8 }, (_, n) => `WA-${year}-${String(first + n).padStart(4, '0')}`));
  });

  it('ends in a case or a deletion if it is deleted or corrected concurrently', async () => {
    for (const { id } of await many(2)) {
      const staff = { as: owner(), params: { id } };
      const [converted, deleted, corrected] = await Promise.all([
        convert(id),
        harness.call(remove, staff),
        harness.call(update, { ...staff, body: { alias: 'Hal' } }),
      ]);
      expect([200, 404]).toContain(converted.status);
      expect(deleted.status).toBe(converted.status === 200 ? 409 : 200);
      expect([200, 404, 409]).toContain(corrected.status);
    }
    expect(await harness.recount()).toEqual([]);
  });
});

describe('case numbers', () => {
  it('previews a number without reserving it, and checks one', async () => {
    const preview = [await nextNumber(), await nextNumber()];
    expect(preview[0]).toBe(preview[1]);
    const check = async (number: string) =>
      (await harness.call(checkNumber, { as: owner(), query: { case_number: number } })).body;
    expect(await check(String(preview[0]))).toEqual({ exists: false });
    const { caseNumber } = await openCase(harness, tenant);
    expect(caseNumber).toBe(preview[0]);
    expect(await check(caseNumber)).toEqual({ exists: true });
    expect(await check(caseNumber.toLowerCase())).toEqual({ exists: true });
    expect(await nextNumber({ year: '2031' })).toBe('WA-2031-0001');
  });

  it('accepts a number chosen by hand once, in any letter case', async () => {
    const [first, second] = await many(2);
    for (const number of ['WA#1', 7]) {
      const answer = await convert(String(first?.id), number);
      expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['case_number_manual_override']]);
    }
    expect((await convert(String(first?.id), ' Old Ledger/77 ')).body).toMatchObject({ case_number: 'Old Ledger/77' });
    const taken = await convert(String(second?.id), 'OLD LEDGER/77');
    expect([taken.status, taken.body]).toEqual([
      409,
      { case_number_manual_override: ['This case number is already in use'] },
    ]);
    expect(await readSubmission(harness, tenant, String(second?.id))).toMatchObject({ status: 'new', case_id: null });
    expect((await convert(String(second?.id), '')).status).toBe(200);
  });

  it('restarts with the year of the home, not of UTC', async () => {
    const home = await harness.addTenant('pacific-home', 'America/Los_Angeles');
    harness.state.now = () => new Date('2026-01-01T06:00:00Z');
    const before = await openCase(harness, home, { date_of_death: '2025-12-30' });
    harness.state.now = () => new Date('2026-01-01T09:00:00Z');
    const after = await openCase(harness, home, { date_of_death: '2025-12-30' });
    harness.state.now = () => new Date();
    expect([before.caseNumber, after.caseNumber]).toEqual(['WA-2025-0001', 'WA-2026-0001']);
  });

  it('finds the case of a number among similar ones', async () => {
    const [short, long] = await many(2);
    await convert(String(short?.id), 'LONE-7');
    await convert(String(long?.id), 'LONE-77');
    const found = async (query: Record<string, string>) => {
      await harness.projected();
      const { body } = succeeded(await harness.call(list, { as: owner(), query }));
      return [body.count, (body.results as { case_number: string }[]).map(({ case_number: number }) => number)];
    };
    expect(await found({ case_number: 'LONE-7' })).toEqual([1, ['LONE-7']]);
    expect(await found({ case_number: 'lone-77', status: 'draft', location: tenant.home.id })).toEqual([
      1,
      ['LONE-77'],
    ]);
    expect(await found({ case_number: 'LONE-7', status: 'active' })).toEqual([0, []]);
    expect(await found({ case_number: 'LONE' })).toEqual([0, []]);
    expect((await found({ search: 'lone-7' }))[0]).toBe(2);
  });
});

it('R-05 leaves the table in agreement with itself', async () => {
  expect(await harness.recount()).toEqual([]);
  expect(harness.fault?.injected).not.toEqual({ conflict: 0, throttle: 0, reset: 0, lostAnswer: 0 });
});
