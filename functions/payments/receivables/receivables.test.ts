import { describe, expect, it } from 'vitest';
import type { MoneyDue, Receivables } from '#domain/payments/receivables.schema.ts';
import { maxAssignments, receivablesMessages } from '#domain/payments/receivables.ts';
import { areas } from '#domain/registry/endpoints.ts';
import { addDays, todayIn } from '#domain/shared/values/calendar-date.ts';
import type { CallOptions } from '#tests/support/harness.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { exampleAssignment, examplePayment, recordPayment } from '#tests/support/records/payments.ts';
import { conflict, invalid, succeeded } from '#tests/support/records/reports.ts';

const rows = areas['money-to-come'];

const { harness, tenant } = await startHarnessWithTenant();
const cases = casesOf(harness, tenant);

const opened = () => cases.opened({ ...wholeCase, contract_total: '1000.00' });
const ask = (
  row: keyof typeof rows,
  id: string,
  { assignmentId, ...options }: CallOptions & { assignmentId?: string } = {},
) =>
  harness.call(rows[row], {
    as: tenant.profiles.office_staff,
    params: { id, ...(assignmentId ? { assignmentId } : {}) },
    ...options,
  });
const expected = async (answer: ReturnType<typeof ask>): Promise<Receivables> =>
  succeeded(await answer).body as unknown as Receivables;
const get = (id: string) => expected(ask('get', id));
const assign = (id: string, changes?: object) => expected(ask('assign', id, { body: exampleAssignment(changes) }));
const firstOf = ({ assignments: [one] }: Receivables): string => one?.id ?? '';
const byInsurer = (caseId: string, amount: string) =>
  recordPayment(harness, tenant, caseId, { amount, payment_method: 'insurance', received_from: 'Homesteaders Life' });
const asDirector = (row: 'update' | 'delete' | 'refund' | 'reverse', id: string, body?: object) =>
  harness.call(areas.payments[row], {
    as: tenant.profiles.funeral_director,
    params: { id },
    ...(body ? { body } : {}),
  });

