import { createHash } from 'node:crypto';
import { numberFields } from '#domain/quickbooks/postings.ts';
import { formerNumberThere } from '#domain/quickbooks/reconciliation.ts';
import { toCents } from '#domain/shared/values/money.ts';
import { CircuitOpenError, PartnerError, PermanentError } from '#functions/platform/store/partners/circuit.ts';
import { EffectPendingError } from '#functions/platform/store/partners/effects.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { mayBeInQuickBooks, type PostingRecord } from '#functions/quickbooks/repository/postings.ts';
import {
  numberSeen,
  type PostedRecord,
  type Posting,
  type PostingRequest,
  recordFingerprint,
  saveRecord,
} from './save-record.ts';
import { type CompanyContext, canTakeOver, type QuickBooksDependencies } from './synced-companies.ts';

/** Longer than the calls for one record; a crashed worker blocks it this long. */
const claimSeconds = 60;

const requestDigest = ({ body, isVoided }: PostingRequest, realm: string): string =>
  createHash('sha256')
    .update(JSON.stringify([realm, body, isVoided]))
    .digest('base64url');

const newEntry = ({ organizationId, realm }: CompanyContext, posting: Posting): PostingRecord => {
  const { kind, id, case_id, case_number, number, date, amount_cents } = posting;
  return {
    organization_id: organizationId,
    version: 0,
    kind,
    id,
    case_id,
    case_number,
    number,
    date,
    amount_cents,
    state: 'waiting',
    problem: null,
    realm,
    quickbooks_id: null,
    sync_token: '',
    digest: null,
    refused: null,
    seen: null,
    applied_cents: 0,
    refusals: 0,
    is_asked: false,
    claimed_until: null,
    updated_at: '',
  };
};

/** Returns the entry for this company. It may have been sent here before, so nothing is created without a search. */
const entryInCompany = (entry: PostingRecord, realm: string): PostingRecord =>
  entry.realm === realm
    ? entry
    : {
        ...entry,
        realm,
        state: 'waiting',
        problem: null,
        quickbooks_id: null,
        sync_token: '',
        digest: null,
        refused: null,
        seen: null,
        applied_cents: 0,
        refusals: 0,
        is_asked: true,
      };

const saveEntry = async (
  { table, now }: QuickBooksDependencies,
  { entries }: CompanyContext,
  before: PostingRecord | undefined,
  next: PostingRecord,
) => {
  const at = now();
  try {
    await table.transact(entries.put(before, next, at));
  } catch (error) {
    // Another worker has it or just had it.
    if (error instanceof WriteConflictError) throw new EffectPendingError(2);
    throw error;
  }
  return { ...next, version: (before?.version ?? 0) + 1, updated_at: at.toISOString() };
};

const sentEntry = (
  entry: PostingRecord,
  request: PostingRequest,
  record: PostedRecord,
  digest: string,
): PostingRecord => ({
  ...entry,
  state: 'sent',
  problem: null,
  quickbooks_id: record.Id,
  sync_token: record.SyncToken,
  digest,
  refused: null,
  seen: recordFingerprint(record),
  applied_cents: request.isVoided ? 0 : request.applied_cents,
  is_asked: false,
  claimed_until: null,
  // With tax calculated by QuickBooks, it decides the total of an invoice.
  amount_cents: 'TotalAmt' in record && request.kind === 'invoice' ? toCents(record.TotalAmt) : request.amount_cents,
});

/** True if the record belongs to another company, chosen or used by the case after this one was looked up. */
const belongsElsewhere = async (
  dependencies: QuickBooksDependencies,
  context: CompanyContext,
  before: PostingRecord | undefined,
): Promise<boolean> => {
  if (!before || before.realm === context.realm || !mayBeInQuickBooks(before)) return false;
  return !(await canTakeOver(dependencies, context, before.realm));
};

/** Notes the reason that a posting waits; sent and failed ones stay unchanged. */
export const recordWaiting = async (
  dependencies: QuickBooksDependencies,
  context: CompanyContext,
  posting: Posting,
  problem: PostingRecord['problem'],
): Promise<void> => {
  const before = await context.entries.find(posting);
  if (await belongsElsewhere(dependencies, context, before)) return;
  const entry = entryInCompany(before ?? newEntry(context, posting), context.realm);
  const isClaimed = Date.parse(entry.claimed_until ?? '') > dependencies.now().getTime();
  if (entry.state !== 'waiting' || isClaimed || (before && before.problem?.code === problem?.code)) return;
  await saveEntry(dependencies, context, before, { ...entry, problem });
};

