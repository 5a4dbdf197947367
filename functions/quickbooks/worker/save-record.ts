import { numberFields, type PostedType, type PostingKind } from '#domain/quickbooks/postings.ts';
import { noteSeparator } from '#domain/quickbooks/quickbooks-documents.ts';
import { isNamed, type QuickBooksBodies, type QuickBooksRecord } from '#domain/quickbooks/quickbooks-records.ts';
import { type Cents, parseMoney, toDecimal } from '#domain/shared/values/money.ts';
import { PermanentError } from '#functions/platform/store/partners/circuit.ts';
import { duplicateCodes, type QuickBooksCompany } from '#functions/quickbooks/client/quickbooks.ts';
import type { PostingRecord } from '#functions/quickbooks/repository/postings.ts';
import { type CompanyContext, requestIdOf } from './synced-companies.ts';

export interface Posting {
  kind: PostingKind;
  id: string;
  case_id: string;
  case_number: string;
  number: string;
  date: string;
  amount_cents: Cents;
  /** If the record exists, its amount becomes 0. */
  isVoided: boolean;
}

export interface PostingRequest<T extends PostedType = PostedType> extends Posting {
  type: T;
  body: QuickBooksBodies[T];
  /** Cents of a payment that pay the invoice. */
  applied_cents: Cents;
}

export type PostedRecord = QuickBooksRecord<PostedType>;

/** Returns the fields that Stillwater writes: another value means a change by another user. */
export const recordFingerprint = (record: PostedRecord): string => {
  if ('DisplayName' in record) return JSON.stringify([record.DisplayName]);
  const { TxnDate, TotalAmt, DocNumber = '' } = record;
  const { PaymentRefNum = '' } = record as Partial<QuickBooksRecord<'Payment'>>;
  const { CustomerRef } = record as Partial<QuickBooksRecord<'Invoice'>>;
  return JSON.stringify([TxnDate, TotalAmt, DocNumber, PaymentRefNum, CustomerRef?.value ?? '']);
};

/** Returns the error that a user changed a record in QuickBooks, with its amount there. */
export const changedThere = (record: PostedRecord): PermanentError => {
  const cents = 'TotalAmt' in record ? parseMoney(record.TotalAmt) : null;
  return new PermanentError('changed-there', { sentence: cents === null ? '' : toDecimal(cents) });
};

/** Returns the number in a {@link recordFingerprint}; '' of a customer. */
export const numberSeen = (seen: string): string => {
  const [, , DocNumber = '', PaymentRefNum = ''] = JSON.parse(seen) as string[];
  return PaymentRefNum || DocNumber;
};

const notesOf = (record: object): string[] => {
  const { Notes, PrivateNote = '' } = record as { Notes?: string; PrivateNote?: string };
  return (Notes ?? PrivateNote).split(noteSeparator);
};
export const isSentByUs = (record: PostedRecord): boolean =>
  notesOf(record).some((note) => note.includes('Stillwater '));

/**
 * True if the record has the same source, because homes may share a prefix and so a number. An invoice is also
 * recognized by its case, as each version of a Statement has its own id.
 */
const isOfSameSource = (record: PostedRecord, { type, body }: PostingRequest): boolean => {
  const [mark = '', ofCase] = notesOf(body).reverse();
  const isOfCase = (caseId: string): boolean => type === 'Invoice' && caseId === ofCase;
  // Users may have appended to the mark.
  return isSentByUs(record) && notesOf(record).some((note) => note.includes(mark) || isOfCase(note));
};

/** Finds the posting's record by name or number and the mark in its note. */
const findRecord = async (company: QuickBooksCompany, request: PostingRequest): Promise<PostedRecord | undefined> => {
  const { type, body } = request;
  const field = numberFields[type];
  const value = String((body as unknown as Record<string, unknown>)[field]);
  const found = (await company.page(type, isNamed(field, value))) as PostedRecord[];
  return found.find((record) => isOfSameSource(record, request));
};

