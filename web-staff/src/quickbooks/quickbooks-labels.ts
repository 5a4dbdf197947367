import type { TaxTreatment } from '#domain/quickbooks/accounting-documents.ts';
import type { AccountPurpose } from '#domain/quickbooks/accounting-parts.ts';
import type { PostingKind } from '#domain/quickbooks/postings.ts';
import { formatMoney, parseMoney } from '#domain/shared/values/money.ts';

/** What each account that is no income is for. */
export const purposeLabels: Record<AccountPurpose, string> = {
  deposit: 'Money received goes to',
  receivable: 'What families owe',
  refund: 'Money given back comes from',
};

export const taxLabels: Record<TaxTreatment, string> = {
  own_line: 'As on the Statement, in a line of its own',
  quickbooks: 'Merchandise is taxable, and QuickBooks works the tax out',
};

/** One record of each kind, as a bookkeeper calls it; and several. */
export const kindLabels: Record<PostingKind, string> = {
  customer: 'Customer',
  invoice: 'Invoice',
  payment: 'Payment',
  money_back: 'Money given back',
};
export const kindsLabels: Record<PostingKind, string> = {
  ...kindLabels,
  customer: 'Customers',
  invoice: 'Invoices',
  payment: 'Payments',
};

/** An amount of the wire for people. */
export const dollars = (amount: string): string => formatMoney(parseMoney(amount) ?? 0);

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
