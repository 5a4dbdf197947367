import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Ledger, Payment, PaymentSummary } from '#domain/payments/payment.schema.ts';
import { paymentMessages } from '#domain/payments/payment-messages.ts';
import { areas } from '#domain/registry/endpoints.ts';
import { addDays } from '#domain/shared/values/calendar-date.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Result } from '#tests/support/harness.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { exampleAssignment, examplePayment, recordPayment } from '#tests/support/records/payments.ts';
import { conflict, invalid, succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const rows = areas.payments;

const { harness, tenant } = await startHarnessWithTenant();
const cases = casesOf(harness, tenant);

const ask = (row: keyof typeof rows, id: string, options: { body?: object; query?: Record<string, string> } = {}) =>
  harness.call(rows[row], { as: tenant.profiles.funeral_director, params: { id }, ...options });
const pay = (caseId: string, changes?: object) => recordPayment(harness, tenant, caseId, changes);
const send = (body: object, headers: Record<string, string> = {}): Promise<Result> =>
  harness.call(rows.record, { as: tenant.profiles.office_staff, body, headers });
const ledger = async (case_id: string): Promise<Ledger> =>
  succeeded(
    await harness.call(rows.byCase, { as: tenant.profiles.office_staff, query: { case_id, with_voided: 'true' } }),
  ).body as Ledger;
const opened = (contract_total = '1000.00') => cases.opened({ ...wholeCase, contract_total });
const back = async (row: 'refund' | 'reverse', id: string, body: object): Promise<Payment> =>
  succeeded(await ask(row, id, { body })).body as Payment;

describe('POST /payments/', () => {
  it('adds a payment to ledger and balance at once, under the next receipt number', async () => {
    const { id, case_number } = await opened();
    const first = await pay(id, { payment_date: '2026-03-02', amount: '$600' });
    const second = await pay(id, { payment_date: '2026-03-01', amount: 400, payment_method: 'insurance' });
    expect(first).toMatchObject({
      ...{ case: id, case_number, deceased_name: 'Walter Pruitt', funeral_home_name: tenant.home.name },
      ...{ kind: 'payment', status: 'recorded', amount: '600.00', amount_returned: '0.00', version: 1 },
      ...{ payment_method: 'cash', payment_method_display: 'Cash', created_by_name: 'Test office_staff' },
    });
    const [, prefix, number] = /^(.*-)(\d{4})$/.exec(first.receipt_number) ?? [];
    expect(second.receipt_number).toBe(`${prefix}${String(Number(number) + 1).padStart(4, '0')}`);
    const { payments, ...balance } = await ledger(id);
    expect(balance).toEqual({ contract_total: '1000.00', total_paid: '1000.00', balance_due: '0.00' });
    expect(payments.map(({ id: entry, paid_to_date }) => [entry, paid_to_date])).toEqual([
      [second.id, '400.00'],
      [first.id, '1000.00'],
    ]);
    expect((await cases.get(id)).total_paid).toBe('1000.00');
  });

  it('rejects invalid values with the specification’s messages and stores nothing', async () => {
    const { id } = await opened();
    const sent = examplePayment({ case: id, amount: '0', payment_method: 'check', payment_date: '1999-12-31' });
    const errors = {
      amount: 'Payment amount must be a positive number',
      check_number: 'Check number is required for check payments',
      payment_date: 'Payment date must be after January 1, 2000',
    };
    expect(await send(sent)).toMatchObject(invalid(errors));
    expect((await ledger(id)).payments).toEqual([]);
  });

  it('rejects a payment of an unsaved or cancelled case', async () => {
    expect(await send(examplePayment())).toMatchObject(
      invalid({ case: 'Case must be saved before recording payments' }),
    );
    const { id } = await opened();
    succeeded(await cases.cancel(id));
    expect(await send(examplePayment({ case: id }))).toMatchObject(conflict(paymentMessages.caseCancelled));
    expect((await send(examplePayment({ case: crypto.randomUUID() }))).status).toBe(404);
  });

  it('records a payment once however often it is sent under the same key', async () => {
    const { id } = await opened();
    const key = { 'idempotency-key': crypto.randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => send(examplePayment({ case: id }), key)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await ledger(id)).payments).toHaveLength(1);
  });

  it('numbers concurrent payments without gap, with an exact total', async () => {
    const { id } = await opened();
    const made = await Promise.all(Array.from({ length: 6 }, () => pay(id, { amount: '0.07' })));
    const numbers = made.map(({ receipt_number }) => Number(receipt_number.slice(-4))).sort((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) + at));
    expect((await ledger(id)).total_paid).toBe('0.42');
  });
});

