import type { BookedType } from '#domain/quickbooks/postings.ts';
import { quoted } from '#domain/quickbooks/quickbooks-records.ts';
import { PermanentError } from '#functions/platform/store/partners/partner-error.ts';
import { WriteConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import type { AccountingEntry } from '#functions/quickbooks/repository/accounting-entries.ts';
import type { CompanyContext, QuickBooksDependencies } from './company-context.ts';
import { type BookedRecord, recordFingerprint } from './save-record.ts';

/** A record that a webhook notification of QuickBooks names. */
interface ChangedRecord {
  type: BookedType;
  id: string;
  changed_at: string;
}

/** Our entries among what has changed, but for what we have written after that ourselves. */
const ownEntries = async (
  { entries, realm }: CompanyContext,
  changed: readonly ChangedRecord[],
): Promise<Map<ChangedRecord, AccountingEntry>> => {
  const found = new Map<ChangedRecord, AccountingEntry>();
  for (const one of changed) {
    const entry = await entries.findByQuickBooksId(realm, one.type, one.id);
    if (entry?.state === 'sent' && one.changed_at > entry.updated_at) found.set(one, entry);
  }
  return found;
};

/** Records as they stand there by now, by their ids: one query for each type. */
const readRecords = async (
  { ask }: CompanyContext,
  type: BookedType,
  ids: readonly string[],
): Promise<Map<string, BookedRecord>> => {
  const list = ids.map(quoted).join(', ');
  // A customer that was made inactive has not gone.
  const any = type === 'Customer' ? ' AND Active IN (true, false)' : '';
  const records = (await ask((company) => company.all(type, `Id IN (${list})${any}`))) as BookedRecord[];
  return new Map(records.map((record) => [record.Id, record]));
};

/**
 * Looks at what QuickBooks says has changed there: what of ours stands there no more as we have sent it, or not at all, is
 * noted as failed, for a person to say what stays. Nothing is written over there. Throws what makes the message come again.
 */
export const checkChangedRecords = async (
  { table, now }: QuickBooksDependencies,
  context: CompanyContext,
  changed: readonly ChangedRecord[],
): Promise<void> => {
  const ours = await ownEntries(context, changed);
  for (const [type, group] of Map.groupBy(ours, ([one]) => one.type)) {
    const records = await readRecords(
      context,
      type,
      group.map(([{ id }]) => id),
    );
    for (const [{ id }, entry] of group) {
      const record = records.get(id);
      if (record && (entry.seen === null || recordFingerprint(record) === entry.seen)) continue;
      const problem = new PermanentError(record ? 'changed-there' : 'deleted-there');
      const next = { ...entry, state: 'failed' as const, problem: { code: problem.message, detail: '' } };
      try {
        // What was sent last is what is not to be sent again by itself.
        await table.transact(context.entries.put(entry, { ...next, refused: entry.digest }, now()));
      } catch (error) {
        // Somebody is at it: what stands there is seen by whoever that is.
        if (!(error instanceof WriteConflict)) throw error;
      }
    }
  }
};
