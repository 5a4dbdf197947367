import { join } from 'node:path';
import * as z from 'zod';
import { parseMoney } from '#domain/shared/values/money.ts';
import { atomically, openDurableDatabase } from '#local/aws/dynamodb/durable-database.ts';

export interface Company {
  realm: string;
  name: string;
  /** Closing date of the books; earlier transactions are rejected. */
  booksClosedTo: string | null;
}

export interface Grant {
  id: string;
  realm: string;
  /** The current token, and the previous one until the current one is used. */
  refreshToken: string;
  previousRefreshToken: string | null;
  /** Milliseconds since 1970, like all below. */
  refreshTokenSince: number;
  accessTokens: { token: string; expires: number }[];
}

const entityTypes = [
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

export interface Entity {
  Id: string;
  SyncToken: string;
  MetaData: { CreateTime: string; LastUpdatedTime: string };
  [property: string]: unknown;
}

const ref = z.strictObject({ value: z.string(), name: z.string().optional(), type: z.string().optional() });
const amount = z.number().refine((value) => parseMoney(value) !== null, 'fraction of a cent');
const day = z.iso.date();

/** No colon, tab or line break. */
const listName = (limit: number) =>
  z
    .string()
    .min(1)
    .max(limit)
    .regex(/^[^:\t\n]+$/);

const linked = z.strictObject({ TxnId: z.string(), TxnType: z.string() });
const itemLine = z.strictObject({
  Amount: amount,
  Description: z.string().max(4000).optional(),
  DetailType: z.literal('SalesItemLineDetail'),
  SalesItemLineDetail: z.strictObject({
    ItemRef: ref,
    TaxCodeRef: ref.optional(),
    ClassRef: ref.optional(),
  }),
});
const accountLine = z.strictObject({
  Amount: amount,
  Description: z.string().max(4000).optional(),
  DetailType: z.literal('AccountBasedExpenseLineDetail'),
  AccountBasedExpenseLineDetail: z.strictObject({
    AccountRef: ref,
    CustomerRef: ref.optional(),
    ClassRef: ref.optional(),
  }),
});
const linkLine = z.strictObject({ Amount: amount, LinkedTxn: z.array(linked).min(1) });

const common = {
  Id: z.string().optional(),
  SyncToken: z.string().optional(),
  sparse: z.boolean().optional(),
};
const transaction = {
  ...common,
  TxnDate: day.optional(),
  DocNumber: z.string().max(21).optional(),
  PrivateNote: z.string().max(4000).optional(),
};
const listed = { ...common, Active: z.boolean().optional() };

/** Accepted fields per kind of record that the product writes; QuickBooks rejects others. */
export const sent: Partial<Record<EntityType, z.ZodObject>> = {
  Customer: z.strictObject({
    ...listed,
    DisplayName: listName(500),
    GivenName: z.string().max(100).optional(),
    FamilyName: z.string().max(100).optional(),
    Suffix: z.string().max(16).optional(),
    PrimaryEmailAddr: z.strictObject({ Address: z.email().max(100) }).optional(),
    PrimaryPhone: z.strictObject({ FreeFormNumber: z.string().max(30) }).optional(),
    BillAddr: z.strictObject({ Line1: z.string().max(500) }).optional(),
    Notes: z.string().max(2000).optional(),
  }),
  Item: z.strictObject({
    ...listed,
    Name: listName(100),
    Type: z.literal('Service'),
    IncomeAccountRef: ref,
    Taxable: z.boolean().optional(),
  }),
  Class: z.strictObject({ ...listed, Name: listName(100) }),
  PaymentMethod: z.strictObject({ ...listed, Name: listName(31), Type: z.literal('NON_CREDIT_CARD') }),
  Invoice: z.strictObject({
    ...transaction,
    CustomerRef: ref,
    DueDate: day.optional(),
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
    PaymentType: z.enum(['Cash', 'Check']),
    AccountRef: ref,
    EntityRef: ref.optional(),
    Line: z.array(accountLine).min(1),
  }),
};

export const isTransaction = (type: EntityType): boolean => ['Invoice', 'Payment', 'Purchase'].includes(type);

export const typeOfPath = (name: string): EntityType | undefined =>
  entityTypes.find((type) => type.toLowerCase() === name);

/** Returns the cents of a QuickBooks amount in dollars; an omitted one is 0. */
export const centsOf = (dollars: unknown): number => parseMoney(typeof dollars === 'number' ? dollars : 0) ?? 0;

export type Ref = z.output<typeof ref>;
export type ItemLine = z.output<typeof itemLine>;
export type AccountLine = z.output<typeof accountLine>;
export type LinkLine = z.output<typeof linkLine>;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS records (kind TEXT NOT NULL, realm TEXT NOT NULL, id TEXT NOT NULL, document TEXT NOT NULL,
    PRIMARY KEY (kind, realm, id)) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS numbers (realm TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS requests (realm TEXT NOT NULL, id TEXT NOT NULL, answer TEXT NOT NULL,
    PRIMARY KEY (realm, id)) STRICT, WITHOUT ROWID;
`;

/** All state of the sandbox: in memory for searches, and on disk before a change returns. */
export const openStore = (dataDir: string) => {
  const database = openDurableDatabase(join(dataDir, 'quickbooks.sqlite'), SCHEMA);
  const kinds = new Map<string, Map<string, unknown>>();
  const of = <T>(kind: string): Map<string, T> => {
    const known = kinds.get(kind) ?? new Map<string, unknown>();
    kinds.set(kind, known);
    return known as Map<string, T>;
  };
  for (const { kind, realm, id, document } of database.prepare('SELECT * FROM records').all())
    of(String(kind)).set(`${realm}/${id}`, JSON.parse(String(document)));
  const upsert = database.prepare(
    'INSERT INTO records VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET document = excluded.document',
  );
  const remove = database.prepare('DELETE FROM records WHERE kind = ? AND realm = ? AND id = ?');
  const nextNumber = database.prepare(
    'INSERT INTO numbers VALUES (?, 1) ON CONFLICT DO UPDATE SET last = last + 1 RETURNING last',
  );
  const answerTo = database.prepare('SELECT answer FROM requests WHERE realm = ? AND id = ?');
  const keepAnswer = database.prepare('INSERT INTO requests VALUES (?, ?, ?)');
  const put = (kind: string, realm: string, id: string, document: unknown): void => {
    of(kind).set(`${realm}/${id}`, document);
    upsert.run(kind, realm, id, JSON.stringify(document));
  };
  const drop = (kind: string, realm: string, id: string): void => {
    of(kind).delete(`${realm}/${id}`);
    remove.run(kind, realm, id);
  };
  return {
    atomically: <T>(run: () => T): T => atomically(database, run),
    nextId: (realm: string): string => String(nextNumber.get(realm)?.last),
    companies: (): Company[] => [...of<Company>('company').values()],
    company: (realm: string): Company | undefined => of<Company>('company').get(`${realm}/${realm}`),
    putCompany: (company: Company): void => put('company', company.realm, company.realm, company),
    grants: (): Grant[] => [...of<Grant>('grant').values()],
    putGrant: (grant: Grant): void => put('grant', grant.realm, grant.id, grant),
    dropGrant: (grant: Grant): void => drop('grant', grant.realm, grant.id),
    entity: (realm: string, type: EntityType, id: string): Entity | undefined => of<Entity>(type).get(`${realm}/${id}`),
    entities: (realm: string, type: EntityType): Entity[] => {
      const found: Entity[] = [];
      for (const [key, entity] of of<Entity>(type)) if (key.startsWith(`${realm}/`)) found.push(entity);
      return found;
    },
    putEntity: (realm: string, type: EntityType, entity: Entity): void => put(type, realm, entity.Id, entity),
    dropEntity: (realm: string, type: EntityType, id: string): void => drop(type, realm, id),
    answered: (realm: string, requestId: string): unknown => {
      const row = answerTo.get(realm, requestId);
      return row && JSON.parse(String(row.answer));
    },
    keepAnswer: (realm: string, requestId: string, answer: unknown): void => {
      keepAnswer.run(realm, requestId, JSON.stringify(answer));
    },
    close: (): void => database.close(),
  };
};
export type Store = ReturnType<typeof openStore>;
