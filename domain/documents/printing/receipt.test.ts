import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMoney } from '#domain/shared/values/money.ts';
import type { Paper } from './paper.ts';
import {
  depositReceiptFileName,
  depositReceiptPaper,
  type EntryOnPaper,
  receiptFileName,
  receiptPaper,
} from './receipt.ts';
import { wordsOf } from './testing/paper-words.ts';

const home = {
  ...{ name: 'Whitcomb & Ames', phone: '6175550100', license_number: 'FE-1234', time_zone: 'America/New_York' },
  ...{ address: '12 Elm Street', city: 'Boston', state: 'MA', zip_code: '02134' },
};
const about = { case_number: 'WA-2026-0042', deceased_name: 'Zdzisław Żółkiewski', contractTotal: 500_000 };
const receiptOf = (one: EntryOnPaper, ledger: readonly EntryOnPaper[] = [one]) =>
  receiptPaper(one, about, home, ledger);
const entry = (changes: Partial<EntryOnPaper> = {}): EntryOnPaper => ({
  ...{ id: '1', kind: 'payment', status: 'recorded', receipt_number: 'WA-R-2026-0007', payment_date: '2026-11-20' },
  ...{ received_from: 'Nguyễn Thị Thảo', amount_cents: 125_000, payment_for: 'Deposit' },
  ...{ payment_method: 'check', other_method_description: '', check_number_masked: '****4821' },
  ...{ created_at: '2026-11-20T15:04:05.000Z', updated_at: '2026-11-20T15:04:05.000Z' },
  ...{ created_by_name: 'Dana Director', void_reason: null, refund_of: null },
  ...changes,
});
const facts = ({ parts }: Pick<Paper, 'parts'>): Record<string, string> =>
  Object.fromEntries(
    parts.flatMap((part) => (part.kind === 'facts' ? part.facts.map(({ label, value }) => [label, value]) : [])),
  );
const textOfPaper = ({ parts }: Paper): string => parts.flatMap(wordsOf).join('\n');

describe('receiptPaper', () => {
  it('prints payer, amount, method, purpose and deceased', () => {
    const paper = receiptOf(entry());
    expect(paper.title).toBe('Receipt WA-R-2026-0007');
    const address = '12 Elm Street, Boston, MA 02134';
    expect(paper.letterhead).toEqual(['Whitcomb & Ames', address, '(617) 555-0100 · License FE-1234']);
    expect(facts(paper)).toEqual({
      ...{ Date: 'Nov 20, 2026', 'Received from': 'Nguyễn Thị Thảo', 'Amount received': '$1,250.00' },
      ...{ Method: 'Check, no. ****4821', For: 'Deposit', Deceased: 'Zdzisław Żółkiewski' },
      ...{ 'Case number': 'WA-2026-0042', 'Contract total': '$5,000.00', 'Balance due': '$3,750.00' },
      'Recorded by': 'Dana Director',
    });
  });

  it('says that money went back, and says first that an entry is void', () => {
    const back = receiptOf(entry({ kind: 'refund', amount_cents: -5000, payment_method: 'cash' }));
    expect(back.title).toBe('Refund receipt WA-R-2026-0007');
    expect(facts(back)).toMatchObject({
      'Amount refunded': '$50.00',
      'Refunded to': 'Nguyễn Thị Thảo',
      Method: 'Cash',
    });
    const byCard = { payment_method: 'other', other_method_description: 'Credit card' } as const;
    expect(facts(receiptOf(entry(byCard)))).toMatchObject({ Method: 'Credit card' });
    const [first] = receiptOf(entry({ status: 'voided', void_reason: 'Entered twice.' })).parts;
    expect(first).toEqual({ kind: 'text', strong: true, text: 'VOID: this receipt is void. Entered twice.' });
  });

  it('prints the balance after it, and says that a returned check does not count', () => {
    const check = entry({ amount_cents: 500_000, receipt_number: 'WA-R-2026-0006' });
    const of1 = { refund_of: '1', payment_date: '2026-11-21' };
    const refund = entry({ ...of1, id: '2', kind: 'refund', amount_cents: -10_000 });
    const returned = entry({
      ...{ id: '3', kind: 'reversal', amount_cents: -500_000, refund_of: '1', payment_date: '2026-11-22' },
      payment_for: 'Insufficient funds',
    });
    const ledger = [check, refund, returned];
    expect(facts(receiptOf(check, [check]))).toMatchObject({ 'Paid in Full': '$0.00' });
    expect(Object.keys(facts(receiptOf(check, ledger)))).not.toContain('Paid in Full');
    const of = { 'Original receipt': 'WA-R-2026-0006' };
    expect(facts(receiptOf(refund, ledger))).toMatchObject({ ...of, 'Balance due': '$100.00' });
    expect(facts(receiptOf(returned, ledger))).toMatchObject({
      ...of,
      'Balance due': '$5,100.00',
      Reason: 'Insufficient funds',
    });
    expect(receiptOf(returned, ledger).title).toBe('Returned check WA-R-2026-0007');
    const text = 'Returned by the bank on Nov 22, 2026: this payment does not count. Insufficient funds';
    expect(receiptOf(check, ledger).parts[0]).toEqual({ kind: 'text', strong: true, text });
  });

  it("prints the day of a correction in the home's time zone", () => {
    const [first] = receiptOf(entry({ corrected_at: '2026-11-22T02:00:00.000Z' })).parts;
    expect(first).toEqual({ kind: 'text', text: 'Corrected on Nov 21, 2026' });
    expect(textOfPaper(receiptOf(entry({ updated_at: '2026-11-22T02:00:00.000Z' })))).not.toContain('Corrected');
  });

  it('gets a file name that every system accepts', () => {
    expect(receiptFileName('WA-R-2026-0007')).toBe('receipt_WA-R-2026-0007.pdf');
    expect(depositReceiptFileName('WA/2026 №7')).toBe('deposit_receipt_WA_2026_No7.pdf');
  });
});