describe('ledger changes while the case changes', () => {
  /** Runs `meanwhile` between the call's reads and its first commit; returns the number of commits with a payment. */
  const between = async <T>(meanwhile: () => Promise<unknown>, call: () => Promise<T>) => {
    const transact = harness.table.transact.bind(harness.table);
    let [isFirst, commits] = [true, 0];
    const spy = vi.spyOn(harness.table, 'transact').mockImplementation(async (writes, how) => {
      if (writes.some((one) => 'put' in one && one.put.sk === 'PAYMENT')) {
        commits++;
        if (isFirst) {
          isFirst = false;
          await meanwhile();
        }
      }
      return transact(writes, how);
    });
    const answer = await call().finally(() => spy.mockRestore());
    return { answer, commits };
  };

  it('takes the next receipt number after a conflict without reading the case again', async () => {
    const { id } = await opened();
    const reads = vi.spyOn(harness.table, 'getAll');
    const { answer, commits } = await between(
      () => pay(id, { amount: '0.07' }),
      () => pay(id, { amount: '0.08' }),
    );
    const ofCase = reads.mock.calls.filter(([keys]) => keys.some(({ sk }) => sk === 'CASE'));
    reads.mockRestore();
    expect([commits, ofCase.length]).toEqual([3, 2]);
    const { payments, total_paid } = await ledger(id);
    expect(total_paid).toBe('0.15');
    const numbers = payments.map(({ receipt_number }) => Number(receipt_number.slice(-4)));
    expect(Number(answer.receipt_number.slice(-4))).toBe(Math.max(...numbers));
    expect(Math.max(...numbers) - Math.min(...numbers)).toBe(1);
  });

  it('voids a payment in one commit during another payment', async () => {
    const { id } = await opened();
    const voided = await pay(id, { amount: '5.00' });
    const { commits } = await between(
      () => pay(id, { amount: '0.07' }),
      async () => succeeded(await ask('delete', voided.id, { query: { reason: 'Twice' } })),
    );
    expect(commits).toBe(2);
    expect((await ledger(id)).total_paid).toBe('0.07');
  });

  it('rejects a payment whose case is cancelled before the commit', async () => {
    const { id } = await opened();
    const { answer } = await between(
      async () => succeeded(await cases.cancel(id)),
      () => send(examplePayment({ case: id })),
    );
    expect(answer).toMatchObject(conflict(paymentMessages.caseCancelled));
    expect((await ledger(id)).payments).toEqual([]);
  });

  it('keeps an assignment that is recorded before the commit', async () => {
    const { id } = await opened();
    const asked = { as: tenant.profiles.funeral_director, params: { id } };
    const { assign, get } = areas['money-to-come'];
    const { commits } = await between(
      async () => succeeded(await harness.call(assign, { ...asked, body: exampleAssignment() })),
      () => pay(id, { amount: '5.00' }),
    );
    expect(commits).toBe(2);
    expect((await harness.call(get, asked)).body.assignments).toMatchObject([{ company: 'Homesteaders Life' }]);
    expect((await ledger(id)).total_paid).toBe('5.00');
  });

  it('corrects a payment of an insured case in one commit during another payment', async () => {
    const { id } = await opened();
    const { assign } = areas['money-to-come'];
    const asked = { as: tenant.profiles.funeral_director, params: { id }, body: exampleAssignment() };
    succeeded(await harness.call(assign, asked));
    const payment = await pay(id, { amount: '5.00' });
    const { commits } = await between(
      () => pay(id, { amount: '0.07' }),
      async () => succeeded(await ask('update', payment.id, { body: { amount: '6.00' } })),
    );
    expect(commits).toBe(2);
    expect((await ledger(id)).total_paid).toBe('6.07');
  });

  it('returns a total that is the sum of the listed entries', async () => {
    const { id } = await opened();
    const query = harness.table.query.bind(harness.table);
    const caseRead = Promise.withResolvers<void>();
    const spy = vi.spyOn(harness.table, 'query').mockImplementation(async (asked) => {
      if (asked.pk === keysOf(tenant.id).caseItems(id)) return query(asked).finally(caseRead.resolve);
      if (asked.pk === keysOf(tenant.id).ledger(id)) await caseRead.promise.then(() => pay(id, { amount: '5.00' }));
      return query(asked);
    });
    const { payments, ...sums } = await ledger(id).finally(() => spy.mockRestore());
    expect(payments).toHaveLength(1);
    expect(sums).toMatchObject({ total_paid: '5.00', balance_due: '995.00' });
  });

  it('refunds the overpayment as of its commit', async () => {
    const { id } = await opened('10.00');
    const payment = await pay(id, { amount: '15.00' });
    const { answer } = await between(
      () => pay(id, { amount: '2.00' }),
      () => back('refund', payment.id, { reason: 'Too much' }),
    );
    expect(answer.amount).toBe('-7.00');
  });
});