/** Keeps the number of a record that was sent under the end of a long number. */
const underItsNumber = (request: PostingRequest, { seen }: PostingRecord): PostingRequest => {
  const former = formerNumberThere(request.number);
  if (seen === null || numberSeen(seen) !== former) return request;
  return { ...request, body: { ...request.body, [numberFields[request.type]]: former } };
};

interface Claim {
  before: PostingRecord | undefined;
  entry: PostingRecord;
  request: PostingRequest;
}
/** Claims the entry for a minute before the request is made. Throws while another worker holds it. */
const claimEntry = async (
  dependencies: QuickBooksDependencies,
  context: CompanyContext,
  { before, entry, request: { number, date, amount_cents, case_number } }: Claim,
): Promise<PostingRecord> => {
  const now = dependencies.now();
  const held = (Date.parse(entry.claimed_until ?? '') - now.getTime()) / 1000;
  if (held > 0) throw new EffectPendingError(Math.min(held, 5));
  const claimed_until = new Date(now.getTime() + claimSeconds * 1000).toISOString();
  return saveEntry(dependencies, context, before, {
    ...entry,
    number,
    date,
    amount_cents,
    case_number,
    state: 'waiting',
    problem: null,
    claimed_until,
    is_asked: entry.is_asked || entry.quickbooks_id === null,
  });
};

/** A record changed in QuickBooks still exists: postings that refer to it need not wait. */
const isChangedThere = ({ problem, quickbooks_id }: PostingRecord): boolean =>
  quickbooks_id !== null && problem?.code === 'changed-there';

/** Returns the problem if the cause is QuickBooks. */
export const problemOf = (error: unknown): PostingRecord['problem'] => {
  if (error instanceof CircuitOpenError) return { code: 'paused', detail: '' };
  return error instanceof PartnerError ? { code: error.message, detail: error.sentence ?? '' } : null;
};

/** Returns the entry after an error: failed if QuickBooks rejected the request, else waiting. */
const unsentEntry = (
  claimed: PostingRecord,
  { is_asked }: Pick<PostingRecord, 'is_asked'>,
  digest: string,
  error: unknown,
): PostingRecord => {
  const waiting: PostingRecord = { ...claimed, claimed_until: null, state: 'waiting', problem: problemOf(error) };
  if (!(error instanceof PermanentError)) return waiting;
  // A rejected request had no effect, and the next one is another request.
  return { ...waiting, state: 'failed', refused: digest, refusals: claimed.refusals + 1, is_asked };
};

/**
 * Sends a posting and returns its entry, or undefined if dependent postings must wait. A final rejection is stored as
 * failed until a request or a change. Throws if the message must be retried.
 */
export const sendPosting = async (
  dependencies: QuickBooksDependencies,
  context: CompanyContext,
  asked: PostingRequest,
): Promise<PostingRecord | undefined> => {
  const before = await context.entries.find(asked);
  if (await belongsElsewhere(dependencies, context, before)) {
    // The customer decides the company of a case, which is looked up again; other records stay.
    if (asked.kind === 'customer') throw new EffectPendingError(2);
    return undefined;
  }
  const entry = entryInCompany(before ?? newEntry(context, asked), context.realm);
  const request = underItsNumber(asked, entry);
  const digest = requestDigest(request, context.realm);
  if (entry.state === 'by_hand' || (entry.state === 'sent' && entry.digest === digest)) return entry;
  if (entry.state === 'failed' && entry.refused === digest) return isChangedThere(entry) ? entry : undefined;
  if (request.isVoided && entry.quickbooks_id === null && !entry.is_asked) {
    if (before) await dependencies.table.transact(context.entries.remove(before));
    return undefined;
  }
  const claimed = await claimEntry(dependencies, context, { before, entry, request });
  try {
    // The entry before the claim shows whether it was requested before.
    const record = await context.ask((company) => saveRecord(context, company, entry, request));
    if (record) return await saveEntry(dependencies, context, claimed, sentEntry(claimed, request, record, digest));
    await dependencies.table.transact(context.entries.remove(claimed));
  } catch (error) {
    if (error instanceof EffectPendingError) throw error;
    const noted = await saveEntry(dependencies, context, claimed, unsentEntry(claimed, entry, digest, error));
    if (noted.state !== 'failed') throw error;
    if (isChangedThere(noted)) return noted;
  }
  return undefined;
};
