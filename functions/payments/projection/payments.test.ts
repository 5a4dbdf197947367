import { describe, expect, it } from 'vitest';
import { keysOf } from '#functions/platform/store/keys.ts';
import { viewsOfRow } from '#functions/platform/store/lists/list-definition.ts';
import { sortedJson } from '#functions/platform/store/sorted-json.ts';
import { byFigure } from '#functions/reports/repository/figures.ts';
import { moneyDueProjection, paymentProjection } from './payments.ts';

/** A check of the last evening of March in Missouri, which is April in UTC. */
const payment = (changes: object = {}) => ({
  ...{ pk: 'T#org#PAYMENT#payment-1', sk: 'PAYMENT', shape: 1 },
  ...{ id: 'payment-1', organization_id: 'org', version: 1, case_id: 'case-1', case_number: 'WA-2026-0001' },
  ...{ deceased_name: 'Mary O’Neill', funeral_home_id: 'home-1', kind: 'payment', status: 'recorded' },
  ...{ receipt_number: 'WA-R-2026-0007', payment_date: '2026-03-31', received_from: 'José Núñez' },
  ...{ amount_cents: 125_050, payment_method: 'check', other_method_description: '' },
  ...{ check_number_id: 'sealed-1', check_number_masked: '••••4411', payment_for: 'Deposit', notes: 'By email' },
  ...{ refund_of: null, returned_cents: 0 },
  ...{ created_at: '2026-04-01T04:30:00.000Z', updated_at: '2026-04-09T15:00:00.000Z', created_by_name: null },
  ...{ voided_at: null, voided_by_name: null, void_reason: null, ...changes },
});
const projected = (changes: object = {}) => paymentProjection.project(keysOf('org'), 'payment-1', [payment(changes)]);

const refund = {
  ...{ kind: 'refund', amount_cents: -20_025, payment_method: 'cash', refund_of: 'payment-0' },
  ...{ check_number_id: null, check_number_masked: '' },
};
const voided = {
  ...{ status: 'voided', voided_at: '2026-04-02T15:00:00.000Z', voided_by_name: null, void_reason: 'Bounced' },
};

describe('paymentsProjection', () => {
  it('creates a row without the check number', () => {
    expect(projected()?.row).toEqual({
      ...{ id: 'payment-1', case_id: 'case-1', funeral_home_id: 'home-1', kind: 'payment', status: 'recorded' },
      ...{ payment_date: '2026-03-31', created_at: '2026-04-01T04:30:00.000Z' },
      ...{ amount_cents: 125_050, payment_method: 'check' },
    });
  });

  it('sorts by day of payment, then entry: all and by location', () => {
    const place = '2026-03-31 2026-04-01T04:30:00.000Z';
    expect(projected()?.order).toBe(place);
    expect(viewsOfRow(paymentProjection.list, 'payment-1', projected()?.row ?? {})).toEqual([
      { index: 'gsi1', view: 'date', key: `${place}#payment-1` },
      { index: 'gsi2', view: 'date&home=home-1', key: `${place}#payment-1` },
    ]);
  });

  it('finds a payment by payer, purpose, receipt and case, ignoring accents', () => {
    const tokens = ['jose', 'nunez', 'mary', 'oneill', 'wa', '2026', '0007', '0001', 'neill'];
    expect(projected()).toMatchObject({ tokens, tested: ['r'] });
    expect(projected({ deceased_name: '' })?.tokens).toEqual(['jose', 'nunez', 'wa', '2026', '0007', '0001']);
  });

  it('counts a payment on its day at the location and in that month’s sum', () => {
    const add = {
      ...{ net: 125_050, n: 1, received: 125_050, 'n.received': 1 },
      ...{ 'method.check': 125_050, 'n.method.check': 1 },
    };
    const { copies, addends, shared } = projected() ?? {};
    expect(copies).toEqual([
      {
        ...{ pk: 'T#org#FACT#money#home-1', sk: 'FACT#2026-03-31#PAYMENT#payment-1', shape: 2 },
        ...{ group: 'money', home_id: 'home-1', day: '2026-03-31', add: sortedJson(add) },
        ...{ case_id: 'case-1', title: 'José Núñez', detail: 'WA-R-2026-0007' },
      },
    ]);
    expect(addends).toEqual([{ key: { pk: 'T#org#MONTHSUMS#home-1', sk: '2026-03' }, add: byFigure('money', add) }]);
    expect(shared).toBeUndefined();
  });

  it('subtracts a refund from its own day and method', () => {
    const { row, copies, addends } = projected(refund) ?? {};
    const add = {
      ...{ net: -20_025, n: 1, returned: 20_025, 'n.returned': 1 },
      ...{ 'method.cash': -20_025, 'n.method.cash': 1 },
    };
    expect(row).toMatchObject({ kind: 'refund', amount_cents: -20_025, payment_method: 'cash' });
    expect(copies).toMatchObject([{ sk: 'FACT#2026-03-31#PAYMENT#payment-1', add: sortedJson(add) }]);
    expect(addends).toMatchObject([{ add: byFigure('money', add) }]);
  });

  it('lists a voided payment but counts it nowhere', () => {
    const { row, tokens, copies, addends } = projected(voided) ?? {};
    expect(row).toMatchObject({ status: 'voided', amount_cents: 125_050 });
    expect(tokens).toContain('nunez');
    expect({ copies, addends }).toEqual({ copies: [], addends: [] });
    expect(projected({ ...refund, ...voided })).toMatchObject({ copies: [], addends: [] });
  });

  it('creates nothing for a deleted payment', () => {
    expect(paymentProjection.project(keysOf('org'), 'payment-1', [])).toBeUndefined();
  });
});

