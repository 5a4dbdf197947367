import * as z from 'zod';
import { cut } from '#domain/shared/values/text.ts';

/** Texts of theirs are kept and shown: none is ever longer than what QuickBooks itself takes. */
const text = (longest = 500) => z.string().transform((value) => cut(value, longest));
/** Ids are digits as text. */
const id = z.string().max(50);

/** A reference to another record by its id. */
export const QuickBooksRef = z.object({ value: id, name: text().optional() });
export type QuickBooksRef = z.output<typeof QuickBooksRef>;

const record = { Id: id, SyncToken: id, Active: z.boolean().optional() };
/** Dollars as a number, as QuickBooks has all amounts. */
const amount = z.number();
const transaction = {
  ...record,
  TxnDate: text(),
  TotalAmt: amount.default(0),
  DocNumber: text().optional(),
  PrivateNote: text(4000).optional(),
};

/** What is read of QuickBooks' records; whatever else they carry is left out. */
export const quickBooksRecords = {
  Account: z.object({
    ...record,
    Name: text(),
    AcctNum: text().optional(),
    AccountType: text(),
    AccountSubType: text().optional(),
    Classification: text().optional(),
    CurrentBalance: amount.default(0),
  }),
  Item: z.object({ ...record, Name: text(), Type: text(), IncomeAccountRef: QuickBooksRef.optional() }),
  Class: z.object({ ...record, Name: text() }),
  PaymentMethod: z.object({ ...record, Name: text() }),
  Customer: z.object({
    ...record,
    DisplayName: text(),
    Notes: text(4000).optional(),
    Balance: amount.default(0),
  }),
  Invoice: z.object({ ...transaction, CustomerRef: QuickBooksRef, DueDate: text().optional(), Balance: amount }),
  Payment: z.object({
    ...transaction,
    CustomerRef: QuickBooksRef,
    PaymentRefNum: text().optional(),
    UnappliedAmt: amount.default(0),
  }),
  Purchase: z.object({ ...transaction, EntityRef: QuickBooksRef.extend({ type: z.string().optional() }).optional() }),
} as const;
export type QuickBooksType = keyof typeof quickBooksRecords;
export type QuickBooksRecord<T extends QuickBooksType> = z.output<(typeof quickBooksRecords)[T]>;

export const CompanyInfo = z.object({ CompanyName: text(), Country: text().optional() });
export type CompanyInfo = z.output<typeof CompanyInfo>;

interface Ref {
  value: string;
}

/** What is sent of each kind of record. */
export interface QuickBooksBodies {
  Customer: {
    DisplayName: string;
    GivenName?: string;
    FamilyName?: string;
    Suffix?: string;
    PrimaryEmailAddr?: { Address: string };
    PrimaryPhone?: { FreeFormNumber: string };
    BillAddr?: { Line1: string };
    Notes: string;
  };
  Item: { Name: string; Type: 'Service'; IncomeAccountRef: Ref; Taxable: boolean };
  Class: { Name: string };
  PaymentMethod: { Name: string; Type: 'NON_CREDIT_CARD' };
  Invoice: {
    CustomerRef: Ref;
    DocNumber: string;
    TxnDate: string;
    DueDate?: string;
    PrivateNote: string;
    Line: {
      Amount: number;
      Description: string;
      DetailType: 'SalesItemLineDetail';
      SalesItemLineDetail: { ItemRef: Ref; TaxCodeRef: Ref; ClassRef?: Ref };
    }[];
  };
  Payment: {
    CustomerRef: Ref;
    TotalAmt: number;
    TxnDate: string;
    PaymentMethodRef: Ref;
    PaymentRefNum: string;
    DepositToAccountRef?: Ref;
    PrivateNote: string;
    Line: { Amount: number; LinkedTxn: { TxnId: string; TxnType: 'Invoice' }[] }[];
  };
  Purchase: {
    PaymentType: 'Check' | 'Cash';
    AccountRef: Ref;
    EntityRef: Ref & { type: 'Customer' };
    DocNumber: string;
    TxnDate: string;
    PrivateNote: string;
    Line: {
      Amount: number;
      Description: string;
      DetailType: 'AccountBasedExpenseLineDetail';
      AccountBasedExpenseLineDetail: { AccountRef: Ref; CustomerRef: Ref; ClassRef?: Ref };
    }[];
  };
}
export type SentType = keyof QuickBooksBodies;

/**
 * A condition that finds a name or number; it may find others as well. QuickBooks' query language stops at ’ and other
 * characters, so that only plain ones are asked for.
 */
export const isNamed = (field: string, value: string): string => {
  const plain = value.replaceAll(/[^\w (),.&/-]+/g, '%');
  return plain === value ? `${field} = '${value}'` : `${field} LIKE '${plain}'`;
};

/** A value of QuickBooks' query language. */
export const quoted = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