describe('insurance assignments', () => {
  it('moves the assigned amount from the family to the insurer until it is denied', async () => {
    const { id } = await opened();
    const made = await assign(id);
    expect(made).toMatchObject({
      ...{ insurer_owes: '500.00', family_owes: '500.00' },
      assignments: [{ company: 'Homesteaders Life', policy_number: '****9087', status: 'assigned', amount: '500.00' }],
    });
    const assignmentId = firstOf(made);
    expect(
      await expected(ask('change', id, { assignmentId, body: { status: 'verified', amount: '450' } })),
    ).toMatchObject({
      ...{ insurer_owes: '450.00', family_owes: '550.00' },
    });
    await expected(ask('change', id, { assignmentId, body: { status: 'denied' } }));
    expect(await get(id)).toMatchObject({ insurer_owes: '0.00', family_owes: '1000.00' });
  });

  it('follows its payment: correction, void and reversal, but not a refund', async () => {
    const { id } = await opened();
    const assignmentId = firstOf(await assign(id));
    const payment = await byInsurer(id, '480.00');
    const settle = () => ask('change', id, { assignmentId, body: { payment: payment.id } });
    expect(await expected(settle())).toMatchObject({
      ...{ insurer_owes: '20.00', family_owes: '500.00' },
      assignments: [{ status: 'assigned', amount_received: '480.00', payment: payment.id }],
    });
    const refused = conflict(receivablesMessages.paid);
    expect(await ask('remove', id, { assignmentId })).toMatchObject(refused);
    const received = async () => (await get(id)).assignments[0];

    succeeded(await asDirector('update', payment.id, { amount: '500.00' }));
    expect(await received()).toMatchObject({ status: 'paid', amount_received: '500.00' });
    expect(await ask('change', id, { assignmentId, body: { status: 'denied' } })).toMatchObject(refused);
    const refund = succeeded(await asDirector('refund', payment.id, { amount: '90.00', reason: 'Paid too much' })).body;
    expect(await received()).toMatchObject({ status: 'paid', amount_received: '500.00' });
    expect(await get(id)).toMatchObject({ insurer_owes: '0.00', family_owes: '590.00' });
    succeeded(await asDirector('delete', String(refund.id)));
    expect(await received()).toMatchObject({ status: 'paid', amount_received: '500.00' });
    const again = succeeded(await asDirector('refund', payment.id, { amount: '90.00', reason: 'Too much' })).body;
    const reversal = succeeded(await asDirector('reverse', payment.id, { reason: 'The check bounced' })).body;
    expect(await received()).toMatchObject({ status: 'assigned', amount_received: '0.00', payment: null });
    expect(await get(id)).toMatchObject({ insurer_owes: '500.00' });
    succeeded(await asDirector('delete', String(again.id)));
    expect(await received()).toMatchObject({ status: 'assigned', amount_received: '0.00' });
    expect(await get(id)).toMatchObject({ insurer_owes: '500.00', family_owes: '500.00' });
    succeeded(await asDirector('delete', String(reversal.id)));
    expect(await received()).toMatchObject({ status: 'paid', amount_received: '500.00', payment: payment.id });
    expect(await harness.recount()).toEqual([]);
  });

  it('adds up several payments, and moves a denied rest to the family', async () => {
    const { id } = await opened();
    const assignmentId = firstOf(await assign(id));
    await expected(ask('change', id, { assignmentId, body: { status: 'verified' } }));
    const [first, second] = [await byInsurer(id, '300.00'), await byInsurer(id, '200.00')];
    const settle = (payment: string) => expected(ask('change', id, { assignmentId, body: { payment } }));
    expect(await settle(first.id)).toMatchObject({ insurer_owes: '200.00', assignments: [{ status: 'verified' }] });
    const denied = await expected(ask('change', id, { assignmentId, body: { status: 'denied' } }));
    expect(denied).toMatchObject({
      ...{ insurer_owes: '0.00', family_owes: '500.00', assignments: [{ amount_received: '300.00' }] },
    });
    await expected(ask('change', id, { assignmentId, body: { status: 'verified' } }));
    expect(await settle(second.id)).toMatchObject({ insurer_owes: '0.00', assignments: [{ status: 'paid' }] });
    succeeded(await asDirector('delete', first.id));
    expect(await get(id)).toMatchObject({
      ...{ insurer_owes: '300.00', assignments: [{ status: 'verified', amount_received: '200.00' }] },
    });
    expect(await harness.recount()).toEqual([]);
  });

  it('settles an assignment in the call that records its payment, or does neither', async () => {
    const { id } = await opened();
    const assignmentId = firstOf(await assign(id));
    const pay = (assignment: string) =>
      harness.call(areas.payments.record, {
        as: tenant.profiles.office_staff,
        body: examplePayment({ case: id, amount: '500.00', payment_method: 'insurance', assignment }),
      });
    expect(await pay('0190a000-0000-7000-8000-000000000009')).toMatchObject({ status: 404 });
    const payment = succeeded(await pay(assignmentId)).body;
    expect(await get(id)).toMatchObject({
      ...{ insurer_owes: '0.00', family_owes: '500.00' },
      assignments: [{ status: 'paid', amount_received: '500.00', payment: payment.id }],
    });
    expect(await pay(assignmentId)).toMatchObject(conflict(receivablesMessages.paid));
    const log = await harness.databaseOf(tenant.id).audit.of('CASE', id);
    const settled = log.find(({ action }) => action === 'assignment.changed');
    const recorded = log.find(({ action }) => action === 'payment.recorded');
    expect(recorded?.request_id).toBeDefined();
    expect([settled?.at, settled?.request_id]).toEqual([recorded?.at, recorded?.request_id]);
    expect(log.filter(({ action }) => action === 'payment.recorded')).toHaveLength(1);
    succeeded(await asDirector('delete', String(payment.id)));
    expect(await get(id)).toMatchObject({ insurer_owes: '500.00', assignments: [{ status: 'assigned' }] });
  });

  it('rejects payments that are of another case, void, returned or already used', async () => {
    const [{ id }, other] = [await opened(), await opened()];
    const [assignmentId, second] = [firstOf(await assign(id)), (await assign(id)).assignments[1]?.id ?? ''];
    const settleBy = (payment: string, by = assignmentId) => ask('change', id, { assignmentId: by, body: { payment } });
    const wrong = invalid({ payment: receivablesMessages.notItsPayment });
    expect(await settleBy((await byInsurer(other.id, '1.00')).id)).toMatchObject(wrong);
    const voided = await byInsurer(id, '500.00');
    succeeded(await asDirector('delete', voided.id));
    expect(await settleBy(voided.id)).toMatchObject(wrong);
    const payment = await byInsurer(id, '500.00');
    succeeded(await asDirector('refund', payment.id, { reason: 'The family had paid' }));
    expect(await expected(settleBy(payment.id))).toMatchObject({ assignments: [{ status: 'paid' }, {}] });
    const bounced = await byInsurer(id, '500.00');
    succeeded(await asDirector('reverse', bounced.id, { reason: 'The check bounced' }));
    expect(await settleBy(bounced.id, second)).toMatchObject(wrong);
    expect(await settleBy(payment.id, second)).toMatchObject({ body: { payment: [receivablesMessages.taken] } });
  });

  it('shows the policy number only to staff of the case, masked in lists and history', async () => {
    const { id } = await opened();
    const assignmentId = firstOf(await assign(id));
    const as = tenant.profiles.funeral_director;
    expect((await ask('policyNumber', id, { assignmentId })).status).toBe(403);
    const refused = (await cases.log(id)).filter(({ action }) => action === 'assignment.policy_number_refused');
    expect(refused).toMatchObject([{ actor_id: tenant.profiles.office_staff.id, changes: [] }]);
    expect(succeeded(await ask('policyNumber', id, { assignmentId, as })).body).toEqual({
      policy_number: 'POL-2231-9087',
    });
    const shown = (await cases.log(id)).filter(({ action }) => action === 'assignment.policy_number_revealed');
    expect(shown).toMatchObject([{ actor_id: as.id, changes: [{ field: 'insurance.company' }] }]);
    await expected(ask('change', id, { assignmentId, body: { policy_number: '****9087', notes: 'Called' } }));
    expect(succeeded(await ask('policyNumber', id, { assignmentId, as })).body).toEqual({
      policy_number: 'POL-2231-9087',
    });
    await expected(ask('change', id, { assignmentId, body: { policy_number: 'NEW-5555-9087' } }));
    await expected(ask('remove', id, { assignmentId }));
    const log = JSON.stringify(await cases.log(id));
    expect(log).toContain('insurance.policy_number');
    expect(log).not.toMatch(/2231|5555/);
  });

  it('validates all fields, and limits the assignments of a case', async () => {
    const { id } = await opened();
    expect(await ask('assign', id, { body: { amount: '0' } })).toMatchObject(
      invalid({ company: 'Insurance company is required', amount: 'Amount assigned must be a positive number' }),
    );
    for (let n = 0; n < maxAssignments; n++) await assign(id, { amount: '1.00' });
    expect(await ask('assign', id, { body: exampleAssignment() })).toMatchObject({
      ...{ status: 400, body: { non_field_errors: [receivablesMessages.tooMany] } },
    });
  });
});

