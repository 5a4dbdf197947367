import * as z from 'zod';
import { cut } from '#domain/shared/values/text.ts';
import { statementParts } from '#domain/statements/fee-sheet.ts';

/** What people read about the connection to QuickBooks. */
export const accountingMessages = {
  notConnected: 'QuickBooks is not connected',
  reconnect: 'QuickBooks was disconnected. Reconnect it in Settings.',
  notSetUp: 'QuickBooks is not available yet. Contact Stillwater support.',
  stateUnknown: 'Invalid or expired state',
  codeUnknown: 'QuickBooks sign-in failed. Click Connect to QuickBooks to try again.',
  companyTaken: 'This QuickBooks company is already connected to another organization',
  otherCompany: 'Disconnect the current company before connecting another',
  companyUnknown: 'Choose a connected company',
  silent: 'QuickBooks is not responding. Try again in a few minutes.',
  customerByHand: 'Customers cannot be marked as entered manually; payments and invoices depend on them',
  notMapped: 'Choose the accounts first',
  daySent: 'Transactions since this date were already sent. Choose an earlier date.',
  dayTooEarly: 'The start date must be after January 1, 2000',
  previewGone: 'This preview is out of date or not finished. Run the preview again.',
  notSending: 'Nothing is being sent right now',
  accountUnknown: 'Choose an account of the right type',
} as const;

/**
 * What lines of an invoice are booked under: the parts of a Statement, with packages apart from discounts (`adjustments`),
 * and the sales tax that stands in none.
 */
export const accountingParts = [...statementParts, 'packages', 'sales_tax'] as const;
export type AccountingPart = (typeof accountingParts)[number];

/** What else an account is chosen for: money received, what families owe, and the bank that money given back comes from. */
export const accountPurposes = ['deposit', 'receivable', 'refund'] as const;
export type AccountPurpose = (typeof accountPurposes)[number];

/** The parts as a bookkeeper reads them; they are also the names of the items that are made in QuickBooks. */
export const accountingPartLabels: Record<AccountingPart, string> = {
  services: 'Funeral services',
  merchandise: 'Funeral merchandise',
  special: 'Forwarding, receiving, burial and cremation',
  packages: 'Packages',
  adjustments: 'Discounts',
  burial: 'Burial fees',
  advances: 'Cash advances',
  sales_tax: 'Sales tax',
};

/** Texts of theirs are kept and shown: none is ever longer than what QuickBooks itself takes. */
const text = (longest = 500) => z.string().transform((value) => cut(value, longest));
/** Ids are digits as text. */
const id = z.string().max(50);

/** A reference to another record by its id. */
export const QuickBooksRef = z.object({ value: id, name: text().optional() });

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

type Account = Pick<QuickBooksRecord<'Account'>, 'Id' | 'Name' | 'AccountType' | 'AccountSubType' | 'Active'>;

/** Which accounts a company's books are kept with, by their ids; null where nobody has chosen and nothing fits. */
export interface AccountChoices extends Record<AccountPurpose, string | null> {
  parts: Record<AccountingPart, string | null>;
}

const income = ['Income', 'Other Income'];
const liability = ['Other Current Liability'];

/** Kinds of accounts that each choice may take: what a bookkeeper would never book there is not offered. */
const partTypes: Record<AccountingPart, readonly string[]> = {
  services: income,
  merchandise: income,
  special: income,
  packages: income,
  adjustments: income,
  burial: [...income, ...liability],
  advances: [...income, ...liability],
  sales_tax: liability,
};
const purposeTypes: Record<AccountPurpose, readonly string[]> = {
  deposit: ['Bank', 'Other Current Asset'],
  receivable: ['Accounts Receivable'],
  refund: ['Bank'],
};
/** Nothing can be sent before an account was chosen for these; QuickBooks itself says where money received goes. */
const isRequired: Record<AccountPurpose, boolean> = { deposit: false, receivable: true, refund: true };

/** Words that the fitting account of a part has in its name, the best first. */
const words: Record<AccountingPart, readonly RegExp[]> = {
  services: [/professional|funeral service/i, /service/i, /sales|income|revenue/i],
  merchandise: [/casket|merchandise/i, /product|sales/i, /income|revenue/i],
  special: [/cremation|direct|forward/i, /service/i, /sales|income|revenue/i],
  packages: [/package/i, /professional|funeral service/i, /service/i, /sales|income|revenue/i],
  adjustments: [/discount/i, /allowance|adjust/i, /service/i],
  burial: [/burial|cemeter/i, /advance/i, /service/i],
  advances: [/cash advance/i, /advance|pass.?through/i, /service/i],
  sales_tax: [/sales tax/i, /tax/i],
};

const isActive = ({ Active }: Account): boolean => Active !== false;

/** The accounts that may be chosen for a part or a purpose. */
export function offeredAccounts<A extends Account>(of: AccountingPart | AccountPurpose, accounts: readonly A[]): A[] {
  const types = { ...partTypes, ...purposeTypes }[of];
  return accounts.filter((one) => isActive(one) && types.includes(one.AccountType));
}

/**
 * What a company's chart of accounts proposes: the account whose kind fits and whose name says most, the first one where
 * several do. Money received waits in QuickBooks' own Undeposited Funds where there is such an account, as it does when
 * nobody says anything there.
 */
export function proposedAccounts(accounts: readonly Account[]): AccountChoices {
  const named = (part: AccountingPart): string | null => {
    // What is taken off the income, such as discounts given, is no account of what is sold.
    const offered = offeredAccounts(part, accounts).filter(
      ({ Name, AccountSubType }) =>
        part === 'adjustments' || !(AccountSubType === 'DiscountsRefundsGiven' || /discount|allowance/i.test(Name)),
    );
    for (const word of words[part]) {
      const found = offered.find(({ Name }) => word.test(Name));
      if (found) return found.Id;
    }
    return null;
  };
  const bank = offeredAccounts('refund', accounts);
  const undeposited = accounts.find((one) => isActive(one) && one.AccountSubType === 'UndepositedFunds');
  return {
    parts: Object.fromEntries(accountingParts.map((part) => [part, named(part)])) as AccountChoices['parts'],
    deposit: undeposited?.Id ?? bank[0]?.Id ?? null,
    receivable: offeredAccounts('receivable', accounts)[0]?.Id ?? null,
    refund: (bank.find(({ AccountSubType }) => AccountSubType === 'Checking') ?? bank[0])?.Id ?? null,
  };
}

/** What still has to be chosen before anything can be sent. */
export function missingChoices({ parts, ...purposes }: AccountChoices): (AccountingPart | AccountPurpose)[] {
  return [
    ...accountingParts.filter((part) => parts[part] === null),
    ...accountPurposes.filter((purpose) => isRequired[purpose] && purposes[purpose] === null),
  ];
}