describe('depositReceiptPaper', () => {
  const anEntry = fc.record({
    status: fc.constantFrom('recorded' as const, 'voided' as const),
    amount_cents: fc.integer({ min: -100_000, max: 1_000_000 }),
    payment_date: fc.constantFrom('2026-01-31', '2026-02-28', '2026-03-01'),
  });

  it('adds up the valid entries and prints the balance of the contract', () => {
    fc.assert(
      fc.property(
        fc.array(anEntry, { maxLength: 12 }),
        fc.integer({ min: 0, max: 5_000_000 }),
        (some, contractTotal) => {
          const entries = some.map((one, at) => entry({ ...one, id: String(at), receipt_number: `R-${at}` }));
          const of = { ...about, contractTotal, updatedAt: '2026-11-20T15:04:05.000Z' };
          const paper = depositReceiptPaper(entries, of, home);
          const recorded = some.filter(({ status }) => status === 'recorded');
          const paid = recorded.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
          const table = paper.parts.find((part) => part.kind === 'table');
          expect(table?.rows.length ?? 0).toBe(recorded.length);
          if (table) expect(table.sums).toEqual([['Total received', '', '', '', '', formatMoney(paid)]]);
          const due = contractTotal - paid;
          const label = due > 0 ? 'Balance due' : due < 0 ? 'Overpayment' : 'Paid in Full';
          if (contractTotal > 0) expect(facts(paper)).toMatchObject({ [label]: formatMoney(Math.abs(due)) });
          else expect(Object.keys(facts(paper))).not.toContain('Contract total');
        },
      ),
    );
  });

  it('changes only when an entry changes', () => {
    const of = { ...about, contractTotal: 0, updatedAt: '2026-11-01T00:00:00.000Z' };
    const made = (changes: Partial<EntryOnPaper>) => depositReceiptPaper([entry(changes)], of, home);
    expect(made({})).toEqual(made({}));
    expect(made({ updated_at: '2026-11-21T00:00:00.000Z' }).asOf).toBe('2026-11-21T00:00:00.000Z');
  });
});
