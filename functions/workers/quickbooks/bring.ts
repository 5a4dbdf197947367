import { createHash } from 'node:crypto';
import { parseMoney } from '#domain/values/money.ts';
import { PartnerError, Permanent } from '#functions/adapters/partner-error.ts';
import { type AccountingEntry, mayStand } from '#functions/records/accounting-entries.ts';
import { PartnerPaused } from '#functions/store/circuit.ts';
import { EffectPending } from '#functions/store/effects.ts';
import { WriteConflict } from '#functions/store/retry-on-conflict.ts';
import { type Booked, type Named, placed, seenOf, type Wanted } from './book.ts';
import { mayTakeOver } from './companies.ts';
import type { CompanyWork, QuickBooksDependencies } from './company-work.ts';

/** Longer than what is asked about one record takes; one that died holds it so long. */
const claimSeconds = 60;

const digestOf = ({ body, isVoided }: Wanted, realm: string): string =>
  createHash('sha256')
    .update(JSON.stringify([realm, body, isVoided]))
    .digest('base64url');

const begun = ({ organizationId, realm }: CompanyWork, named: Named): AccountingEntry => {
  const { kind, id, case_id, case_number, number, date, amount_cents } = named;
  return {
    ...{ organization_id: organizationId, version: 0, kind, id, case_id, case_number, number, date, amount_cents },
    ...{ state: 'waiting', problem: null, realm, quickbooks_id: null, sync_token: '', digest: null, refused: null },
    ...{ seen: null, applied_cents: 0, refusals: 0, is_asked: false, claimed_until: null, updated_at: '' },
  };
};

/**
 * The entry as it is about this company: what stands in another one is left there. It may have been sent here before that
 * one was connected, so that this one is looked through before anything is made.
 */
const inCompany = (entry: AccountingEntry, realm: string): AccountingEntry =>
  entry.realm === realm
    ? entry
    : {
        ...entry,
        ...{ realm, state: 'waiting', problem: null, quickbooks_id: null, sync_token: '', digest: null, refused: null },
        ...{ seen: null, applied_cents: 0, refusals: 0, is_asked: true },
      };

const kept = async (
  { table, now }: QuickBooksDependencies,
  { entries }: CompanyWork,
  before: AccountingEntry | undefined,
  next: AccountingEntry,
) => {
  const at = now();
  try {
    await table.transact(entries.put(before, next, at));
  } catch (error) {
    // Somebody else is at it, or has just been.
    if (error instanceof WriteConflict) throw new EffectPending(2);
    throw error;
  }
  return { ...next, version: (before?.version ?? 0) + 1, updated_at: at.toISOString() };
};

const after = (entry: AccountingEntry, wanted: Wanted, record: Booked, digest: string): AccountingEntry => ({
  ...entry,
  ...{ state: 'sent', problem: null, quickbooks_id: record.Id, sync_token: record.SyncToken, digest, refused: null },
  ...{
    seen: seenOf(record),
    applied_cents: wanted.isVoided ? 0 : wanted.applied_cents,
    is_asked: false,
    claimed_until: null,
  },
  // With the tax that QuickBooks works out, an invoice amounts to what it says.
  amount_cents:
    'TotalAmt' in record && wanted.kind === 'invoice' ? (parseMoney(record.TotalAmt) ?? 0) : wanted.amount_cents,
});

/**
 * Whether it stands in another company, or may, and belongs there: somebody has chosen that company, or something of the
 * case was sent there, since it was looked which one the case belongs to.
 */
const isElsewhere = async (
  dependencies: QuickBooksDependencies,
  work: CompanyWork,
  before: AccountingEntry | undefined,
): Promise<boolean> => {
  if (!before || before.realm === work.realm || !mayStand(before)) return false;
  return !(await mayTakeOver(dependencies, work, before.realm));
};

