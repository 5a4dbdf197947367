import { type PaymentMethod, paymentMethodLabels, paymentMethods } from '#domain/payments/ledger-entry.ts';
import { sortDecreasesFirst } from '#domain/quickbooks/postings.ts';
import type { PostingRefs } from '#domain/quickbooks/quickbooks-documents.ts';
import {
  type InvoicePart,
  invoicePartLabels,
  invoiceParts,
  isNamed,
  type QuickBooksBodies,
  quoted,
} from '#domain/quickbooks/quickbooks-records.ts';
import { cut } from '#domain/shared/values/text.ts';
import { createHomeRepository } from '#functions/organizations/repository/homes.ts';
import { syncUntilStable } from '#functions/platform/api/sync-until-stable.ts';
import { PermanentError } from '#functions/platform/store/partners/circuit.ts';
import { EffectPendingError } from '#functions/platform/store/partners/effects.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { createQuickBooksSettingsRepository, type PostingRecord } from '#functions/quickbooks/repository/postings.ts';
import type { QuickBooksCompany } from '../client/quickbooks.ts';
import {
  type CasePostings,
  customerRequest,
  invoiceRequest,
  ledgerRequests,
  postingsFingerprint,
  readCasePostings,
  transactionPostings,
} from './case-postings.ts';
import { problemOf, recordWaiting, sendPosting } from './send-posting.ts';
import { type CompanyContext, type QuickBooksDependencies, requestIdOf } from './synced-companies.ts';

interface NameListRecord<T extends 'Item' | 'Class' | 'PaymentMethod'> {
  /** The name in Stillwater; an item with another account has another name. */
  key: string;
  type: T;
  body: QuickBooksBodies[T];
}
type AnyNameListRecord = NameListRecord<'Item'> | NameListRecord<'Class'> | NameListRecord<'PaymentMethod'>;

/** Returns the id of the record with this name, or of a new one; `former` is the deleted record it replaces. */
const ensureRecord = async (
  { organizationId, realm }: CompanyContext,
  company: QuickBooksCompany,
  { key, type, body }: AnyNameListRecord,
  former: string | undefined,
): Promise<string> => {
  const namesakes = await company.page(type, isNamed('Name', body.Name));
  const namesake = namesakes.find(({ Name }) => Name.toLowerCase() === body.Name.toLowerCase());
  // The same request id would return the deleted record.
  const requestId = requestIdOf(organizationId, realm, key, ...(former ? [former] : []));
  if (!namesake) return (await company.create(type, body, requestId)).Id;
  if (type !== 'Item' || !('IncomeAccountRef' in namesake)) return namesake.Id;
  const { IncomeAccountRef } = body as QuickBooksBodies['Item'];
  if (namesake.IncomeAccountRef?.value !== IncomeAccountRef.value)
    await company.update(
      'Item',
      namesake,
      { IncomeAccountRef },
      requestIdOf(organizationId, realm, key, namesake.SyncToken),
    );
  return namesake.Id;
};

const itemKey = ({ settings: { parts } }: CompanyContext, part: InvoicePart): string => `Item ${part} ${parts[part]}`;
const methodKey = (method: PaymentMethod): string => `PaymentMethod ${method}`;
const classKey = (name: string): string => `Class ${name}`;
const formerKey = (key: string): string => `Former ${key}`;

const recordsFor = (context: CompanyContext, homeName: string | undefined): AnyNameListRecord[] => [
  ...invoiceParts.map((part) => ({
    key: itemKey(context, part),
    type: 'Item' as const,
    body: {
      Name: invoicePartLabels[part],
      Type: 'Service' as const,
      Taxable: part === 'merchandise',
      IncomeAccountRef: { value: context.settings.parts[part] ?? '' },
    },
  })),
  ...paymentMethods.map((method) => ({
    key: methodKey(method),
    type: 'PaymentMethod' as const,
    body: { Name: paymentMethodLabels[method], Type: 'NON_CREDIT_CARD' as const },
  })),
  ...(homeName
    ? [{ key: classKey(homeName), type: 'Class' as const, body: { Name: cut(homeName.replaceAll(':', ' '), 100) } }]
    : []),
];

/** Creates records that transactions refer to if they are missing, and stores their ids. */
const ensureRefs = async (
  table: Table,
  context: CompanyContext,
  home: string | undefined,
): Promise<Omit<PostingRefs, 'customer'>> => {
  const { entries, realm, settings } = context;
  const homeName = settings.classes ? home : undefined;
  const references = await entries.references(realm);
  const missing = recordsFor(context, homeName).filter(({ key }) => !references[key]);
  for (const record of missing)
    references[record.key] = await context.ask((company) =>
      ensureRecord(context, company, record, references[formerKey(record.key)]),
    );
  if (missing.length) await table.transact([entries.putReferences(realm, references)]);
  const id = (key: string): string => references[key] ?? '';
  return {
    items: Object.fromEntries(invoiceParts.map((part) => [part, id(itemKey(context, part))])) as PostingRefs['items'],
    methods: Object.fromEntries(
      paymentMethods.map((method) => [method, id(methodKey(method))]),
    ) as PostingRefs['methods'],
    deposit: settings.deposit,
    receivable: settings.receivable ?? '',
    refund: settings.refund ?? '',
    homeClass: homeName ? id(classKey(homeName)) : null,
  };
};

