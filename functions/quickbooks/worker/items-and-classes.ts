import { type PaymentMethod, paymentMethodLabels, paymentMethods } from '#domain/payments/payment-method.ts';
import type { PostingRefs } from '#domain/quickbooks/accounting-documents.ts';
import { type AccountingPart, accountingPartLabels, accountingParts } from '#domain/quickbooks/accounting-parts.ts';
import { isNamed, type QuickBooksBodies, quoted } from '#domain/quickbooks/quickbooks-records.ts';
import { cut } from '#domain/shared/values/text.ts';
import type { Table } from '#functions/platform/store/table.ts';
import type { QuickBooksCompany } from '#functions/quickbooks/client/quickbooks.ts';
import { type CompanyContext, requestIdOf } from './company-context.ts';

/** A record of a name list that transactions refer to, known by its name there. */
interface NameListRecord<T extends 'Item' | 'Class' | 'PaymentMethod'> {
  /** What it is known by here; another account of an item is another name. */
  key: string;
  type: T;
  body: QuickBooksBodies[T];
}
type AnyNameListRecord = NameListRecord<'Item'> | NameListRecord<'Class'> | NameListRecord<'PaymentMethod'>;

/** The id of the record that has this name there, else of a new one; `former`: of the one in whose place it is made. */
const ensureRecord = async (
  { organizationId, realm }: CompanyContext,
  company: QuickBooksCompany,
  { key, type, body }: AnyNameListRecord,
  former: string | undefined,
): Promise<string> => {
  const named = await company.page(type, isNamed('Name', body.Name));
  const found = named.find(({ Name }) => Name.toLowerCase() === body.Name.toLowerCase());
  // Asked as before, QuickBooks would answer with the one that is gone.
  const requestId = requestIdOf(organizationId, realm, key, ...(former ? [former] : []));
  if (!found) return (await company.create(type, body, requestId)).Id;
  if (type !== 'Item' || !('IncomeAccountRef' in found)) return found.Id;
  const { IncomeAccountRef } = body as QuickBooksBodies['Item'];
  if (found.IncomeAccountRef?.value !== IncomeAccountRef.value)
    await company.update('Item', found, { IncomeAccountRef }, requestIdOf(organizationId, realm, key, found.SyncToken));
  return found.Id;
};

const itemKey = ({ settings: { parts } }: CompanyContext, part: AccountingPart): string =>
  `Item ${part} ${parts[part]}`;
const methodKey = (method: PaymentMethod): string => `PaymentMethod ${method}`;
const classKey = (name: string): string => `Class ${name}`;
/** Where the id is kept that a record had which is gone. */
const formerKey = (key: string): string => `Former ${key}`;

/** Items of the parts, payment methods and, where classes are used, that of the home. */
const recordsFor = (context: CompanyContext, homeName: string | undefined): AnyNameListRecord[] => [
  ...accountingParts.map((part) => ({
    ...{ key: itemKey(context, part), type: 'Item' as const },
    body: {
      ...{ Name: accountingPartLabels[part], Type: 'Service' as const, Taxable: part === 'merchandise' },
      IncomeAccountRef: { value: context.settings.parts[part] ?? '' },
    },
  })),
  ...paymentMethods.map((method) => ({
    ...{ key: methodKey(method), type: 'PaymentMethod' as const },
    body: { Name: paymentMethodLabels[method], Type: 'NON_CREDIT_CARD' as const },
  })),
  ...(homeName
    ? [{ key: classKey(homeName), type: 'Class' as const, body: { Name: cut(homeName.replaceAll(':', ' '), 100) } }]
    : []),
];

/** What transactions of the company refer to, created there where it is missing; what was found once is kept. */
export const ensureRefs = async (
  table: Table,
  context: CompanyContext,
  home: string | undefined,
): Promise<Omit<PostingRefs, 'customer'>> => {
  const { entries, realm, settings } = context;
  const homeName = settings.classes ? home : undefined;
  const known = await entries.references(realm);
  const missing = recordsFor(context, homeName).filter(({ key }) => !known[key]);
  for (const one of missing)
    known[one.key] = await context.ask((company) => ensureRecord(context, company, one, known[formerKey(one.key)]));
  if (missing.length) await table.transact([entries.putReferences(realm, known)]);
  const id = (key: string): string => known[key] ?? '';
  return {
    items: Object.fromEntries(
      accountingParts.map((part) => [part, id(itemKey(context, part))]),
    ) as PostingRefs['items'],
    methods: Object.fromEntries(
      paymentMethods.map((method) => [method, id(methodKey(method))]),
    ) as PostingRefs['methods'],
    ...{ deposit: settings.deposit, receivable: settings.receivable ?? '', refund: settings.refund ?? '' },
    homeClass: homeName ? id(classKey(homeName)) : null,
  };
};

/**
 * Forgets the ids that are kept of what was deleted, merged or made inactive there since, of all that transactions of a
 * home refer to: it is ensured anew then. Answers whether there was any.
 */
export const dropDeletedRefs = async (
  table: Table,
  context: CompanyContext,
  home: string | undefined,
): Promise<boolean> => {
  const { entries, realm, settings } = context;
  const known = await entries.references(realm);
  const kept = recordsFor(context, settings.classes ? home : undefined).flatMap(({ key, type }) => {
    const id = known[key];
    return id ? [{ key, type, id }] : [];
  });
  const gone = new Map<string, string>();
  for (const [type, records] of Map.groupBy(kept, (one) => one.type)) {
    const ids = records.map(({ id }) => quoted(id)).join(', ');
    // Lists leave out what is inactive.
    const found = await context.ask((company) => company.page(type, `Id IN (${ids})`));
    const there = new Set(found.map(({ Id }) => Id));
    for (const { key, id } of records) if (!there.has(id)) gone.set(key, id);
  }
  if (gone.size === 0) return false;
  const left = Object.entries(known).filter(([key]) => !gone.has(key));
  const former = [...gone].map(([key, id]): [string, string] => [formerKey(key), id]);
  await table.transact([entries.putReferences(realm, Object.fromEntries([...left, ...former]))]);
  return true;
};