describe('check numbers', () => {
  const ciphertexts = async (): Promise<number> =>
    (await harness.items()).filter(({ pk }) => pk.includes('#CHECKNUMBER#')).length;

  it('returns check numbers masked and stores them encrypted, in items of their own', async () => {
    const { id } = await opened();
    const number = 'ZQX-77120934';
    const payment = await pay(id, { payment_method: 'check', check_number: number });
    expect(payment).toMatchObject({ check_number: '****0934', check_number_masked: '****0934' });
    // All pages of the table: a page is one megabyte.
    const items = await harness.items();
    expect(items.filter(({ pk }) => pk.includes(payment.id))).not.toEqual([]);
    expect(JSON.stringify(items)).not.toContain(number);
    const log = JSON.stringify(await cases.log(id));
    expect(log).toContain('payments.received_from');
    expect(log).not.toContain('0934');
  });

  it('keeps the check number during other corrections, and deletes it with the method', async () => {
    const { id } = await opened();
    const before = await ciphertexts();
    const payment = await pay(id, { payment_method: 'check', check_number: '77120934' });
    for (const [body, expected] of [
      [
        { notes: 'By email', check_number: '****0934' },
        { notes: 'By email', check_number_masked: '****0934' },
      ],
      [{ check_number: '1055' }, { check_number_masked: '****55' }],
      [{ payment_method: 'cash' }, { check_number_masked: '' }],
    ] as const)
      expect(succeeded(await ask('update', payment.id, { body })).body).toMatchObject(expected);
    expect(await ciphertexts()).toBe(before);
  });
});

describe('PATCH /payments/:id/', () => {
  it('changes the total and keeps the old values in the history', async () => {
    const { id } = await opened();
    const payment = await pay(id);
    const body = { amount: '300.50', payment_method: 'other', other_method_description: 'Money order', version: 1 };
    const reason = 'The slip says 300.50';
    const answer = await ask('update', payment.id, { body: { ...body, reason } });
    expect(succeeded(answer).body).toMatchObject({ amount: '300.50', version: 2 });
    expect((await ledger(id)).total_paid).toBe('300.50');
    expect(JSON.stringify(await cases.log(id))).toContain(
      JSON.stringify({ field: 'payments.amount', from: '250.00', to: '300.50' }).slice(1, -1),
    );
    expect(JSON.stringify(await cases.log(id))).toContain(reason);
    const stale = await ask('update', payment.id, { body: { ...body, amount: '1' } });
    expect(stale).toMatchObject({ status: 409, body: { current: { amount: '300.50', version: 2 } } });
  });
});

