import { noteSeparator } from '#domain/accounting/accounting-documents.ts';
import type { BookingKind } from '#domain/accounting/bookings.ts';
import { type QuickBooksBodies, type QuickBooksRecord, quoted } from '#domain/accounting/quickbooks-records.ts';
import { type Cents, parseMoney } from '#domain/values/money.ts';
import { Permanent } from '#functions/adapters/partner-error.ts';
import { duplicateCodes, type QuickBooksCompany } from '#functions/adapters/quickbooks.ts';
import type { AccountingEntry } from '#functions/records/accounting-entries.ts';
import { type CompanyWork, requestId } from './company-work.ts';

export type BookedType = 'Customer' | 'Invoice' | 'Payment' | 'Purchase';

/** What of a case is to stand in the books, by what a bookkeeper finds it by. */
export interface Named {
  kind: BookingKind;
  id: string;
  case_id: string;
  case_number: string;
  number: string;
  date: string;
  amount_cents: Cents;
  /** It is to stand there with nothing in it, if it stands there at all. */
  isVoided: boolean;
}
/** The same with what is sent of it, as one record there. */
export interface Wanted<T extends BookedType = BookedType> extends Named {
  type: T;
  body: QuickBooksBodies[T];
  /** What of a payment pays the invoice. */
  applied_cents: Cents;
}
export type Booked = QuickBooksRecord<BookedType>;

/** What of a record there is ours to say: whoever changes one of these there has changed what was sent. */
export const seenOf = (record: Booked): string => {
  if ('DisplayName' in record) return JSON.stringify([record.DisplayName]);
  const { TxnDate, TotalAmt, DocNumber = '' } = record;
  const { PaymentRefNum = '' } = record as Partial<QuickBooksRecord<'Payment'>>;
  const { CustomerRef } = record as Partial<QuickBooksRecord<'Invoice'>>;
  return JSON.stringify([TxnDate, TotalAmt, DocNumber, PaymentRefNum, CustomerRef?.value ?? '']);
};

/** What the note of a record says, part by part. */
const notesOf = (record: object): string[] => {
  const { Notes, PrivateNote = '' } = record as { Notes?: string; PrivateNote?: string };
  return (Notes ?? PrivateNote).split(noteSeparator);
};
/** Whether we have sent it, as its note says. */
export const isOurs = (record: Booked): boolean => notesOf(record).some((one) => one.includes('Stillwater '));

/**
 * Whether it was sent for the same of our records: two homes may count under one prefix, and then a number is that of two
 * families. An invoice is known by its case as well, as each version of a Statement has an id of its own.
 */
const isOfSame = (record: Booked, { type, body }: Wanted): boolean => {
  const [mark = '', ofCase] = notesOf(body).reverse();
  const isOfCase = (one: string): boolean => type === 'Invoice' && one === ofCase;
  // Somebody may have written more behind the mark there.
  return isOurs(record) && notesOf(record).some((one) => one.includes(mark) || isOfCase(one));
};

/** By which field a record is found again when the answer to its making was lost. */
const numberField = {
  Customer: 'DisplayName',
  Invoice: 'DocNumber',
  Payment: 'PaymentRefNum',
  Purchase: 'DocNumber',
} as const;

/** The record there that was made for this one, by its name or number and the mark in its note. */
const lookUp = async (company: QuickBooksCompany, wanted: Wanted): Promise<Booked | undefined> => {
  const { type, body } = wanted;
  const field = numberField[type];
  const value = String((body as unknown as Record<string, unknown>)[field]);
  const found = (await company.page(type, `${field} = ${quoted(value)}`)) as Booked[];
  return found.find((record) => isOfSame(record, wanted));
};

/** Refuses to write over what somebody changed there since it was sent. */
const assertUnchanged =
  ({ seen }: AccountingEntry) =>
  (current: Booked): void => {
    if (seen !== null && seenOf(current) !== seen) throw new Permanent('changed-there');
  };

/** Whether a record there is what is wanted, as far as that can be told of its number, day and amount. */
const says = (record: Booked, { kind, body, amount_cents }: Wanted): boolean => {
  const sent = body as unknown as { DisplayName?: string; DocNumber?: string; TxnDate?: string };
  if ('DisplayName' in record) return record.DisplayName === sent.DisplayName;
  const isOfNumber = kind === 'payment' || record.DocNumber === sent.DocNumber;
  // With the tax that QuickBooks works out, an invoice amounts to what it says.
  const isOfAmount = kind === 'invoice' || parseMoney(record.TotalAmt) === Math.abs(amount_cents);
  return isOfNumber && isOfAmount && record.TxnDate === sent.TxnDate;
};

const made = async (
  { organizationId, realm }: CompanyWork,
  company: QuickBooksCompany,
  entry: AccountingEntry,
  wanted: Wanted,
): Promise<{ record: Booked; isNew: boolean }> => {
  const { kind, id, type, body } = wanted;
  const before = entry.is_asked ? await lookUp(company, wanted) : undefined;
  if (before) return { record: before, isNew: false };
  try {
    const request = requestId(organizationId, realm, kind, id, 'make', entry.refusals);
    const record = (await company.create(type, body, request)) as Booked;
    // A repetition is answered with the first record, which may have been made of what the case said then.
    return { record, isNew: says(record, wanted) };
  } catch (error) {
    if (!(error instanceof Permanent) || !duplicateCodes.has(error.message)) throw error;
    const there = await lookUp(company, wanted);
    if (!there) throw error;
    return { record: there, isNew: false };
  }
};

/** Of one change onto one state of it there: another body, or another state, is another request. */
const changeId = (
  { organizationId, realm }: CompanyWork,
  { refusals }: AccountingEntry,
  { kind, id, body, isVoided }: Wanted,
  onto: string,
): string => requestId(organizationId, realm, kind, id, JSON.stringify([body, isVoided]), onto, refusals);

/**
 * Brings one record to the books and answers how it stands there, or undefined where nothing of it stands and nothing is
 * to. It is there once however often this runs: the request that makes it has an id for ever, and where its answer was lost
 * the books are looked through before it is repeated. Throws a PartnerError; `Permanent('changed-there')` where somebody
 * has changed it there.
 */
export const placed = async (
  work: CompanyWork,
  company: QuickBooksCompany,
  entry: AccountingEntry,
  wanted: Wanted,
): Promise<Booked | undefined> => {
  const { type, body, isVoided } = wanted;
  let current: Booked | undefined;
  if (entry.quickbooks_id === null) {
    if (isVoided) current = entry.is_asked ? await lookUp(company, wanted) : undefined;
    else {
      const { record, isNew } = await made(work, company, entry, wanted);
      if (isNew) return record;
      current = record;
    }
    if (!current) return undefined;
  } else if (isVoided || entry.seen === null) {
    current = (await company.read(type, entry.quickbooks_id)) as Booked | undefined;
    // Deleted there: nothing is left to be taken out, and what is wanted is made anew.
    if (!current)
      return isVoided ? undefined : (await made(work, company, { ...entry, is_asked: false }, wanted)).record;
    assertUnchanged(entry)(current);
  }
  const standing = current ?? { Id: entry.quickbooks_id ?? '', SyncToken: entry.sync_token };
  const request = changeId(work, entry, wanted, standing.SyncToken);
  if (isVoided && type === 'Payment') {
    if (current && 'TotalAmt' in current && current.TotalAmt === 0) return current;
    return (await company.void('Payment', standing, request)) as Booked;
  }
  return (await company.update(type, standing, body, request, assertUnchanged(entry))) as Booked;
};