/** Notes that something is to be sent and cannot be now, for people to see; what stands there or failed is not touched. */
export const noteWaiting = async (
  dependencies: QuickBooksDependencies,
  work: CompanyWork,
  named: Named,
  problem: AccountingEntry['problem'],
): Promise<void> => {
  const before = await work.entries.find(named);
  if (await isElsewhere(dependencies, work, before)) return;
  const entry = inCompany(before ?? begun(work, named), work.realm);
  const isHeld = Date.parse(entry.claimed_until ?? '') > dependencies.now().getTime();
  if (entry.state !== 'waiting' || isHeld || (before && before.problem?.code === problem?.code)) return;
  await kept(dependencies, work, before, { ...entry, problem });
};

interface Claim {
  before: AccountingEntry | undefined;
  entry: AccountingEntry;
  wanted: Wanted;
}
/** Holds the entry for a minute, and notes before it is asked that it was. Throws where somebody else holds it. */
const claim = async (
  dependencies: QuickBooksDependencies,
  work: CompanyWork,
  { before, entry, wanted: { number, date, amount_cents, case_number } }: Claim,
): Promise<AccountingEntry> => {
  const now = dependencies.now();
  const held = (Date.parse(entry.claimed_until ?? '') - now.getTime()) / 1000;
  if (held > 0) throw new EffectPending(Math.min(held, 5));
  const claimed_until = new Date(now.getTime() + claimSeconds * 1000).toISOString();
  return kept(dependencies, work, before, {
    ...{ ...entry, number, date, amount_cents, case_number, state: 'waiting', problem: null, claimed_until },
    is_asked: entry.is_asked || entry.quickbooks_id === null,
  });
};

/** What somebody changed there still stands there: what refers to it does not wait for a person to look at that. */
const standsThere = ({ problem, quickbooks_id }: AccountingEntry): boolean =>
  quickbooks_id !== null && problem?.code === 'changed-there';

/** Why something cannot be sent now, where it is QuickBooks that keeps it from being sent. */
export const heldUpBy = (error: unknown): AccountingEntry['problem'] => {
  if (error instanceof PartnerPaused) return { code: 'paused', detail: '' };
  return error instanceof PartnerError ? { code: error.message, detail: error.sentence ?? '' } : null;
};

/**
 * Brings one record to the books and writes down how it stands there. Answers its entry, or undefined where it does not
 * stand there: what it is needed for waits. What QuickBooks refuses for good is noted as failed, and is tried again when
 * somebody asks for it or what is to be sent has changed. Throws what makes the message come again.
 */
export const bring = async (
  dependencies: QuickBooksDependencies,
  work: CompanyWork,
  wanted: Wanted,
): Promise<AccountingEntry | undefined> => {
  const before = await work.entries.find(wanted);
  if (await isElsewhere(dependencies, work, before)) {
    // The customer says where a case belongs: it is looked anew. Anything else is left where it stands.
    if (wanted.kind === 'customer') throw new EffectPending(2);
    return undefined;
  }
  const digest = digestOf(wanted, work.realm);
  const entry = inCompany(before ?? begun(work, wanted), work.realm);
  if (entry.state === 'by_hand' || (entry.state === 'sent' && entry.digest === digest)) return entry;
  if (entry.state === 'failed' && entry.refused === digest) return standsThere(entry) ? entry : undefined;
  if (wanted.isVoided && entry.quickbooks_id === null && !entry.is_asked) {
    if (before) await dependencies.table.transact(work.entries.remove(before));
    return undefined;
  }
  const claimed = await claim(dependencies, work, { before, entry, wanted });
  try {
    // Whether it was asked before is what stood there until now.
    const record = await work.ask((company) => placed(work, company, entry, wanted));
    if (record) return await kept(dependencies, work, claimed, after(claimed, wanted, record, digest));
    await dependencies.table.transact(work.entries.remove(claimed));
  } catch (error) {
    if (error instanceof EffectPending) throw error;
    const refused = error instanceof Permanent;
    const noted = await kept(dependencies, work, claimed, {
      ...{ ...claimed, claimed_until: null, state: refused ? 'failed' : 'waiting', problem: heldUpBy(error) },
      // What was refused has not happened, and the next request is another one.
      ...(refused && { refused: digest, refusals: claimed.refusals + 1, is_asked: entry.is_asked }),
    });
    if (!refused) throw error;
    if (standsThere(noted)) return noted;
  }
  return undefined;
};
