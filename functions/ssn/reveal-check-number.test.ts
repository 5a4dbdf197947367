import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { paymentMessages } from '#domain/payments/payment-messages.ts';
import { areas } from '#domain/registry/endpoints.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { recordPayment } from '#tests/support/records/payments.ts';
import type { Tenant } from '#tests/support/tenants.ts';

let harness: Harness;
let tenant: Tenant;
let stranger: Tenant;
beforeAll(async () => {
  harness = await startHarness({ rateLimits: true });
  tenant = await harness.addTenant('whitcomb-ames');
  stranger = await harness.addTenant('harbor-light');
});
afterAll(() => harness.close());

const paid = async (changes: object, of = tenant) =>
  recordPayment(harness, of, (await casesOf(harness, of).opened(wholeCase)).id, changes);
const byCheck = (check_number: string, of = tenant) => paid({ payment_method: 'check', check_number }, of);
const reveal = (id: string, of = tenant) =>
  harness.call(areas.ssn.checkNumber, { as: of.profiles.funeral_director, params: { id } });
/** The key and the stored item of a payment's check number. */
const resting = async (id: string, of = tenant) => {
  const keys = keysOf(of.id);
  const payment = await harness.table.get(keys.payment(id));
  const key = keys.checkNumber(String(payment?.check_number_id));
  return { key, item: await harness.table.get(key) };
};
const reveals = async (caseId: string) =>
  (await harness.databaseOf(tenant.id).audit.of('CASE', caseId)).filter(
    ({ action }) => action === 'payment.check_number_revealed',
  );

describe('S-09 ciphertext of a check number', () => {
  it('decrypts only for its own payment', async () => {
    const [mine, other] = [await byCheck('ZQX-77120934'), await byCheck('5550001111')];
    const payment = keysOf(tenant.id).payment(other.id);
    const [own, taken] = [await resting(other.id), await resting(mine.id)];
    await harness.table.transact([{ update: payment, set: { check_number_id: taken.item?.check_number_id } }]);
    const moved = await reveal(other.id);
    expect(moved.status).toBe(503);
    expect(moved.text).not.toContain('7712');
    // Nor when it claims to be from a release without this binding.
    await harness.table.transact([{ put: { ...taken.key, ciphertext: taken.item?.ciphertext } }]);
    expect((await reveal(other.id)).status).toBe(503);
    await harness.table.transact([
      { put: { ...taken.item, ...taken.key } },
      { update: payment, set: { check_number_id: own.item?.check_number_id } },
    ]);
    expect((await reveal(other.id)).body).toEqual({ check_number: '5550001111' });
  });

  it('decrypts only in its organization, even under the same ids', async () => {
    const [mine, theirs] = [await byCheck('ZQX-77120934'), await byCheck('5550002222', stranger)];
    const [{ item: taken }, { key }] = [await resting(mine.id), await resting(theirs.id, stranger)];
    await harness.table.transact([{ update: key, set: { ciphertext: taken?.ciphertext } }]);
    const moved = await reveal(theirs.id, stranger);
    expect(moved.status).toBe(503);
    expect(moved.text).not.toContain('7712');
  });

  it('decrypts a number stored by an earlier release', async () => {
    const payment = await byCheck('1042');
    const { key } = await resting(payment.id);
    const { ssn_id, ciphertext } = await harness.state.cipher.seal(tenant.id, '2086');
    await harness.table.transact([
      { put: { ...key, ...keysOf(tenant.id).checkNumber(ssn_id), check_number_id: ssn_id, ciphertext } },
      { delete: key },
      { update: keysOf(tenant.id).payment(payment.id), set: { check_number_id: ssn_id } },
    ]);
    expect((await reveal(payment.id)).body).toEqual({ check_number: '2086' });
  });
});

describe('S-10 POST reveal-check-number', () => {
  it('returns no number without an audit entry', async () => {
    const payment = await byCheck('ZQX-77120934');
    const denied = Object.assign(new Error('no'), { name: 'AccessDeniedException' });
    vi.spyOn(harness.organizationTable(tenant.id), 'transact').mockRejectedValueOnce(denied);
    const answer = await reveal(payment.id);
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '2']);
    expect(answer.text).not.toContain('0934');
    expect(await reveals(payment.case)).toHaveLength(0);
  });

  it('records who, when, from where and which request, and forbids caching', async () => {
    const payment = await byCheck('ZQX-77120934');
    const answer = await reveal(payment.id);
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(await reveals(payment.case)).toEqual([
      expect.objectContaining({
        ...{ actor_id: tenant.profiles.funeral_director.id, actor_role: 'funeral_director', ip: '203.0.113.9' },
        request_id: answer.requestId,
        changes: [
          { field: 'payments.receipt_number', from: payment.receipt_number, to: payment.receipt_number },
          { field: 'payments.check_number', from: null, to: null },
        ],
      }),
    ]);
  });

  it('allows the office that deposits checks, and records it', async () => {
    const payment = await byCheck('5550001111');
    const as = tenant.profiles.office_staff;
    const answer = await harness.call(areas.ssn.checkNumber, { as, params: { id: payment.id } });
    expect(answer.body).toEqual({ check_number: '5550001111' });
    expect(await reveals(payment.case)).toEqual([expect.objectContaining({ actor_role: 'office_staff' })]);
  });

  it('returns none for cash', async () => {
    const { id } = await paid({});
    expect(await reveal(id)).toMatchObject({ status: 404, body: { detail: paymentMessages.noCheckNumber } });
  });

  it('limits rejected and unknown calls to thirty audit entries a minute', async () => {
    const now = new Date(Date.now() + 7_200_000);
    harness.state.now = () => now;
    const as = tenant.profiles.office_staff;
    const answers: number[] = [];
    for (let n = 0; n < 32; n++)
      answers.push((await harness.call(areas.ssn.retrieve, { as, params: { id: crypto.randomUUID() } })).status);
    expect(answers).toEqual([...Array(30).fill(403), 429, 429]);
    const refused = (await harness.items()).filter(({ action }) => action === 'ssn.reveal_refused');
    expect(refused).toHaveLength(30);
  });
});
