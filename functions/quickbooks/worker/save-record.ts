import { noteSeparator } from '#domain/quickbooks/accounting-documents.ts';
import { type BookedType, numberFields, type PostingKind } from '#domain/quickbooks/postings.ts';
import { isNamed, type QuickBooksBodies, type QuickBooksRecord } from '#domain/quickbooks/quickbooks-records.ts';
import { type Cents, parseMoney } from '#domain/shared/values/money.ts';
import { PermanentError } from '#functions/platform/store/partners/circuit.ts';
import { duplicateCodes, type QuickBooksCompany } from '#functions/quickbooks/client/quickbooks.ts';
import type { AccountingEntry } from '#functions/quickbooks/repository/accounting-entries.ts';
import { type CompanyContext, requestIdOf } from './synced-companies.ts';

/** What of a case is to be booked, as one record in QuickBooks, by what a bookkeeper finds it by. */
export interface Posting {
  kind: PostingKind;
  id: string;
  case_id: string;
  case_number: string;
  number: string;
  date: string;
  amount_cents: Cents;
  /** It is to stand there with nothing in it, if it stands there at all. */
  isVoided: boolean;
}

/** A booking with the body of the request that creates or updates its record in QuickBooks. */
export interface PostingRequest<T extends BookedType = BookedType> extends Posting {
  type: T;
  body: QuickBooksBodies[T];
  /** What of a payment pays the invoice. */
  applied_cents: Cents;
}

/** A record in QuickBooks of one of the types that bookings have there. */
export type BookedRecord = QuickBooksRecord<BookedType>;

/** What of a record in QuickBooks is ours to say: whoever changes one of these there has changed what was sent. */
export const recordFingerprint = (record: BookedRecord): string => {
  if ('DisplayName' in record) return JSON.stringify([record.DisplayName]);
  const { TxnDate, TotalAmt, DocNumber = '' } = record;
  const { PaymentRefNum = '' } = record as Partial<QuickBooksRecord<'Payment'>>;
  const { CustomerRef } = record as Partial<QuickBooksRecord<'Invoice'>>;
  return JSON.stringify([TxnDate, TotalAmt, DocNumber, PaymentRefNum, CustomerRef?.value ?? '']);
};

/** The number that a record had there when it was sent last, as its {@link recordFingerprint} keeps it; '' of a customer. */
export const numberSeen = (seen: string): string => {
  const [, , DocNumber = '', PaymentRefNum = ''] = JSON.parse(seen) as string[];
  return PaymentRefNum || DocNumber;
};

/** What the note of a record says, part by part. */
const notesOf = (record: object): string[] => {
  const { Notes, PrivateNote = '' } = record as { Notes?: string; PrivateNote?: string };
  return (Notes ?? PrivateNote).split(noteSeparator);
};
/** Whether we have sent it, as its note says. */
export const isSentByUs = (record: BookedRecord): boolean => notesOf(record).some((one) => one.includes('Stillwater '));

/**
 * Whether it was sent for the same of our records: two homes may count under one prefix, and then a number is that of two
 * families. An invoice is known by its case as well, as each version of a Statement has an id of its own.
 */
const isOfSameSource = (record: BookedRecord, { type, body }: PostingRequest): boolean => {
  const [mark = '', ofCase] = notesOf(body).reverse();
  const isOfCase = (one: string): boolean => type === 'Invoice' && one === ofCase;
  // Somebody may have written more behind the mark there.
  return isSentByUs(record) && notesOf(record).some((one) => one.includes(mark) || isOfCase(one));
};

/** The record there that was created for this booking, by its name or number and the mark in its note. */
const findRecord = async (company: QuickBooksCompany, request: PostingRequest): Promise<BookedRecord | undefined> => {
  const { type, body } = request;
  const field = numberFields[type];
  const value = String((body as unknown as Record<string, unknown>)[field]);
  const found = (await company.page(type, isNamed(field, value))) as BookedRecord[];
  return found.find((record) => isOfSameSource(record, request));
};

