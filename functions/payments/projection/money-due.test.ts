import { describe, expect, it } from 'vitest';
import { keysOf } from '#functions/platform/store/keys.ts';
import { viewsOfRow } from '#functions/platform/store/lists/list-definition.ts';
import { moneyDueProjection } from './payments.ts';

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
const projected = (changes: object = {}) => moneyDueProjection.project(keysOf('org'), 'case-1', [caseRecord(changes)]);
const dueOf = (changes: object) => projected(changes)?.row;

describe('moneyDueProjection', () => {
  it('shows a case’s earliest day, amount and debtor, without search words', () => {
    expect(projected()).toEqual({
      row: {
        ...{ id: 'case-1', funeral_home_id: 'home-1' },
        ...{ due_on: '2026-04-01', amount_cents: 50_001, owed_by: 'family' },
      },
      order: '2026-04-01',
      tokens: [],
    });
  });

  it('sorts by day, for all locations and for each', () => {
    expect(viewsOfRow(moneyDueProjection.list, 'case-1', projected()?.row ?? {})).toEqual([
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
    expect(projected({ status: 'cancelled' })).toBeUndefined();
    expect(moneyDueProjection.project(keysOf('org'), 'case-1', [])).toBeUndefined();
  });

  it('lists no case without a due day', () => {
    const only = (changes: object) => ({ money_to_come: { assignments: [insurer(changes)], plan: null } });
    expect(projected({ money_to_come: undefined })).toBeUndefined();
    expect(projected(only({ expected_on: null }))).toBeUndefined();
    expect(projected(only({ status: 'denied' }))).toBeUndefined();
    expect(projected({ paid_cents: 200_001, money_to_come: { assignments: [], plan } })).toBeUndefined();
  });
});
