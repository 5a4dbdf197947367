import * as z from 'zod';
import { cut } from '#domain/shared/values/text.ts';
import { statementParts } from '#domain/statements/fee-sheet.ts';

export const quickBooksMessages = {
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

/** Invoice lines by account: the parts of a Statement, packages apart from `adjustments` (discounts), and sales tax. */
export const invoiceParts = [...statementParts, 'packages', 'sales_tax'] as const;
export type InvoicePart = (typeof invoiceParts)[number];

/** Further accounts: for money received, receivables, and the bank that refunds are paid from. */
export const accountPurposes = ['deposit', 'receivable', 'refund'] as const;
export type AccountPurpose = (typeof accountPurposes)[number];

/** Also the names of the items created in QuickBooks. */
export const invoicePartLabels: Record<InvoicePart, string> = {
  services: 'Funeral services',
  merchandise: 'Funeral merchandise',
  special: 'Forwarding, receiving, burial and cremation',
  packages: 'Packages',
  adjustments: 'Discounts',
  burial: 'Burial fees',
  advances: 'Cash advances',
  sales_tax: 'Sales tax',
};

/** Texts from QuickBooks are stored and shown, so their length is limited. */
const text = (longest = 500) => z.string().transform((value) => cut(value, longest));
const id = z.string().max(50);

export const QuickBooksRef = z.object({ value: id, name: text().optional() });

const record = { Id: id, SyncToken: id, Active: z.boolean().optional() };
/** Dollars. */
const amount = z.number();
const transaction = {
  ...record,
  TxnDate: text(),
  TotalAmt: amount.default(0),
  DocNumber: text().optional(),
  PrivateNote: text(4000).optional(),
};

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
  Payment: z.object({ ...transaction, CustomerRef: QuickBooksRef, PaymentRefNum: text().optional() }),
  Purchase: z.object({ ...transaction, EntityRef: QuickBooksRef.extend({ type: z.string().optional() }).optional() }),
} as const;
export type QuickBooksType = keyof typeof quickBooksRecords;
export type QuickBooksRecord<T extends QuickBooksType> = z.output<(typeof quickBooksRecords)[T]>;

export const CompanyInfo = z.object({ CompanyName: text() });
export type CompanyInfo = z.output<typeof CompanyInfo>;

interface Ref {
  value: string;
}

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
 * Returns a condition that finds a name and possibly more: QuickBooks' query language fails at ’ and similar
 * characters.
 */
export const isNamed = (field: string, value: string): string => {
  const plain = value.replaceAll(/[^\w (),.&/-]+/g, '%');
  return plain === value ? `${field} = '${value}'` : `${field} LIKE '${plain}'`;
};

export const quoted = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

type Account = Pick<QuickBooksRecord<'Account'>, 'Id' | 'Name' | 'AccountType' | 'AccountSubType' | 'Active'>;

export interface AccountChoices extends Record<AccountPurpose, string | null> {
  parts: Record<InvoicePart, string | null>;
}

const income = ['Income', 'Other Income'];
const liability = ['Other Current Liability'];

const partTypes: Record<InvoicePart, readonly string[]> = {
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
/** Nothing is sent before these are chosen; QuickBooks has its own default for money received. */
const isRequired: Record<AccountPurpose, boolean> = { deposit: false, receivable: true, refund: true };

/** Words in the name of a fitting account, the best first. */
const words: Record<InvoicePart, readonly RegExp[]> = {
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

/** Returns the accounts that can be chosen for a part or purpose. */
export function offeredAccounts<A extends Account>(of: InvoicePart | AccountPurpose, accounts: readonly A[]): A[] {
  const types = { ...partTypes, ...purposeTypes }[of];
  return accounts.filter((account) => isActive(account) && types.includes(account.AccountType));
}

/**
 * Returns proposed accounts: fitting type, best name. Money received goes to Undeposited Funds, QuickBooks' default.
 */
export function proposedAccounts(accounts: readonly Account[]): AccountChoices {
  const named = (part: InvoicePart): string | null => {
    // Contra accounts, such as discounts given, do not fit sales.
    const offered = offeredAccounts(part, accounts).filter(
      ({ Name, AccountSubType }) =>
        part === 'adjustments' || !(AccountSubType === 'DiscountsRefundsGiven' || /discount|allowance/i.test(Name)),
    );
    for (const word of words[part]) {
      const account = offered.find(({ Name }) => word.test(Name));
      if (account) return account.Id;
    }
    return null;
  };
  const bank = offeredAccounts('refund', accounts);
  const undeposited = accounts.find((account) => isActive(account) && account.AccountSubType === 'UndepositedFunds');
  return {
    parts: Object.fromEntries(invoiceParts.map((part) => [part, named(part)])) as AccountChoices['parts'],
    deposit: undeposited?.Id ?? bank[0]?.Id ?? null,
    receivable: offeredAccounts('receivable', accounts)[0]?.Id ?? null,
    refund: (bank.find(({ AccountSubType }) => AccountSubType === 'Checking') ?? bank[0])?.Id ?? null,
  };
}

export function missingChoices({ parts, ...purposes }: AccountChoices): (InvoicePart | AccountPurpose)[] {
  return [
    ...invoiceParts.filter((part) => parts[part] === null),
    ...accountPurposes.filter((purpose) => isRequired[purpose] && purposes[purpose] === null),
  ];
}
