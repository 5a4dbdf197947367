import type * as z from 'zod';
import { caseShape } from '#functions/records/cases/case-record.ts';
import { casesList, sectionValuesOf } from '#functions/records/cases/case-rows.ts';
import { copiesShape } from '#functions/records/cases/certificate-copies.ts';
import { overridesShape } from '#functions/records/cases/deadline-overrides.ts';
import { permitsShape } from '#functions/records/cases/permits.ts';
import { customerShape } from '#functions/records/customers/customer-record.ts';
import { customersList } from '#functions/records/customers/customer-rows.ts';
import { familyPageShape } from '#functions/records/families/family-pages.ts';
import { familyReviewShape } from '#functions/records/families/family-reviews.ts';
import { firstCallShape } from '#functions/records/first-calls/first-call-record.ts';
import { firstCallsList } from '#functions/records/first-calls/first-call-rows.ts';
import { monthReportShape } from '#functions/records/insight/month-reports.ts';
import { paymentShape } from '#functions/records/money/payment-record.ts';
import { priceListShape } from '#functions/records/money/price-lists.ts';
import { acceptanceShape, statementShape } from '#functions/records/money/statement-record.ts';
import { homeShape } from '#functions/records/organizations/homes.ts';
import { managedFormShape } from '#functions/records/organizations/managed-forms.ts';
import { organizationShape, profileShape } from '#functions/records/organizations/organization-record.ts';
import { envelopeOf } from '#functions/records/signatures/envelopes.ts';
import { signatureTemplateShape } from '#functions/records/signatures/signature-template-record.ts';
import { submissionShape } from '#functions/records/submissions/submission-record.ts';
import { submissionsList } from '#functions/records/submissions/submission-rows.ts';
import type { ListDefinition } from '#functions/store/lists/list-definition.ts';
import type { Item, Key } from '#functions/store/table.ts';
import { itemsIn, type KnownCase, madeOfEach, namedIn, rowsOf, type Source } from './source.ts';

type Parse = (item: Item) => object;

/** What of a case lies in items of their own: its core, its sections, and its lists. */
const wholeCase = (items: readonly Item[]): object[] => {
  const at = <Part>(sk: string, parse: (item: Item) => Part): Part | undefined => {
    const item = items.find((one) => one.sk === sk);
    return item && parse(item);
  };
  const core = at('CASE', caseShape.parse);
  if (!core) return [];
  return [
    {
      ...core,
      sections: sectionValuesOf(items),
      permits: at('PART#PERMITS', permitsShape.parse)?.entries ?? [],
      certificate_copies: at('PART#COPIES', copiesShape.parse)?.entries ?? [],
      deadline_decisions: at('PART#DEADLINES', overridesShape.parse)?.entries ?? [],
      family_page: at('PART#FAMILY', familyPageShape.parse) ?? null,
      family_review: at('PART#REVIEW', familyReviewShape.parse) ?? null,
    },
  ];
};

const acceptedStatements = (items: readonly Item[]): object[] => {
  const accepted = items.filter(({ sk }) => sk.startsWith('ACCEPTANCE#')).map(acceptanceShape.parse);
  return items
    .filter(({ sk }) => sk.startsWith('STATEMENT#'))
    .map(statementShape.parse)
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
    for await (const found of madeOfEach(cases, ({ id }) => read(id))) yield* found;
  }
  const named = async (pk: string, prefix: string, key: (id: string) => Key, parse: Parse) =>
    (await namedIn(source, { pk, prefix, key })).map(parse);
  return {
    async *organization() {
      yield* (await table.getAll([keys.organization()])).map(organizationShape.parse);
    },
    homes: () => of(keys.homes(), 'HOME#', homeShape.parse),
    people: () => of(keys.profiles(), 'PROFILE#', profileShape.parse),
    customers: () => listed(customersList, { sort: 'created_at', key: keys.customer, parse: customerShape.parse }),
    reports: () => listed(submissionsList, { sort: 'created', key: keys.submission, parse: submissionShape.parse }),
    'first-calls': () => listed(firstCallsList, { sort: 'created', key: keys.firstCall, parse: firstCallShape.parse }),
    cases: () => ofCases(async (id) => wholeCase(await itemsIn(source, keys.caseItems(id)))),
    payments: () => ofCases((id) => named(keys.ledger(id), 'PAYMENT#', keys.payment, paymentShape.parse)),
    statements: () => ofCases(async (id) => acceptedStatements(await itemsIn(source, keys.statements(id)))),
    envelopes: () => ofCases((id) => named(keys.envelopesOfCase(id), 'ENVELOPE#', keys.envelope, envelopeOf)),
    async *'price-lists'() {
      for (const home of homes) yield* of(keys.priceLists(home), 'LIST#', priceListShape.parse);
    },
    forms: () => of(keys.managedForms(), 'FORM#', managedFormShape.parse),
    'signature-templates': () => of(keys.signatureTemplates(), 'TEMPLATE#', signatureTemplateShape.parse),
    'month-reports': () => of(keys.monthReports(), 'MONTH#', monthReportShape.parse),
  };
};

/** Every case of the organization, in the order of creation. */
export const knownCases = async (source: Source): Promise<KnownCase[]> => {
  const found: KnownCase[] = [];
  for await (const rows of rowsOf(source, casesList, 'created'))
    found.push(...rows.map(({ id, case_number }) => ({ id, case_number })));
  return found;
};