/** Refuses to write over what somebody changed there since it was sent. */
const assertUnchanged =
  ({ seen }: AccountingEntry) =>
  (current: BookedRecord): void => {
    if (seen !== null && recordFingerprint(current) !== seen) throw new PermanentError('changed-there');
  };

/** Whether a record there is what was requested, as far as that can be told of its number, day and amount. */
const matchesRequest = (record: BookedRecord, { kind, body, amount_cents }: PostingRequest): boolean => {
  const sent = body as unknown as { DisplayName?: string; DocNumber?: string; TxnDate?: string };
  if ('DisplayName' in record) return record.DisplayName === sent.DisplayName;
  const isOfNumber = kind === 'payment' || record.DocNumber === sent.DocNumber;
  // With the tax that QuickBooks works out, an invoice amounts to what it says.
  const isOfAmount = kind === 'invoice' || parseMoney(record.TotalAmt) === Math.abs(amount_cents);
  return isOfNumber && isOfAmount && record.TxnDate === sent.TxnDate;
};

/** Creates the record, unless it is found there; `isCurrent`: it is as requested, and needs no update. */
const createOrFind = async (
  { organizationId, realm }: CompanyContext,
  company: QuickBooksCompany,
  entry: AccountingEntry,
  request: PostingRequest,
): Promise<{ record: BookedRecord; isCurrent: boolean }> => {
  const { kind, id, type, body } = request;
  const earlier = entry.is_asked ? await findRecord(company, request) : undefined;
  if (earlier) return { record: earlier, isCurrent: false };
  try {
    const requestId = requestIdOf(organizationId, realm, kind, id, 'make', entry.refusals);
    const record = (await company.create(type, body, requestId)) as BookedRecord;
    // A repetition is answered with the first record, which may have been made of what the case said then.
    return { record, isCurrent: matchesRequest(record, request) };
  } catch (error) {
    if (!(error instanceof PermanentError) || !duplicateCodes.has(error.message)) throw error;
    const duplicate = await findRecord(company, request);
    if (!duplicate) throw error;
    return { record: duplicate, isCurrent: false };
  }
};

/** Of one update of one revision there: another body, or another revision, is another request. */
const updateRequestId = (
  { organizationId, realm }: CompanyContext,
  { refusals }: AccountingEntry,
  { kind, id, body, isVoided }: PostingRequest,
  syncToken: string,
): string => requestIdOf(organizationId, realm, kind, id, JSON.stringify([body, isVoided]), syncToken, refusals);

/**
 * Creates, updates or voids the record of a booking in QuickBooks and answers how it stands there, or undefined where
 * nothing of it stands and nothing is to. It is there once however often this runs: the request that creates it has one
 * id for ever, and where its answer was lost the books are looked through before it is repeated. Throws a PartnerError;
 * `Permanent('changed-there')` where somebody has changed it there.
 */
export const saveRecord = async (
  context: CompanyContext,
  company: QuickBooksCompany,
  entry: AccountingEntry,
  request: PostingRequest,
): Promise<BookedRecord | undefined> => {
  const { type, body, isVoided } = request;
  let current: BookedRecord | undefined;
  if (entry.quickbooks_id === null) {
    if (isVoided) current = entry.is_asked ? await findRecord(company, request) : undefined;
    else {
      const { record, isCurrent } = await createOrFind(context, company, entry, request);
      if (isCurrent) return record;
      current = record;
    }
    if (!current) return undefined;
  } else if (isVoided || entry.seen === null) {
    current = (await company.read(type, entry.quickbooks_id)) as BookedRecord | undefined;
    // Deleted there: nothing is left to be taken out, and what is to stand there is created anew.
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
    return (await company.void('Payment', revision, requestId)) as BookedRecord;
  }
  return (await company.update(type, revision, body, requestId, assertUnchanged(entry))) as BookedRecord;
};