describe('voids, refunds and reversals', () => {
  it('keeps a deleted payment in the ledger, uncounted and unchangeable', async () => {
    const { id } = await opened();
    const payment = await pay(id);
    succeeded(await ask('delete', payment.id, { query: { reason: 'Entered twice' } }));
    const { payments, total_paid } = await ledger(id);
    expect(total_paid).toBe('0.00');
    expect(payments[0]).toMatchObject({ status: 'voided', void_reason: 'Entered twice', amount: '250.00' });
    expect(payments[0]?.updated_at).toBe(payments[0]?.voided_at);
    const refused = conflict(paymentMessages.voided);
    expect(await ask('delete', payment.id)).toMatchObject(refused);
    expect(await ask('update', payment.id, { body: { amount: '1' } })).toMatchObject(refused);
    expect(await ask('refund', payment.id, { body: { reason: 'x' } })).toMatchObject(refused);
  });

  it('omits voided payments from the documented list, which adds up to the total', async () => {
    const { id } = await opened();
    const first = await pay(id, { amount: '100' });
    await pay(id, { amount: '50' });
    const third = await pay(id, { amount: '30' });
    succeeded(await ask('delete', first.id, { query: { reason: 'Twice' } }));
    await back('refund', third.id, { amount: '10.00', reason: 'Returned', payment_method: 'cash' });
    const answer = await harness.call(rows.byCase, { as: tenant.profiles.office_staff, query: { case_id: id } });
    const { payments, total_paid } = succeeded(answer).body as Ledger;
    expect(payments.map(({ status }) => status)).toEqual(['recorded', 'recorded', 'recorded']);
    expect(payments.reduce((sum, { amount }) => sum + Number(amount), 0).toFixed(2)).toBe(total_paid);
    expect([(await ledger(id)).payments.length, total_paid]).toEqual([4, '70.00']);
  });

  it('lowers but never raises a payment of a cancelled case', async () => {
    const { id } = await opened();
    const one = await pay(id, { amount: '50' });
    succeeded(await cases.cancel(id));
    const raised = await ask('update', one.id, { body: { amount: '900000.00' } });
    expect(raised).toMatchObject(conflict(paymentMessages.caseCancelled));
    succeeded(await ask('update', one.id, { body: { amount: '40.00' } }));
  });

  it('does not delete a case with payments, even if all are void', async () => {
    const { id, case_number } = await opened();
    succeeded(await ask('delete', (await pay(id)).id));
    expect(await cases.remove(id, { force: 'true', confirmation: case_number })).toMatchObject({
      status: 409,
      body: { hasPayments: true },
    });
  });

  it('refunds a part of a payment, never more than is left', async () => {
    const { id } = await opened();
    const payment = await pay(id);
    const body = { amount: '100', payment_method: 'check', check_number: '1201', reason: 'No flowers' };
    const refund = await back('refund', payment.id, body);
    expect(refund).toMatchObject({
      ...{ kind: 'refund', amount: '-100.00', refund_of: payment.id, payment_for: 'No flowers' },
      check_number_masked: '****01',
    });
    expect(await ask('refund', payment.id, { body: { amount: '150.01', reason: 'x' } })).toMatchObject(
      invalid({ amount: paymentMessages.tooMuchBack }),
    );
    expect(await ask('update', payment.id, { body: { amount: '99.99' } })).toMatchObject(
      invalid({ amount: paymentMessages.lessThanReturned }),
    );
    expect(await back('refund', payment.id, { reason: 'The rest' })).toMatchObject({ amount: '-150.00' });
    expect(await ask('refund', payment.id, { body: { reason: 'Again' } })).toMatchObject({ status: 409 });
    expect((await ledger(id)).total_paid).toBe('0.00');
    expect(await ask('refund', refund.id, { body: { reason: 'x' } })).toMatchObject(
      conflict(paymentMessages.notAPayment),
    );
  });

  it('defaults a refund to the overpayment, and refunds insurance money by check', async () => {
    const { id } = await opened('12548.03');
    await pay(id, { amount: '5000.00' });
    const insurance = await pay(id, { amount: '8000.00', payment_method: 'insurance' });
    const body = { reason: 'Overpaid', payee: 'Homesteaders Life', check_number: '77120934' };
    expect(await back('refund', insurance.id, body)).toMatchObject({
      ...{ amount: '-451.97', received_from: 'Homesteaders Life', payment_method: 'check' },
      check_number_masked: '****0934',
    });
    expect(await ledger(id)).toMatchObject({ balance_due: '0.00' });
    succeeded(await cases.cancel(id));
    expect(await back('refund', insurance.id, { reason: 'The family moved' })).toMatchObject({ amount: '-7548.03' });
  });

  it('rejects a refund dated before its payment, and a payment dated after its refund', async () => {
    const { id } = await opened();
    const payment = await pay(id, { payment_date: '2026-03-10' });
    const early = await ask('refund', payment.id, { body: { payment_date: '2026-03-09', reason: 'x' } });
    expect(early).toMatchObject(invalid({ payment_date: paymentMessages.refundBeforePayment }));
    const body = { amount: '100', payment_date: '2026-03-10', reason: 'No flowers' };
    const refund = await back('refund', payment.id, body);
    expect(refund.payment_date).toBe('2026-03-10');
    const redated = (payment_date: string) => ask('update', payment.id, { body: { payment_date } });
    expect(await redated('2026-03-11')).toMatchObject(invalid({ payment_date: paymentMessages.paymentAfterRefund }));
    succeeded(await redated('2026-03-08'));
    succeeded(await redated('2026-03-10'));
    succeeded(await ask('delete', refund.id));
    succeeded(await redated('2026-03-11'));
  });

  it('refunds a payment dated ahead on its day', async () => {
    const { id } = await opened();
    const ahead = addDays(new Date().toISOString().slice(0, 10), 5);
    const payment = await pay(id, { payment_date: ahead });
    expect(await back('reverse', payment.id, { reason: 'The check bounced' })).toMatchObject({ payment_date: ahead });
  });

  it('counts a voided refund as received again, so that it can be refunded again', async () => {
    const { id } = await opened();
    const payment = await pay(id);
    const refund = await back('refund', payment.id, { amount: '100', reason: 'No flowers' });
    expect(succeeded(await ask('get', payment.id)).body.updated_at).toBe(refund.created_at);
    expect(await ask('delete', payment.id)).toMatchObject(conflict(paymentMessages.refundedAlready));
    succeeded(await ask('delete', refund.id));
    expect((await ledger(id)).total_paid).toBe('250.00');
    succeeded(await ask('delete', payment.id));
    expect((await ledger(id)).total_paid).toBe('0.00');
  });

  it('reverses a whole check that the bank returns after a partial refund', async () => {
    const { id } = await opened('12548.03');
    await pay(id, { amount: '8000.00' });
    const check = await pay(id, { amount: '5000.00', payment_method: 'check', check_number: '1042' });
    const refund = await back('refund', check.id, { amount: '451.97', reason: 'Overpaid', check_number: '2207' });
    const reversal = await back('reverse', check.id, { reason: 'Insufficient funds' });
    expect(reversal).toMatchObject({ kind: 'reversal', amount: '-5000.00', check_number_masked: '' });
    expect(await ledger(id)).toMatchObject({ total_paid: '7548.03', balance_due: '5000.00' });

    const refused = conflict(paymentMessages.reversedAlready);
    expect(await ask('reverse', check.id, { body: { reason: 'x' } })).toMatchObject(refused);
    expect(await ask('refund', check.id, { body: { reason: 'x', check_number: '2208' } })).toMatchObject(refused);
    expect(await ask('update', check.id, { body: { amount: '6000' } })).toMatchObject(
      invalid({ amount: paymentMessages.reversedStays }),
    );
    succeeded(await ask('update', check.id, { body: { notes: 'Returned by the bank' } }));

    succeeded(await ask('delete', refund.id));
    expect((await ledger(id)).balance_due).toBe('4548.03');
    succeeded(await ask('delete', reversal.id));
    expect((await ledger(id)).balance_due).toBe('-451.97');
    expect(await harness.recount()).toEqual([]);
  });

  it('reverses a payment once if two users do it, or refund it, at the same time', async () => {
    const { id } = await opened();
    const payment = await pay(id);
    const reverse = () => ask('reverse', payment.id, { body: { reason: 'Insufficient funds' } });
    const answers = await Promise.all([
      reverse(),
      reverse(),
      ask('refund', payment.id, { body: { amount: '50', reason: 'Too much' } }),
    ]);
    expect(answers.filter(({ body }) => body.kind === 'reversal')).toHaveLength(1);
    const refunded = answers[2].status === 201 ? '-50.00' : '0.00';
    expect((await ledger(id)).total_paid).toBe(refunded);
    expect(await harness.recount()).toEqual([]);
  });

  it('accepts one of two concurrent refunds based on the same version', async () => {
    const { id } = await opened();
    const payment = await pay(id);
    for (const body of [{ amount: '50.00', reason: 'Overpaid', version: payment.version }, { reason: 'Cancelled' }]) {
      const answers = await Promise.all([1, 2].map(() => ask('refund', payment.id, { body })));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    }
    expect((await ledger(id)).total_paid).toBe('0.00');
  });
});