/** Deletes stored ids of records that no longer exist in QuickBooks; returns whether there were any. */
const dropDeletedRefs = async (table: Table, context: CompanyContext, home: string | undefined): Promise<boolean> => {
  const { entries, realm, settings } = context;
  const references = await entries.references(realm);
  const storedRefs = recordsFor(context, settings.classes ? home : undefined).flatMap(({ key, type }) => {
    const id = references[key];
    return id ? [{ key, type, id }] : [];
  });
  const deletedKeys = new Map<string, string>();
  for (const [type, records] of Map.groupBy(storedRefs, (reference) => reference.type)) {
    const ids = records.map(({ id }) => quoted(id)).join(', ');
    // Lists omit inactive records.
    const remaining = await context.ask((company) => company.page(type, `Id IN (${ids})`));
    const there = new Set(remaining.map(({ Id }) => Id));
    for (const { key, id } of records) if (!there.has(id)) deletedKeys.set(key, id);
  }
  if (deletedKeys.size === 0) return false;
  const remaining = Object.entries(references).filter(([key]) => !deletedKeys.has(key));
  const former = [...deletedKeys].map(([key, id]): [string, string] => [formerKey(key), id]);
  await table.transact([entries.putReferences(realm, Object.fromEntries([...remaining, ...former]))]);
  return true;
};

type Problem = PostingRecord['problem'];

const homeNameOf = async (
  { table }: QuickBooksDependencies,
  { keys }: CompanyContext,
  { stored }: CasePostings,
): Promise<string | undefined> =>
  (await createHomeRepository(table, keys).plainHome(stored.core.funeral_home_id))?.name;

/** Returns undefined if QuickBooks rejected the customer. */
const caseRefs = async (dependencies: QuickBooksDependencies, context: CompanyContext, postings: CasePostings) => {
  const customer = await sendPosting(dependencies, context, customerRequest(postings));
  if (!customer?.quickbooks_id) return undefined;
  const home = await homeNameOf(dependencies, context, postings);
  return { ...(await ensureRefs(dependencies.table, context, home)), customer: customer.quickbooks_id };
};

/** Sends postings before those that refer to them; returns the reason the rest waits. */
const sendInOrder = async (
  dependencies: QuickBooksDependencies,
  context: CompanyContext,
  postings: CasePostings,
): Promise<Problem> => {
  const { entries } = context;
  const { ledgerEntries, invoiced } = postings;
  const sentInvoice = await entries.find({ kind: 'invoice', id: postings.stored.core.id });
  const areAllVoided = transactionPostings(postings).every(({ isVoided }) => isVoided);
  // A case cancelled before it was sent has no invoice.
  if (!sentInvoice && ledgerEntries.length === 0 && areAllVoided) return null;
  const refs = await caseRefs(dependencies, context, postings);
  if (!refs) return { code: 'customer', detail: '' };
  const known = await entries.findAll(ledgerEntries.map(({ id }) => ({ kind: 'payment', id })));
  const appliedThere = new Map(known.map(({ id, applied_cents }) => [id, applied_cents]));
  if (sentInvoice?.realm === context.realm && sentInvoice.quickbooks_id && invoiced !== undefined) {
    // Payments that release the invoice go first.
    const { payments } = ledgerRequests(postings, refs, { id: sentInvoice.quickbooks_id, amount: invoiced });
    for (const payment of payments)
      if (payment.applied_cents < (appliedThere.get(payment.id) ?? 0))
        await sendPosting(dependencies, context, payment);
  }
  const request = invoiceRequest(postings, refs);
  const invoice = request && (await sendPosting(dependencies, context, request));
  if (request && !request.isVoided && !invoice) return { code: 'invoice', detail: '' };
  const { payments, refunds } = ledgerRequests(
    postings,
    refs,
    // An invoice entered by hand has no known id.
    invoice?.quickbooks_id ? { id: invoice.quickbooks_id, amount: invoice.amount_cents } : undefined,
  );
  for (const request of [...sortDecreasesFirst(payments, appliedThere), ...refunds])
    await sendPosting(dependencies, context, request);
  return null;
};

/** Notes why the transactions of a case wait, except those already sent. */
const noteAllWaiting = async (
  dependencies: QuickBooksDependencies,
  context: CompanyContext,
  postings: CasePostings,
  problem: Problem,
): Promise<void> => {
  for (const posting of transactionPostings(postings))
    if (!posting.isVoided) await recordWaiting(dependencies, context, posting, problem);
};

const refersToNothing: ReadonlySet<string> = new Set(['610', '2500']);

/** Sends a case, and again if QuickBooks rejects a reference whose stored id no longer exists. */
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
    // The customer was rejected: a user must fix it in QuickBooks.
    if (!(error instanceof PermanentError)) throw error;
  }
};

/**
 * Sends customer, invoice, payments and refunds of a case. Each is one record, however often and in whatever order this
 * runs, and finally has the case's current values. `blocked` means that nothing can be sent now. Throws if the message
 * must be retried.
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
    read,
    fingerprint: postingsFingerprint,
    bring: async (postings) => postings && sendOnce(dependencies, context, postings),
  });
  const settings = await createQuickBooksSettingsRepository(dependencies.table, context.keys).settings(context.further);
  // The settings changed in the meantime: the message is handled again with the new accounts.
  if (settings?.version !== context.settings.version) throw new EffectPendingError(2);
};
