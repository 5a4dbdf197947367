import { type PaymentMethod, paymentMethodLabels, paymentMethods } from '#domain/payments/payment-method.ts';
import type { PostingRefs } from '#domain/quickbooks/accounting-documents.ts';
import { sortDecreasesFirst } from '#domain/quickbooks/postings.ts';
import {
  type AccountingPart,
  accountingPartLabels,
  accountingParts,
  isNamed,
  type QuickBooksBodies,
  quoted,
} from '#domain/quickbooks/quickbooks-records.ts';
import { cut } from '#domain/shared/values/text.ts';
import { createHomeRepository } from '#functions/organizations/repository/homes.ts';
import { syncUntilStable } from '#functions/platform/api/sync-until-stable.ts';
import { PermanentError } from '#functions/platform/store/partners/circuit.ts';
import { EffectPending } from '#functions/platform/store/partners/effects.ts';
import type { Table } from '#functions/platform/store/table.ts';
import {
  type AccountingEntry,
  createAccountingRepository,
} from '#functions/quickbooks/repository/accounting-entries.ts';
import type { QuickBooksCompany } from '../client/quickbooks.ts';
import {
  type CasePostings,
  customerRequest,
  invoiceRequest,
  ledgerRequests,
  postingsFingerprint,
  readCasePostings,
  transactionPostings,
} from './case-bookings.ts';
import { problemOf, recordWaiting, sendPosting } from './send-booking.ts';
import { type CompanyContext, type QuickBooksDependencies, requestIdOf } from './synced-companies.ts';

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
const ensureRefs = async (
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
const dropDeletedRefs = async (table: Table, context: CompanyContext, home: string | undefined): Promise<boolean> => {
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

type Problem = AccountingEntry['problem'];

const homeNameOf = async (
  { table }: QuickBooksDependencies,
  { keys }: CompanyContext,
  { stored }: CasePostings,
): Promise<string | undefined> =>
  (await createHomeRepository(table, keys).plainHome(stored.core.funeral_home_id))?.name;

/** What everything else of a case refers to: undefined where QuickBooks has refused its customer. */
const caseRefs = async (dependencies: QuickBooksDependencies, context: CompanyContext, postings: CasePostings) => {
  const customer = await sendPosting(dependencies, context, customerRequest(postings));
  if (!customer?.quickbooks_id) return undefined;
  const home = await homeNameOf(dependencies, context, postings);
  return { ...(await ensureRefs(dependencies.table, context, home)), customer: customer.quickbooks_id };
};

/** Sends what others refer to first; answers what holds up the rest. */
const sendInOrder = async (
  dependencies: QuickBooksDependencies,
  context: CompanyContext,
  postings: CasePostings,
): Promise<Problem> => {
  const { entries } = context;
  const { ledgerEntries, invoiced } = postings;
  const sentInvoice = await entries.find({ kind: 'invoice', id: postings.stored.core.id });
  const areAllVoided = transactionPostings(postings).every(({ isVoided }) => isVoided);
  // Nothing of a case that was cancelled before anything of it was sent.
  if (!sentInvoice && ledgerEntries.length === 0 && areAllVoided) return null;
  const refs = await caseRefs(dependencies, context, postings);
  if (!refs) return { code: 'customer', detail: '' };
  const known = await entries.findAll(ledgerEntries.map(({ id }) => ({ kind: 'payment', id })));
  const appliedThere = new Map(known.map(({ id, applied_cents }) => [id, applied_cents]));
  if (sentInvoice?.realm === context.realm && sentInvoice.quickbooks_id && invoiced !== undefined) {
    // What is to pay less of the invoice than it does makes room first.
    const { payments } = ledgerRequests(postings, refs, { id: sentInvoice.quickbooks_id, amount: invoiced });
    for (const payment of payments)
      if (payment.applied_cents < (appliedThere.get(payment.id) ?? 0))
        await sendPosting(dependencies, context, payment);
  }
  const request = invoiceRequest(postings, refs);
  const invoice = request && (await sendPosting(dependencies, context, request));
  if (request && !request.isVoided && !invoice) return { code: 'invoice', detail: '' };
  const { payments, moneyBack } = ledgerRequests(
    postings,
    refs,
    // Somebody may have entered it by hand, where it is not known which one it is.
    invoice?.quickbooks_id ? { id: invoice.quickbooks_id, amount: invoice.amount_cents } : undefined,
  );
  for (const one of [...sortDecreasesFirst(payments, appliedThere), ...moneyBack])
    await sendPosting(dependencies, context, one);
  return null;
};

/** Notes of all transactions of the case, as far as they do not stand there, what holds them up. */
const noteAllWaiting = async (
  dependencies: QuickBooksDependencies,
  context: CompanyContext,
  postings: CasePostings,
  problem: Problem,
): Promise<void> => {
  for (const posting of transactionPostings(postings))
    if (!posting.isVoided) await recordWaiting(dependencies, context, posting, problem);
};

/** Codes of refusals because something that is referred to is not there, or is inactive. */
const refersToNothing: ReadonlySet<string> = new Set(['610', '2500']);

/**
 * Sends a case, and once more where QuickBooks refuses something because of an item, a method or a class that is gone
 * there since its id was kept: another one is made in its place.
 */
const sendWithLiveRefs = async (
  dependencies: QuickBooksDependencies,
  context: CompanyContext,
  postings: CasePostings,
): Promise<Problem> => {
  const refusals: string[] = [];
  const heard: CompanyContext = {
    ...context,
    ask: (question) =>
      context.ask(question).catch((error: unknown) => {
        if (error instanceof PermanentError) refusals.push(error.message);
        throw error;
      }),
  };
  const problem = await sendInOrder(dependencies, heard, postings);
  if (!refusals.some((code) => refersToNothing.has(code))) return problem;
  const home = await homeNameOf(dependencies, context, postings);
  return (await dropDeletedRefs(dependencies.table, context, home))
    ? sendInOrder(dependencies, context, postings)
    : problem;
};

/** Sends a case once as it was read, and notes what is held up for people to see. */
const sendOnce = async (
  dependencies: QuickBooksDependencies,
  context: CompanyContext,
  postings: CasePostings,
): Promise<void> => {
  const note = (problem: Problem): Promise<void> => noteAllWaiting(dependencies, context, postings, problem);
  try {
    const problem = await sendWithLiveRefs(dependencies, context, postings);
    if (problem) await note(problem);
  } catch (error) {
    const problem = problemOf(error);
    if (problem) await note(problem);
    // What everything refers to was refused: the note says so, and somebody has to mend it over there.
    if (!(error instanceof PermanentError)) throw error;
  }
};

/**
 * Brings what a case has in money to QuickBooks: its customer, the invoice of its latest Statement, its payments with
 * what of each pays the invoice, and what went back. Each is one record there for ever, so that it stands there once
 * however often and in whatever order this runs, and as the case says in the end. What is held up is noted for people
 * to see; `blocked` says that nothing can be sent now. Throws what makes the message come again.
 */
export const syncCase = async (
  dependencies: QuickBooksDependencies,
  context: CompanyContext,
  caseId: string,
  blocked?: string,
): Promise<void> => {
  const read = () => readCasePostings(dependencies, context, caseId);
  if (blocked) {
    const postings = await read();
    if (postings) await noteAllWaiting(dependencies, context, postings, { code: blocked, detail: '' });
    return;
  }
  await syncUntilStable({
    ...{ read, said: postingsFingerprint },
    bring: async (postings) => postings && sendOnce(dependencies, context, postings),
  });
  const settings = await createAccountingRepository(dependencies.table, context.keys).settings(context.further);
  // It was booked as it was to be until then: the message comes again with the accounts of now.
  if (settings?.version !== context.settings.version) throw new EffectPending(2);
};