/** Throws if a user changed the record in QuickBooks since it was sent. */
const assertUnchanged =
  ({ seen }: PostingRecord) =>
  (current: PostedRecord): void => {
    if (seen !== null && recordFingerprint(current) !== seen) throw changedThere(current);
  };

const matchesRequest = (record: PostedRecord, { kind, body, amount_cents }: PostingRequest): boolean => {
  const sent = body as unknown as { DisplayName?: string; DocNumber?: string; TxnDate?: string };
  if ('DisplayName' in record) return record.DisplayName === sent.DisplayName;
  const isOfNumber = kind === 'payment' || record.DocNumber === sent.DocNumber;
  // With tax calculated by QuickBooks, it decides the total of an invoice.
  const isOfAmount = kind === 'invoice' || parseMoney(record.TotalAmt) === Math.abs(amount_cents);
  return isOfNumber && isOfAmount && record.TxnDate === sent.TxnDate;
};

/** Creates the record unless it exists; `isCurrent`: it needs no update. */
const createOrFind = async (
  { organizationId, realm }: CompanyContext,
  company: QuickBooksCompany,
  entry: PostingRecord,
  request: PostingRequest,
): Promise<{ record: PostedRecord; isCurrent: boolean }> => {
  const { kind, id, type, body } = request;
  const earlier = entry.is_asked ? await findRecord(company, request) : undefined;
  if (earlier) return { record: earlier, isCurrent: false };
  try {
    const requestId = requestIdOf(organizationId, realm, kind, id, 'make', entry.refusals);
    const record = (await company.create(type, body, requestId)) as PostedRecord;
    // A repeated request returns the first record, which may be based on older values.
    return { record, isCurrent: matchesRequest(record, request) };
  } catch (error) {
    if (!(error instanceof PermanentError) || !duplicateCodes.has(error.message)) throw error;
    const duplicate = await findRecord(company, request);
    if (!duplicate) throw error;
    return { record: duplicate, isCurrent: false };
  }
};

/** The id of an update: another body or revision is another request. */
const updateRequestId = (
  { organizationId, realm }: CompanyContext,
  { refusals }: PostingRecord,
  { kind, id, body, isVoided }: PostingRequest,
  syncToken: string,
): string => requestIdOf(organizationId, realm, kind, id, JSON.stringify([body, isVoided]), syncToken, refusals);

/**
 * Creates, updates or voids a posting's record and returns its state; undefined if none exists or is needed. The record
 * exists once: its creation has a permanent request id, and after a lost response QuickBooks is searched first. Throws
 * a PartnerError; `PermanentError('changed-there')` if a user changed it in QuickBooks.
 */
export const saveRecord = async (
  context: CompanyContext,
  company: QuickBooksCompany,
  entry: PostingRecord,
  request: PostingRequest,
): Promise<PostedRecord | undefined> => {
  const { type, body, isVoided } = request;
  let current: PostedRecord | undefined;
  if (entry.quickbooks_id === null) {
    if (isVoided) current = entry.is_asked ? await findRecord(company, request) : undefined;
    else {
      const { record, isCurrent } = await createOrFind(context, company, entry, request);
      if (isCurrent) return record;
      current = record;
    }
    if (!current) return undefined;
  } else if (isVoided || entry.seen === null) {
    current = (await company.read(type, entry.quickbooks_id)) as PostedRecord | undefined;
    // Deleted in QuickBooks: a void is done, anything else is created again.
    if (!current)
      return isVoided
        ? undefined
        : (await createOrFind(context, company, { ...entry, is_asked: false }, request)).record;
    assertUnchanged(entry)(current);
  }
  const revision = current ?? { Id: entry.quickbooks_id ?? '', SyncToken: entry.sync_token };
  const requestId = updateRequestId(context, entry, request, revision.SyncToken);
  if (isVoided && type === 'Payment') {
    if (current && 'TotalAmt' in current && current.TotalAmt === 0) return current;
    return (await company.void('Payment', revision, requestId)) as PostedRecord;
  }
  return (await company.update(type, revision, body, requestId, assertUnchanged(entry))) as PostedRecord;
};
