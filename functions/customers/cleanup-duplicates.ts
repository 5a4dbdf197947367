import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import {
  areCertainAmong,
  areCertainDuplicates,
  duplicateKeys,
  duplicateReasons,
  haveExactName,
} from '#domain/customers/customer.rules.ts';
import type { CustomerRow } from '#domain/customers/customer.schema.ts';
import type { HandlerOutput } from '#domain/shared/contract/endpoint.ts';
import { isNotFound } from '#domain/shared/contract/errors.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import { customers } from '#functions/customers/repository/customer-database.ts';
import { handler } from '#functions/platform/api/handler.ts';
import type { Sharing } from '#functions/platform/store/lists/projection.ts';
import { type MergeContext, mergeRecords } from './merge-records.ts';
import { areMarkedDistinct, type CustomerRecord, possibleDuplicates } from './repository/customer-record.ts';

const valuesPerCall = 100;
const maxMerges = 50;
const budgetMs = 12_000;

type Answer = HandlerOutput<typeof customerEndpoints.cleanupDuplicates>;
type Found = Pick<Answer, 'merged' | 'certain'> & { preview: boolean };

/** The record with most open cases survives, else the oldest. */
const byWeight = (casesOf: (id: string) => number) => (a: CustomerRecord, b: CustomerRecord) =>
  casesOf(b.id) - casesOf(a.id) || a.created_at.localeCompare(b.created_at) || (a.id < b.id ? -1 : 1);

/**
 * A merge that a person undid is never repeated. Names that differ by accents (José, Jose) are merged only if no third
 * customer matches and no case names both.
 */
const mergesByRule = async ({ db }: MergeContext, a: CustomerRecord, b: CustomerRecord): Promise<boolean> => {
  if (!areCertainDuplicates(a, b) || areMarkedDistinct(a, b)) return false;
  if (haveExactName(a, b)) return true;
  const [others, ...pair] = await Promise.all([
    db.customers.whoShare([a, b].flatMap(duplicateKeys)),
    db.customers.find(a.id),
    db.customers.find(b.id),
  ]);
  const [ofA = [], ofB = []] = pair.map((found) => (found && 'links' in found ? found.links : []));
  const isOnOneCase = ofA.some(({ case_id }) => ofB.some((other) => other.case_id === case_id));
  return areCertainAmong(others, a, b) && !isOnOneCase;
};

const nameOf = (record: CustomerRecord): string => fullName(record.first_name, record.middle_name, record.last_name);

/** Merges the certain duplicates of a group, or lists them for a preview; returns the rest of the group. */
const mergeCertain = async (
  context: MergeContext,
  group: readonly CustomerRecord[],
  rows: ReadonlyMap<string, CustomerRow>,
  { merged, certain, preview }: Found,
): Promise<CustomerRecord[]> => {
  const left: CustomerRecord[] = [];
  const inOrder = group.toSorted(byWeight((id) => rows.get(id)?.active_cases_count ?? 0));
  for (const record of inOrder) {
    let survivor: CustomerRecord | undefined;
    for (const other of left) {
      if (!(await mergesByRule(context, other, record))) continue;
      survivor = other;
      break;
    }
    if (!survivor || merged.length >= maxMerges) {
      left.push(record);
      continue;
    }
    if (preview) {
      const [kept, duplicate] = [rows.get(survivor.id), rows.get(record.id)];
      const isKnown = certain.some((pair) => pair.duplicate.id === record.id);
      if (kept && duplicate && !isKnown) certain.push({ survivor: kept, duplicate });
      continue;
    }
    try {
      const { mergeId } = await mergeRecords(context, survivor.id, record.id);
      const names = { name: nameOf(record), survivor_name: nameOf(survivor) };
      merged.push({ survivor_id: survivor.id, duplicate_id: record.id, ...names, merge_id: mergeId });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
  return left;
};

const duplicateReason = (name: string) => duplicateReasons.find((reason) => reason === name) ?? 'name';

const sentence = (merged: number, groups: number, more: boolean): string => {
  const plural = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;
  const found = `${plural(merged, 'duplicate')} merged, ${plural(groups, 'likely duplicate group')} to review`;
  return more ? `${found}. There are more to look at.` : `${found}.`;
};

const joinIds = (group: readonly CustomerRecord[]): string =>
  group
    .map(({ id }) => id)
    .sort()
    .join();

/**
 * Reads the values that customers share, at most 100 of them, 50 merges and 12 seconds a call. Certain duplicates are
 * merged, the rest is reported.
 */
export const cleanupDuplicates = handler(
  customerEndpoints.cleanupDuplicates,
  { customers },
  async ({ body }, context) => {
    const { db, now, cursor } = context;
    const from = body.cursor ? await cursor.open(body.cursor) : undefined;
    const started = Date.now();
    const { values, end } = await db.customers.sharing(from, valuesPerCall);
    const found: Found = { merged: [], certain: [], preview: body.preview === true };
    const { merged } = found;
    const groups = new Map<string, Answer['groups'][number]>();
    let seen: Sharing | undefined;
    for (const value of values) {
      if (Date.now() - started > budgetMs) break;
      const [records, rows] = await Promise.all([db.customers.records(value.ids), db.customers.rows(value.ids, now)]);
      const left = possibleDuplicates(await mergeCertain(context, records, rows, found));
      if (merged.length >= maxMerges) break;
      const members = joinIds(left);
      if (left.length > 1 && !groups.has(members))
        groups.set(members, {
          reason: duplicateReason(value.reason),
          customers: left.flatMap(({ id }) => rows.get(id) ?? []),
        });
      seen = value;
    }
    const isCutOff = seen !== values.at(-1);
    const isMore = isCutOff || end !== undefined;
    const to = isCutOff ? (seen?.cursor ?? from) : end;
    return {
      success: true as const,
      message: sentence(merged.length, groups.size, isMore),
      merged,
      certain: found.certain,
      groups: [...groups.values()],
      next_cursor: isMore && to !== undefined ? await cursor.seal(to) : null,
    };
  },
);
