import type { BookingRefs } from '#domain/accounting/accounting-documents.ts';
import { type AccountingPart, accountingPartLabels, accountingParts } from '#domain/accounting/accounting-parts.ts';
import { type QuickBooksBodies, quoted } from '#domain/accounting/quickbooks-records.ts';
import { type PaymentMethod, paymentMethodLabels, paymentMethods } from '#domain/payments/payment-method.ts';
import type { QuickBooksCompany } from '#functions/adapters/quickbooks.ts';
import type { Table } from '#functions/store/table.ts';
import { type CompanyWork, requestId } from './company-work.ts';

/** A list record that documents refer to, by its name there: the one that is there, else a new one. */
interface Listed<T extends 'Item' | 'Class' | 'PaymentMethod'> {
  /** What it is known by here; another account of an item is another name. */
  key: string;
  type: T;
  body: QuickBooksBodies[T];
}
type AnyListed = Listed<'Item'> | Listed<'Class'> | Listed<'PaymentMethod'>;

const ensured = async (
  { organizationId, realm }: CompanyWork,
  company: QuickBooksCompany,
  { key, type, body }: AnyListed,
): Promise<string> => {
  const [found] = await company.page(type, `Name = ${quoted(body.Name)}`, 1, 1);
  if (!found) return (await company.create(type, body, requestId(organizationId, realm, key))).Id;
  if (type !== 'Item' || !('IncomeAccountRef' in found)) return found.Id;
  const { IncomeAccountRef } = body as QuickBooksBodies['Item'];
  if (found.IncomeAccountRef?.value !== IncomeAccountRef.value)
    await company.update('Item', found, { IncomeAccountRef }, requestId(organizationId, realm, key, found.SyncToken));
  return found.Id;
};

const itemKey = ({ settings: { parts } }: CompanyWork, part: AccountingPart): string => `Item ${part} ${parts[part]}`;
const methodKey = (method: PaymentMethod): string => `PaymentMethod ${method}`;
const classKey = (name: string): string => `Class ${name}`;

/** Items of the parts, payment methods and, where classes are used, that of the home. */
const wantedOf = (work: CompanyWork, homeName: string | undefined): AnyListed[] => [
  ...accountingParts.map((part) => ({
    ...{ key: itemKey(work, part), type: 'Item' as const },
    body: {
      ...{ Name: accountingPartLabels[part], Type: 'Service' as const, Taxable: part === 'merchandise' },
      IncomeAccountRef: { value: work.settings.parts[part] ?? '' },
    },
  })),
  ...paymentMethods.map((method) => ({
    ...{ key: methodKey(method), type: 'PaymentMethod' as const },
    body: { Name: paymentMethodLabels[method], Type: 'NON_CREDIT_CARD' as const },
  })),
  ...(homeName
    ? [{ key: classKey(homeName), type: 'Class' as const, body: { Name: homeName.replaceAll(':', ' ').slice(0, 100) } }]
    : []),
];

/** What documents of the company refer to, made there where it is missing; what was found once is kept. */
export const referencesOf = async (
  table: Table,
  work: CompanyWork,
  home: string | undefined,
): Promise<Omit<BookingRefs, 'customer'>> => {
  const { entries, realm, settings } = work;
  const homeName = settings.classes ? home : undefined;
  const known = await entries.references(realm);
  const missing = wantedOf(work, homeName).filter(({ key }) => !known[key]);
  for (const one of missing) known[one.key] = await work.ask((company) => ensured(work, company, one));
  if (missing.length) await table.transact([entries.putReferences(realm, known)]);
  const id = (key: string): string => known[key] ?? '';
  return {
    items: Object.fromEntries(accountingParts.map((part) => [part, id(itemKey(work, part))])) as BookingRefs['items'],
    methods: Object.fromEntries(
      paymentMethods.map((method) => [method, id(methodKey(method))]),
    ) as BookingRefs['methods'],
    ...{ deposit: settings.deposit, receivable: settings.receivable ?? '', refund: settings.refund ?? '' },
    homeClass: homeName ? id(classKey(homeName)) : null,
  };
};