describe('GET /payments/ across cases', () => {
  let other: Tenant;
  let made: Payment[];
  beforeAll(async () => {
    other = await harness.addTenant('harbor-light');
    const caseRecord = await casesOf(harness, other).opened(wholeCase);
    const of = (changes: object) => recordPayment(harness, other, caseRecord.id, changes);
    made = [
      await of({ payment_date: '2025-01-05', amount: '10.10' }),
      await of({ payment_date: '2025-01-05', amount: '20.20', payment_method: 'check', check_number: '9' }),
      await of({ payment_date: '2025-01-06', amount: '30.30', received_from: 'Åse Ødegård' }),
      await of({ payment_date: '2025-02-01', amount: '40.40' }),
    ];
    await harness.projected();
  });
  const asked = async (row: 'list' | 'summary', query: Record<string, string>) =>
    harness.call(rows[row], { as: other.profiles.office_staff, query });
  const ids = async (query: Record<string, string>) =>
    (succeeded(await asked('list', query)).body as { results: Payment[] }).results.map(({ id }) => id);
  const own = (...places: number[]) => places.map((at) => made[at]?.id);

  it('filters payments by day, method and words, with exact totals', async () => {
    expect(await ids({})).toEqual(own(3, 2, 1, 0));
    expect(await ids({ ordering: 'payment_date' })).toEqual(own(0, 1, 2, 3));
    expect(await ids({ date_from: '2025-01-05', date_to: '2025-01-06' })).toEqual(own(2, 1, 0));
    expect(await ids({ date_from: '2025-01-06', date_to: '9999-12-31' })).toEqual(own(3, 2));
    expect(await ids({ location: other.home.id })).toEqual(own(3, 2, 1, 0));
    expect(await ids({ payment_method: 'check' })).toEqual(own(1));
    expect(await ids({ search: 'odegard' })).toEqual(own(2));
    expect(await ids({ search: 'pruitt' })).toHaveLength(4);
    expect(await ids({ search: made[3]?.receipt_number ?? '' })).toEqual(own(3));
  });

  it('sums up payments by day and method without voided ones', async () => {
    const summary = succeeded(await asked('summary', { date_from: '2025-01-01', date_to: '2025-01-31' }));
    expect(summary.body as PaymentSummary).toMatchObject({
      ...{ count: 3, received: '60.60', returned: '0.00', total: '60.60', is_exact: true },
      by_day: [
        { date: '2025-01-05', count: 2, total: '30.30' },
        { date: '2025-01-06', count: 1, total: '30.30' },
      ],
      by_method: [
        { payment_method: 'cash', count: 2, total: '40.40' },
        { payment_method: 'check', payment_method_display: 'Check', total: '20.20' },
      ],
    });
    const options = { as: other.profiles.super_admin, params: { id: made[2]?.id ?? '' } };
    succeeded(await harness.call(rows.delete, options));
    await harness.projected();
    const after = succeeded(await asked('summary', { date_from: '2025-01-01', date_to: '2025-01-31' }));
    expect(after.body).toMatchObject({ count: 2, total: '30.30' });
  });

  it('rejects invalid days and sums over more than 366 days', async () => {
    const errors: [Record<string, string>, object][] = [
      [{ date_from: '2025-02-30' }, { date_from: ['Enter a date as YYYY-MM-DD'] }],
      [{ date_from: '2025-02-02', date_to: '2025-02-01' }, { date_to: ['End date cannot be before start date'] }],
    ];
    for (const [query, body] of errors)
      for (const row of ['summary', 'list'] as const)
        expect(await asked(row, query)).toMatchObject({ status: 400, body });
    const year = (date_to: string) => asked('summary', { date_from: '2025-01-01', date_to });
    expect([(await year('2026-01-01')).status, (await year('2026-01-02')).status]).toEqual([200, 400]);
  });
});