const insurer = (changes: object = {}) => ({
  ...{ id: 'assignment-1', company: 'Harbor Life', policy_number: 'HL-1', amount_cents: 250_000, contact_phone: '' },
  ...{ expected_on: '2026-04-15', notes: '', status: 'assigned', payment_id: null, received_cents: 0 },
  ...{ updated_at: '2026-03-02T15:00:00.000Z', updated_by_name: null, ...changes },
});
/** The family had paid $1,000.00 when the plan was created. */
const plan = {
  instalments: [
    { due_on: '2026-04-01', amount_cents: 50_001 },
    { due_on: '2026-05-01', amount_cents: 50_000 },
  ],
  ...{ paid_before_cents: 100_000, made_at: '2026-03-02T15:00:00.000Z', made_by_name: null },
};

const caseRecord = (changes: object = {}) => ({
  ...{ pk: 'T#org#CASE#case-1', sk: 'CASE', shape: 1 },
  ...{ id: 'case-1', organization_id: 'org', case_number: 'WA-2026-0001', status: 'active', version: 1 },
  ...{ created_at: '2026-03-02T14:00:00.000Z', updated_at: '2026-03-02T14:00:00.000Z', created_by_name: null },
  ...{ funeral_home_id: 'home-1', source_submission_id: null, ssn_id: null, ssn_last4: null },
  ...{ paid_cents: 100_000, money_to_come: { assignments: [insurer()], plan }, ...changes },
});
const moneyDue = (changes: object = {}) => moneyDueProjection.project(keysOf('org'), 'case-1', [caseRecord(changes)]);
const dueOf = (changes: object) => moneyDue(changes)?.row;

describe('moneyDueProjection', () => {
  it('shows a case’s earliest day, amount and debtor, without search words', () => {
    expect(moneyDue()).toEqual({
      row: {
        ...{ id: 'case-1', funeral_home_id: 'home-1' },
        ...{ due_on: '2026-04-01', amount_cents: 50_001, owed_by: 'family' },
      },
      order: '2026-04-01',
      tokens: [],
    });
  });

  it('sorts by day, for all locations and for each', () => {
    expect(viewsOfRow(moneyDueProjection.list, 'case-1', moneyDue()?.row ?? {})).toEqual([
      { index: 'gsi1', view: 'due', key: '2026-04-01#case-1' },
      { index: 'gsi2', view: 'due&home=home-1', key: '2026-04-01#case-1' },
    ]);
  });

  it('does not count an insurer’s payment as the family’s', () => {
    const paid = insurer({ status: 'paid', payment_id: 'payment-1', received_cents: 250_000 });
    const assignments = [paid, insurer({ id: 'assignment-2', status: 'verified', expected_on: '2026-04-20' })];
    expect(dueOf({ paid_cents: 350_000, money_to_come: { assignments, plan } })).toMatchObject({
      ...{ due_on: '2026-04-01', amount_cents: 50_001, owed_by: 'family' },
    });
    expect(dueOf({ paid_cents: 400_001, money_to_come: { assignments, plan } })).toMatchObject({
      ...{ due_on: '2026-04-20', amount_cents: 250_000, owed_by: 'insurer' },
    });
  });

  it('lists completed cases and drafts with receivables', () => {
    for (const status of ['draft', 'completed']) expect(dueOf({ status })).toMatchObject({ due_on: '2026-04-01' });
  });

  it('lists no cancelled or deleted case', () => {
    expect(moneyDue({ status: 'cancelled' })).toBeUndefined();
    expect(moneyDueProjection.project(keysOf('org'), 'case-1', [])).toBeUndefined();
  });

  it('lists no case without a due day', () => {
    const only = (changes: object) => ({ money_to_come: { assignments: [insurer(changes)], plan: null } });
    expect(moneyDue({ money_to_come: undefined })).toBeUndefined();
    expect(moneyDue(only({ expected_on: null }))).toBeUndefined();
    expect(moneyDue(only({ status: 'denied' }))).toBeUndefined();
    expect(moneyDue({ paid_cents: 200_001, money_to_come: { assignments: [], plan } })).toBeUndefined();
  });
});
