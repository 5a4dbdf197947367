import * as z from 'zod';
import { parseMoney } from '#domain/shared/values/money.ts';

export interface Company {
  realm: string;
  name: string;
  /** The day up to which its books are closed; a transaction of such a day is refused. */
  booksClosedTo: string | null;
}

/** That an app may work for a company. */
export interface Grant {
  id: string;
  realm: string;
  /** The one that counts, and the one before until that one was used. */
  refreshToken: string;
  previousRefreshToken: string | null;
  /** In milliseconds since 1970, as all that follow. */
  refreshTokenSince: number;
  accessTokens: { token: string; expires: number }[];
}

export const entityTypes = [
  'Customer',
  'Vendor',
  'Item',
  'Account',
  'Class',
  'PaymentMethod',
  'TaxCode',
  'Invoice',
  'Payment',
  'Purchase',
] as const;
export type EntityType = (typeof entityTypes)[number];

/** A record as QuickBooks answers it. */
export interface Entity {
  Id: string;
  SyncToken: string;
  MetaData: { CreateTime: string; LastUpdatedTime: string };
  [property: string]: unknown;
}

const ref = z.strictObject({ value: z.string(), name: z.string().optional(), type: z.string().optional() });
const amount = z.number().refine((value) => parseMoney(value) !== null, 'fraction of a cent');
const day = z.iso.date();
const email = z.strictObject({ Address: z.email().max(100) });
const phone = z.strictObject({ FreeFormNumber: z.string().max(30) });
const address = z.strictObject({
  Id: z.string().optional(),
  Line1: z.string().max(500).optional(),
  Line2: z.string().max(500).optional(),
  City: z.string().max(255).optional(),
  CountrySubDivisionCode: z.string().max(255).optional(),
  PostalCode: z.string().max(30).optional(),
  Country: z.string().max(255).optional(),
});

/** No colon, tab or line break. */
const listName = (limit: number) =>
  z
    .string()
    .min(1)
    .max(limit)
    .regex(/^[^:\t\n]+$/);

const linked = z.strictObject({ TxnId: z.string(), TxnType: z.string() });
const itemLine = z.strictObject({
  Id: z.string().optional(),
  LineNum: z.int().optional(),
  Amount: amount,
  Description: z.string().max(4000).optional(),
  DetailType: z.literal('SalesItemLineDetail'),
  SalesItemLineDetail: z.strictObject({
    ItemRef: ref,
    Qty: z.number().optional(),
    UnitPrice: z.number().optional(),
    TaxCodeRef: ref.optional(),
    ClassRef: ref.optional(),
  }),
});
const accountLine = z.strictObject({
  Id: z.string().optional(),
  Amount: amount,
  Description: z.string().max(4000).optional(),
  DetailType: z.literal('AccountBasedExpenseLineDetail'),
  AccountBasedExpenseLineDetail: z.strictObject({
    AccountRef: ref,
    CustomerRef: ref.optional(),
    ClassRef: ref.optional(),
    TaxCodeRef: ref.optional(),
    BillableStatus: z.string().optional(),
  }),
});
const linkLine = z.strictObject({ Amount: amount, LinkedTxn: z.array(linked).min(1) });

const common = {
  Id: z.string().optional(),
  SyncToken: z.string().optional(),
  sparse: z.boolean().optional(),
  domain: z.string().optional(),
  MetaData: z.unknown().optional(),
};
const transaction = {
  ...common,
  TxnDate: day.optional(),
  DocNumber: z.string().max(21).optional(),
  PrivateNote: z.string().max(4000).optional(),
};
const listed = { ...common, Active: z.boolean().optional() };

/** What may be sent of each kind of record; anything else is refused, as QuickBooks does. */
export const sent = {
  Customer: z.strictObject({
    ...listed,
    DisplayName: listName(500).optional(),
    GivenName: z.string().max(100).optional(),
    MiddleName: z.string().max(100).optional(),
    FamilyName: z.string().max(100).optional(),
    Suffix: z.string().max(16).optional(),
    CompanyName: z.string().max(100).optional(),
    PrimaryEmailAddr: email.optional(),
    PrimaryPhone: phone.optional(),
    BillAddr: address.optional(),
    Notes: z.string().max(2000).optional(),
  }),
  Vendor: z.strictObject({ ...listed, DisplayName: listName(500) }),
  Item: z.strictObject({
    ...listed,
    Name: listName(100),
    Type: z.enum(['Service', 'NonInventory']),
    IncomeAccountRef: ref,
    Description: z.string().max(4000).optional(),
    UnitPrice: z.number().optional(),
    Taxable: z.boolean().optional(),
  }),
  Account: z.strictObject({
    ...listed,
    Name: z
      .string()
      .min(1)
      .max(100)
      .regex(/^[^":]+$/),
    AccountType: z.string(),
    AccountSubType: z.string().optional(),
    AcctNum: z.string().max(7).optional(),
  }),
  Class: z.strictObject({ ...listed, Name: listName(100) }),
  PaymentMethod: z.strictObject({
    ...listed,
    Name: listName(31),
    Type: z.enum(['CREDIT_CARD', 'NON_CREDIT_CARD']).optional(),
  }),
  TaxCode: z.strictObject({ ...listed, Name: z.string() }),
  Invoice: z.strictObject({
    ...transaction,
    CustomerRef: ref,
    CustomerMemo: z.strictObject({ value: z.string().max(1000) }).optional(),
    DueDate: day.optional(),
    BillEmail: email.optional(),
    EmailStatus: z.enum(['NotSet', 'NeedToSend', 'EmailSent']).optional(),
    BillAddr: address.optional(),
    ClassRef: ref.optional(),
    Line: z.array(itemLine).min(1),
  }),
  Payment: z.strictObject({
    ...transaction,
    CustomerRef: ref,
    TotalAmt: amount.min(0),
    PaymentMethodRef: ref.optional(),
    PaymentRefNum: z.string().max(21).optional(),
    DepositToAccountRef: ref.optional(),
    Line: z.array(linkLine).optional(),
  }),
  Purchase: z.strictObject({
    ...transaction,
    PaymentType: z.enum(['Cash', 'Check', 'CreditCard']),
    AccountRef: ref,
    EntityRef: ref.optional(),
    PaymentMethodRef: ref.optional(),
    Line: z.array(accountLine).min(1),
  }),
} satisfies Record<EntityType, z.ZodObject>;

export const isTransaction = (type: EntityType): boolean => ['Invoice', 'Payment', 'Purchase'].includes(type);

export const typeOfPath = (name: string): EntityType | undefined =>
  entityTypes.find((type) => type.toLowerCase() === name);

/** Whole cents of an amount of QuickBooks, which is a number of dollars; what is left out counts as nothing. */
export const centsOf = (dollars: unknown): number => parseMoney(typeof dollars === 'number' ? dollars : 0) ?? 0;

export type Ref = z.output<typeof ref>;
export type ItemLine = z.output<typeof itemLine>;
export type AccountLine = z.output<typeof accountLine>;
export type LinkLine = z.output<typeof linkLine>;
