import { paymentIdInNote } from '#domain/quickbooks/accounting-documents.ts';
import { numbersThere } from '#domain/quickbooks/quickbooks-doc-number.ts';
import { type QuickBooksRecord, quoted } from '#domain/quickbooks/quickbooks-records.ts';
import type { OurEntry, TheirEntry } from '#domain/quickbooks/reconciliation.ts';
import { parseMoney } from '#domain/shared/values/money.ts';
import type { PaymentRecord, Payments } from '#functions/payments/repository/payments.ts';
import type { QuickBooksCompany } from '#functions/quickbooks/client/quickbooks.ts';

/** More than are received in a month. */
const maxEntries = 20_000;
/** So many receipt numbers are looked for outside the month, and so many by one question. */
const maxLookedFor = 200;
const askedAtOnce = 40;

const cents = (dollars: number) => parseMoney(dollars) ?? 0;

const paymentEntry = (one: QuickBooksRecord<'Payment'>): TheirEntry => ({
  ...{ id: `Payment ${one.Id}`, ourId: paymentIdInNote(one.PrivateNote), reference: one.PaymentRefNum ?? '' },
  ...{ date: one.TxnDate, amount: cents(one.TotalAmt), who: one.CustomerRef.name ?? '' },
});
const purchaseEntry = (one: QuickBooksRecord<'Purchase'>): TheirEntry => ({
  ...{ id: `Purchase ${one.Id}`, ourId: paymentIdInNote(one.PrivateNote), reference: one.DocNumber ?? '' },
  ...{ date: one.TxnDate, amount: -cents(one.TotalAmt) || 0, who: one.EntityRef?.name ?? '' },
});
/** Bills and wages are no business of ours: of what was spent, what went to customers is. */
const isMoneyBack = ({ EntityRef, PrivateNote }: QuickBooksRecord<'Purchase'>): boolean =>
  EntityRef?.type === 'Customer' || paymentIdInNote(PrivateNote) !== null;

/** What a company's books have of some days: received from customers, and given back to them. */
export const quickBooksEntries = async (
  company: QuickBooksCompany,
  from: string,
  to: string,
): Promise<TheirEntry[]> => {
  const days = `TxnDate >= '${from}' AND TxnDate <= '${to}'`;
  const payments = await company.all('Payment', days);
  const purchases = await company.all('Purchase', days);
  return [...payments.map(paymentEntry), ...purchases.filter(isMoneyBack).map(purchaseEntry)];
};

/** The same by receipt numbers, of whichever day. */
export const quickBooksEntriesByNumber = async (
  company: QuickBooksCompany,
  receiptNumbers: readonly string[],
): Promise<TheirEntry[]> => {
  const numbers = [...new Set(receiptNumbers.flatMap(numbersThere))];
  const found: TheirEntry[] = [];
  for (let at = 0; at < Math.min(numbers.length, maxLookedFor); at += askedAtOnce) {
    const asked = numbers.slice(at, at + askedAtOnce).map(quoted);
    const these = asked.join(', ');
    const payments = await company.all('Payment', `PaymentRefNum IN (${these})`);
    const purchases = await company.all('Purchase', `DocNumber IN (${these})`);
    found.push(...payments.map(paymentEntry), ...purchases.filter(isMoneyBack).map(purchaseEntry));
  }
  return found;
};

/** An entry of our ledger as it is compared. */
export const ourEntry = (record: PaymentRecord): OurEntry => ({
  ...{ id: record.id, receipt_number: record.receipt_number, date: record.payment_date },
  ...{ amount: record.amount_cents, isVoided: record.status === 'voided', who: record.received_from },
});

/** What our ledger has of some days, of all homes; with what was voided. */
export const ledgerRecords = async (
  payments: Pick<Payments, 'rows' | 'findAll'>,
  from: string,
  to: string,
): Promise<PaymentRecord[]> => {
  const { rows } = await payments.rows({ from, to }, maxEntries);
  return payments.findAll(rows.map(({ id }) => id));
};
