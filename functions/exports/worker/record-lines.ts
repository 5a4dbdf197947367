import type * as z from 'zod';
import { caseSchema } from '#functions/cases/repository/case-record.ts';
import { casesList, sectionValuesOf } from '#functions/cases/repository/case-rows.ts';
import { copiesSchema } from '#functions/certificates/repository.ts';
import { customerSchema } from '#functions/customers/repository/customer-record.ts';
import { customersList } from '#functions/customers/repository/customer-rows.ts';
import { overridesSchema } from '#functions/deadlines/repository/deadline-overrides.ts';
import { familyPageSchema } from '#functions/families/repository/family-pages.ts';
import { familyReviewSchema } from '#functions/families/repository/family-reviews.ts';
import { firstCallSchema } from '#functions/first-calls/repository/first-call-record.ts';
import { firstCallsList } from '#functions/first-calls/repository/first-call-rows.ts';
import { submissionSchema } from '#functions/intake/repository/submission-record.ts';
import { submissionsList } from '#functions/intake/repository/submission-rows.ts';
import { managedFormSchema } from '#functions/managed-forms/repository.ts';
import { homeSchema } from '#functions/organizations/repository/homes.ts';
import { organizationSchema, profileSchema } from '#functions/organizations/repository/organization-record.ts';
import { paymentSchema } from '#functions/payments/repository/payment-record.ts';
import { permitsSchema } from '#functions/permits/repository.ts';
import type { ListDefinition } from '#functions/platform/store/lists/list-definition.ts';
import type { Item, Key } from '#functions/platform/store/table.ts';
import { monthReportSchema } from '#functions/reports/repository/month-reports.ts';
import { envelopeOf } from '#functions/signatures/repository/envelopes.ts';
import { signatureTemplateSchema } from '#functions/signatures/repository/signature-template-record.ts';
import { priceListSchema } from '#functions/statements/repository/price-lists.ts';
import { acceptanceSchema, statementSchema } from '#functions/statements/repository/statement-record.ts';
import { itemsIn, type KnownCase, mapInOrder, namedIn, rowsOf, type Source } from './source.ts';

type Parse = (item: Item) => object;

/** What of a case lies in items of their own: its core, its sections, and its lists. */
const wholeCase = (items: readonly Item[]): object[] => {
  const at = <Part>(sk: string, parse: (item: Item) => Part): Part | undefined => {
    const item = items.find((one) => one.sk === sk);
    return item && parse(item);
  };
  const core = at('CASE', caseSchema.parse);
  if (!core) return [];
  return [
    {
      ...core,
      sections: sectionValuesOf(items),
      permits: at('PART#PERMITS', permitsSchema.parse)?.entries ?? [],
      certificate_copies: at('PART#COPIES', copiesSchema.parse)?.entries ?? [],
      deadline_decisions: at('PART#DEADLINES', overridesSchema.parse)?.entries ?? [],
      family_page: at('PART#FAMILY', familyPageSchema.parse) ?? null,
      family_review: at('PART#REVIEW', familyReviewSchema.parse) ?? null,
    },
  ];
};

const acceptedStatements = (items: readonly Item[]): object[] => {
  const accepted = items.filter(({ sk }) => sk.startsWith('ACCEPTANCE#')).map(acceptanceSchema.parse);
  return items
    .filter(({ sk }) => sk.startsWith('STATEMENT#'))
    .map(statementSchema.parse)
    .map((one) => ({ ...one, acceptance: accepted.find(({ version }) => version === one.version) ?? null }));
};

/** The records of an organization as they rest, kind by kind. Their schemas say what of them is written. */
export const recordLines = (source: Source, cases: readonly KnownCase[], homes: readonly string[]) => {
  const { table, keys } = source;
  async function* of(pk: string, prefix: string, parse: Parse): AsyncGenerator<object> {
    yield* (await itemsIn(source, pk, prefix)).map(parse);
  }
  async function* listed<Columns extends z.ZodObject>(
    list: ListDefinition<Columns>,
    { sort, key, parse }: { sort: string; key: (id: string) => Key; parse: Parse },
  ): AsyncGenerator<object> {
    for await (const rows of rowsOf(source, list, sort))
      yield* (await table.getAll(rows.map(({ id }) => key(String(id))))).map(parse);
  }
  async function* ofCases(read: (id: string) => Promise<readonly object[]>): AsyncGenerator<object> {
    for await (const found of mapInOrder(cases, ({ id }) => read(id))) yield* found;
  }
  const named = async (pk: string, prefix: string, key: (id: string) => Key, parse: Parse) =>
    (await namedIn(source, { pk, prefix, key })).map(parse);
  return {
    async *organization() {
      yield* (await table.getAll([keys.organization()])).map(organizationSchema.parse);
    },
    homes: () => of(keys.homes(), 'HOME#', homeSchema.parse),
    people: () => of(keys.profiles(), 'PROFILE#', profileSchema.parse),
    customers: () => listed(customersList, { sort: 'created_at', key: keys.customer, parse: customerSchema.parse }),
    reports: () => listed(submissionsList, { sort: 'created', key: keys.submission, parse: submissionSchema.parse }),
    'first-calls': () => listed(firstCallsList, { sort: 'created', key: keys.firstCall, parse: firstCallSchema.parse }),
    cases: () => ofCases(async (id) => wholeCase(await itemsIn(source, keys.caseItems(id)))),
    payments: () => ofCases((id) => named(keys.ledger(id), 'PAYMENT#', keys.payment, paymentSchema.parse)),
    statements: () => ofCases(async (id) => acceptedStatements(await itemsIn(source, keys.statements(id)))),
    envelopes: () => ofCases((id) => named(keys.envelopesOfCase(id), 'ENVELOPE#', keys.envelope, envelopeOf)),
    async *'price-lists'() {
      for (const home of homes) yield* of(keys.priceLists(home), 'LIST#', priceListSchema.parse);
    },
    forms: () => of(keys.managedForms(), 'FORM#', managedFormSchema.parse),
    'signature-templates': () => of(keys.signatureTemplates(), 'TEMPLATE#', signatureTemplateSchema.parse),
    'month-reports': () => of(keys.monthReports(), 'MONTH#', monthReportSchema.parse),
  };
};

/** Every case of the organization, in the order of creation. */
export const knownCases = async (source: Source): Promise<KnownCase[]> => {
  const found: KnownCase[] = [];
  for await (const rows of rowsOf(source, casesList, 'created'))
    found.push(...rows.map(({ id, case_number }) => ({ id, case_number })));
  return found;
};
