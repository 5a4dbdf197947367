import { toDollars } from '#domain/shared/values/money.ts';
import {
  type AccountLine,
  centsOf,
  type Entity,
  type EntityType,
  type ItemLine,
  type LinkLine,
  type Ref,
  type Store,
} from './store.ts';

/** An amount that a transaction posts to an account, in cents: debit positive, credit negative. */
interface Posting {
  accountId: string;
  cents: number;
  date: string;
}

const postingTypes = ['Invoice', 'Payment', 'Purchase'] as const;

const accountOf = (
  store: Store,
  realm: string,
  wanted: { AccountType: string } | { AccountSubType: string },
): Entity | undefined =>
  store
    .entities(realm, 'Account')
    .find((entity) => Object.entries(wanted).every(([property, value]) => entity[property] === value));

const refValue = (ref: unknown): string => (ref as Ref | undefined)?.value ?? '';

const postingsOf = (store: Store, realm: string, type: EntityType, txn: Entity): Posting[] => {
  const date = String(txn.TxnDate);
  const receivable = accountOf(store, realm, { AccountType: 'Accounts Receivable' })?.Id ?? '';
  const at = (accountId: string, cents: number): Posting => ({ accountId, cents, date });
  const income = itemLines(txn).map(({ Amount, SalesItemLineDetail: { ItemRef } }) =>
    at(refValue(store.entity(realm, 'Item', ItemRef.value)?.IncomeAccountRef), -centsOf(Amount)),
  );
  const total = centsOf(txn.TotalAmt);
  if (type === 'Invoice') return [at(receivable, total), ...income];
  const bank =
    refValue(txn.DepositToAccountRef) || accountOf(store, realm, { AccountSubType: 'UndepositedFunds' })?.Id || '';
  if (type === 'Payment') return [at(bank, total), at(receivable, -total)];
  const lines = (txn.Line ?? []) as AccountLine[];
  return [
    at(refValue(txn.AccountRef), -total),
    ...lines.map((line) => at(line.AccountBasedExpenseLineDetail.AccountRef.value, centsOf(line.Amount))),
  ];
};

export const itemLines = (txn: Entity): ItemLine[] =>
  ((txn.Line ?? []) as ItemLine[]).filter(({ DetailType }) => DetailType === 'SalesItemLineDetail');

const linksOf = (payment: Entity): { amount: number; TxnId: string; TxnType: string }[] =>
  ((payment.Line ?? []) as LinkLine[]).flatMap(({ Amount, LinkedTxn }) =>
    LinkedTxn.map((link) => ({ ...link, amount: centsOf(Amount) })),
  );

/** Returns the cents paid of an invoice; `but` omits one payment. */
export const paidOf = (store: Store, realm: string, invoiceId: string, but?: string): number =>
  store
    .entities(realm, 'Payment')
    .filter(({ Id }) => Id !== but)
    .flatMap(linksOf)
    .filter(({ TxnId, TxnType }) => TxnType === 'Invoice' && TxnId === invoiceId)
    .reduce((sum, { amount }) => sum + amount, 0);

export const appliedOf = (payment: Entity): number => linksOf(payment).reduce((sum, { amount }) => sum + amount, 0);

/** Returns a customer's balance in cents: all postings to receivables under its name. */
export const customerBalance = (store: Store, realm: string, customerId: string): number => {
  const sum = (type: EntityType, sign: number): number =>
    store
      .entities(realm, type)
      .filter(({ CustomerRef }) => refValue(CustomerRef) === customerId)
      .reduce((total, { TotalAmt }) => total + sign * centsOf(TotalAmt), 0);
  const receivable = accountOf(store, realm, { AccountType: 'Accounts Receivable' })?.Id;
  const returned = store
    .entities(realm, 'Purchase')
    .filter(({ EntityRef }) => refValue(EntityRef) === customerId)
    .flatMap(({ Line }) => Line as AccountLine[])
    .filter((line) => line.AccountBasedExpenseLineDetail.AccountRef.value === receivable)
    .reduce((total, { Amount }) => total + centsOf(Amount), 0);
  return sum('Invoice', 1) + sum('Payment', -1) + returned;
};

export const allPostings = (store: Store, realm: string, from = '', to = '9999-12-31'): Posting[] =>
  postingTypes.flatMap((type) =>
    store
      .entities(realm, type)
      .filter(({ TxnDate }) => String(TxnDate) >= from && String(TxnDate) <= to)
      .flatMap((txn) => postingsOf(store, realm, type, txn)),
  );

const creditSide = new Set(['Revenue', 'Liability', 'Equity']);

export const presented = (store: Store, realm: string, type: EntityType, entity: Entity): Entity => {
  const read = { domain: 'QBO', sparse: false, ...entity };
  if (type === 'Customer') return { ...read, Balance: toDollars(customerBalance(store, realm, entity.Id)) };
  if (type === 'Invoice')
    return { ...read, Balance: toDollars(centsOf(entity.TotalAmt) - paidOf(store, realm, entity.Id)) };
  if (type === 'Payment') return { ...read, UnappliedAmt: toDollars(centsOf(entity.TotalAmt) - appliedOf(entity)) };
  if (type === 'Account') {
    const sum = allPostings(store, realm)
      .filter(({ accountId }) => accountId === entity.Id)
      .reduce((total, { cents }) => total + cents, 0);
    return { ...read, CurrentBalance: toDollars(creditSide.has(String(entity.Classification)) ? -sum : sum) };
  }
  return read;
};