describe('installments', () => {
  const plan = (...installments: [string, string][]) => ({
    body: { instalments: installments.map(([due_on, amount]) => ({ due_on, amount })) },
  });

  it('counts only the family’s later payments, the earliest installment first', async () => {
    const { id } = await opened();
    await recordPayment(harness, tenant, id, { amount: '100.00' });
    const assignmentId = firstOf(await assign(id));
    await expected(ask('setPlan', id, plan(['2026-03-01', '200'], ['2026-04-01', '200'])));
    await recordPayment(harness, tenant, id, { amount: '250.00' });
    const insurers = await byInsurer(id, '500.00');
    await expected(ask('change', id, { assignmentId, body: { payment: insurers.id } }));
    expect((await get(id)).instalments.map(({ amount_paid, status }) => [amount_paid, status])).toEqual([
      ['200.00', 'paid'],
      ['50.00', 'overdue'],
    ]);
    await expected(ask('setPlan', id, plan()));
    expect((await get(id)).instalments).toEqual([]);
  });

  it('rejects a plan above the family’s share, and sorts it by day', async () => {
    const { id } = await opened();
    await assign(id);
    const errors = async (...installments: [string, string][]) =>
      (await ask('setPlan', id, plan(...installments))).body;
    for (const day of ['0001-01-01', '1999-12-31', '9999-12-31'])
      expect(await errors([day, '100'])).toEqual({ instalments: [receivablesMessages.planDays] });
    expect(await errors(['2026-03-01', '500.01'])).toEqual({ instalments: [receivablesMessages.planTooMuch] });
    expect(await errors(['2026-03-01', '1'], ['2026-03-01', '1'])).toEqual({
      instalments: [receivablesMessages.planOrder],
    });
  });

  it('reports installments and insurers’ payments as due until they are paid', async () => {
    const other = await harness.addTenant('harbor-light');
    const own = casesOf(harness, other);
    const today = todayIn(other.home.time_zone, new Date());
    const [soon, late, far] = [
      await own.opened({ ...wholeCase, contract_total: '1000.00' }),
      await own.opened({ ...wholeCase, contract_total: '1000.00' }),
      await own.opened({ ...wholeCase, contract_total: '1000.00' }),
    ];
    const as = other.profiles.office_staff;
    const set = async (id: string, day: string) =>
      succeeded(await ask('setPlan', id, { as, ...plan([day, '300.00']) }));
    succeeded(await ask('assign', soon.id, { as, body: exampleAssignment({ expected_on: addDays(today, 7) }) }));
    await set(late.id, addDays(today, -3));
    await set(far.id, addDays(today, 8));
    const due = async () => {
      await harness.projected();
      const { body } = succeeded(await harness.call(rows.due, { as }));
      return (body.results as MoneyDue[]).map((row) => [row.case, row.due_on, row.amount, row.owed_by]);
    };
    expect(await due()).toEqual([
      [late.id, addDays(today, -3), '300.00', 'family'],
      [soon.id, addDays(today, 7), '500.00', 'insurer'],
    ]);
    await recordPayment(harness, other, late.id, { amount: '300.00' });
    succeeded(await own.cancel(soon.id));
    expect(await due()).toEqual([]);
  });
});
