import * as z from 'zod';

/** A reference to another record by its id, which is digits as text. */
export const QuickBooksRef = z.object({ value: z.string(), name: z.string().optional() });
export type QuickBooksRef = z.output<typeof QuickBooksRef>;

const record = { Id: z.string(), SyncToken: z.string(), Active: z.boolean().optional() };
/** Dollars as a number, as QuickBooks has all amounts. */
const amount = z.number();
const transaction = {
  ...record,
  TxnDate: z.string(),
  TotalAmt: amount.default(0),
  DocNumber: z.string().optional(),
  PrivateNote: z.string().optional(),
};

/** What is read of QuickBooks' records; whatever else they carry is left out. */
export const quickBooksRecords = {
  Account: z.object({
    ...record,
    Name: z.string(),
    AcctNum: z.string().optional(),
    AccountType: z.string(),
    AccountSubType: z.string().optional(),
    Classification: z.string().optional(),
    CurrentBalance: amount.default(0),
  }),
  Item: z.object({ ...record, Name: z.string(), Type: z.string(), IncomeAccountRef: QuickBooksRef.optional() }),
  Class: z.object({ ...record, Name: z.string() }),
  PaymentMethod: z.object({ ...record, Name: z.string() }),
  Customer: z.object({
    ...record,
    DisplayName: z.string(),
    Notes: z.string().optional(),
    Balance: amount.default(0),
  }),
  Invoice: z.object({ ...transaction, CustomerRef: QuickBooksRef, DueDate: z.string().optional(), Balance: amount }),
  Payment: z.object({
    ...transaction,
    CustomerRef: QuickBooksRef,
    PaymentRefNum: z.string().optional(),
    UnappliedAmt: amount.default(0),
  }),
  Purchase: z.object({ ...transaction, EntityRef: QuickBooksRef.optional() }),
} as const;
export type QuickBooksType = keyof typeof quickBooksRecords;
export type QuickBooksRecord<T extends QuickBooksType> = z.output<(typeof quickBooksRecords)[T]>;

export const CompanyInfo = z.object({ CompanyName: z.string(), Country: z.string().optional() });
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
