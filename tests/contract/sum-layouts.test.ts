import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Fact } from '#domain/insight/fact.ts';
import { type CountedCase, factsOfCase } from '#domain/insight/facts-of-case.ts';
import { type CountedPayment, factsOfPayment } from '#domain/insight/facts-of-payment.ts';
import { type CountedSubmission, factsOfSubmission } from '#domain/insight/facts-of-submission.ts';
import { sumLayout } from '#domain/insight/sum-layout.ts';
import { keptFacts } from '#functions/records/insight/facts.ts';
import { keysOf } from '#functions/store/keys.ts';
import { sortedJson } from '#functions/store/sorted-json.ts';
import type { Key } from '#functions/store/table.ts';

/** Everything that a fact can measure. */
const sold: CountedCase = {
  ...{ id: 'sold', case_number: 'WA-2026-0001', funeral_home_id: 'home', status: 'active', opened_on: '2025-12-31' },
  ...{ created_by_id: 'ann', created_by_name: 'Ann Lindqvist', paid_cents: 10_000, received_on: ['2026-03-19'] },
  assignments: [
    { status: 'assigned', amount_cents: 100_000, id: 'policy', received_cents: 0, expected_on: '2026-04-01' },
  ],
  sections: {
    deceased: { deceased_first_name: 'Walter', deceased_last_name: 'Nowak' },
    service: { service_type: 'graveside' },
    innerOffice: { first_call_received_at: '2026-03-01T23:30' },
    deathCertificate: { dc_county_completed: true, dc_county_completed_date: '2026-03-17' },
    financial: { contract_total: '9000.00' },
    servicesFees: {
      ...{ date_of_statement: '2026-03-05', hearse_fee: '400.00', casket_fee: '2500.00', sales_tax: '12.34' },
      ...{ clergy_fee: '120.00', death_certificate_fee_each: '25.00', death_certificate_copies: 4 },
      fee_details: [{ fee: 'casket_fee', price_list: 'casket', price_list_version: 'v1', price_list_item: 'oak' }],
      fee_lines: [{ id: 'one', kind: 'discount', name: 'Veterans', amount: '100.00' }],
    },
  },
};
const { deathCertificate: _, ...fewer } = sold.sections;
/** Paid beyond its contract. */
const held: CountedCase = { ...sold, id: 'held', paid_cents: 1_000_000, assignments: [], sections: fewer };
const cancelled: CountedCase = { ...sold, id: 'cancelled', status: 'cancelled' };
/** Brought along from elsewhere, with more than one line of a kind, and little else. */
const line = (id: string, kind: string, amount: string) => ({ id, kind, name: `Line ${id}`, amount });
const broughtIn: CountedCase = {
  ...{ ...sold, id: 'brought-in', status: 'completed', created_by_id: null, created_by_name: null, received_on: [] },
  ...{ paid_cents: 0, assignments: [] },
  sections: {
    financial: { contract_total: '700.00' },
    burialFees: { burial_fees_handling: 'billed', open_closing_fee: '300.00', additional_fees: '50.00' },
    servicesFees: {
      fee_lines: [
        ...[line('one', 'service', '200.00'), line('two', 'service', '50.00'), line('free', 'merchandise', '0.00')],
        ...[line('three', 'package', '100.00'), line('four', 'discount', '100.00')],
      ],
      cash_advances: [{ id: 'five', name: 'Doves', amount: '25.00' }],
    },
  },
};

const payment: CountedPayment = {
  ...{ case_id: 'sold', funeral_home_id: 'home', kind: 'payment', status: 'recorded', payment_date: '2026-03-11' },
  ...{ payment_method: 'check', amount_cents: 10_000, received_from: 'Ann Nowak', receipt_number: 'WA-R-2026-0001' },
};
const report: CountedSubmission = {
  ...{ id: 'report', funeral_home_id: 'home', reference: 'WA-7KQ', status: 'converted', case_id: 'sold' },
  ...{ received_on: '2026-02-28', title: 'Walter Nowak' },
};

const examples: readonly (readonly [string, readonly Fact[]])[] = [
  ...[sold, held, cancelled, broughtIn].map((kase) => [kase.id, factsOfCase(kase)] as const),
  ['payment', factsOfPayment(payment)],
  ['refund', factsOfPayment({ ...payment, kind: 'refund', amount_cents: -2_500 })],
  ['report', factsOfSubmission(report)],
];

/** What is stored of some records beside them, a line each: their facts, and what these add to sums. */
const stored = (): string[] =>
  examples.flatMap(([name, facts]) => {
    const { copies, addends } = keptFacts(keysOf('o'), 'RECORD', name, facts);
    const line = ({ pk, sk }: Key, what: object) => `${name}: ${pk} | ${sk} ${sortedJson(what)}`;
    return [
      ...copies.map(({ pk, sk, ...fact }) => line({ pk, sk }, fact)),
      ...addends.map(({ key, ...added }) => line(key, added)),
    ];
  });

/**
 * A layout is kept as it was. What differs from it is another one: raise `sumLayout`, and this test keeps that. The file of one that
 * no release has had is deleted, and made anew.
 */
it('R-18 sums that are kept otherwise have another layout, so that a reindex is due', async () => {
  const kept = new URL(`sum-layouts/${sumLayout}.txt`, import.meta.url);
  await expect(`${stored().sort().join('\n')}\n`).toMatchFileSnapshot(fileURLToPath(kept));
});
