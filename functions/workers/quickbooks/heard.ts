import { quoted } from '#domain/accounting/quickbooks-records.ts';
import type { HeardType } from '#domain/accounting/quickbooks-webhooks.ts';
import { Permanent } from '#functions/adapters/partner-error.ts';
import type { AccountingEntry } from '#functions/records/accounting-entries.ts';
import { WriteConflict } from '#functions/store/retry-on-conflict.ts';
import { type Booked, seenOf } from './book.ts';
import type { CompanyWork, QuickBooksDependencies } from './company-work.ts';

interface Heard {
  type: HeardType;
  id: string;
  changed_at: string;
}

/** Our entries among what has changed, but for what we have written after that ourselves. */
const ownEntries = async (
  { entries, realm }: CompanyWork,
  heard: readonly Heard[],
): Promise<Map<Heard, AccountingEntry>> => {
  const found = new Map<Heard, AccountingEntry>();
  for (const one of heard) {
    const entry = await entries.standingAs(realm, one.type, one.id);
    if (entry?.state === 'sent' && one.changed_at > entry.updated_at) found.set(one, entry);
  }
  return found;
};

/** How records stand there by now, by their ids: one question for each kind. */
const standing = async (
  { ask }: CompanyWork,
  type: HeardType,
  ids: readonly string[],
): Promise<Map<string, Booked>> => {
  const list = ids.map(quoted).join(', ');
  // A customer that was made inactive has not gone.
  const any = type === 'Customer' ? ' AND Active IN (true, false)' : '';
  const records = (await ask((company) => company.all(type, `Id IN (${list})${any}`))) as Booked[];
  return new Map(records.map((record) => [record.Id, record]));
};

/**
 * Looks at what QuickBooks says has changed there: what of ours stands there no more as we have sent it, or not at all, is
 * noted as failed, for a person to say what stays. Nothing is written over there. Throws what makes the message come again.
 */
export const lookAtChanges = async (
  { table, now }: QuickBooksDependencies,
  work: CompanyWork,
  heard: readonly Heard[],
): Promise<void> => {
  const ours = await ownEntries(work, heard);
  for (const [type, group] of Map.groupBy(ours, ([one]) => one.type)) {
    const records = await standing(
      work,
      type,
      group.map(([{ id }]) => id),
    );
    for (const [{ id }, entry] of group) {
      const record = records.get(id);
      if (record && (entry.seen === null || seenOf(record) === entry.seen)) continue;
      const problem = new Permanent(record ? 'changed-there' : 'deleted-there');
      const next = { ...entry, state: 'failed' as const, problem: { code: problem.message, detail: '' } };
      try {
        // What was sent last is what is not to be sent again by itself.
        await table.transact(work.entries.put(entry, { ...next, refused: entry.digest }, now()));
      } catch (error) {
        // Somebody is at it: what stands there is seen by whoever that is.
        if (!(error instanceof WriteConflict)) throw error;
      }
    }
  }
};
