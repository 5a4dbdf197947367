import {
  auditBatches,
  batchDigest,
  batchesPerPage,
  batchHead,
  entriesPerBatch,
  sealedEntries,
  type TimelineRow,
  throughInstant,
  timeline,
} from './audit-batch.ts';
import { keysOf } from './keys.ts';
import type { Table, Write } from './table.ts';

/** Until then a transaction may still be under way, or the index behind its table. */
const settledAfterMs = 60_000;
/** An entry that the index has brought later than that is not sealed any more; the verification finds it. */
const lateMs = 5 * 60_000;
/** Of the entries before the last batch's end so many are looked at once more. */
const maxLookback = 1000;
/** Each late entry is noted apart; with the batch they fill no transaction. */
const maxLate = 50;

type Head = Awaited<ReturnType<typeof batchHead>>;

/** Another sealer has added a batch first. */
class HeadMoved extends Error {}

/** Entries that came to the index after the batch that they would belong to. */
const lateRows = async (table: Table, organizationId: string, { sequence, through }: Head): Promise<TimelineRow[]> => {
  const ended = Date.parse(through.slice(0, through.indexOf('Z') + 1));
  if (Number.isNaN(ended)) return [];
  const from = new Date(ended - lateMs).toISOString();
  const back = { from, to: through, inclusive: true, newestFirst: true, limit: maxLookback };
  const rows = await timeline(table, organizationId, back);
  const first = rows.at(-1)?.position;
  if (first === undefined) return [];
  const sealed = new Set<string>();
  // Backwards from the last batch, until one that ends before the first of these.
  for (let last = sequence; last > 0; last -= batchesPerPage) {
    const batches = await auditBatches(table, organizationId, last - batchesPerPage + 1, last);
    for (const { entries } of batches) for (const { position } of entries) sealed.add(position);
    if ((batches[0]?.through ?? '') < first) break;
  }
  return rows.filter(({ position }) => !sealed.has(position)).slice(0, maxLate);
};

/** Adds a batch of these entries behind the head. Throws {@link HeadMoved} when another sealer was first. */
const addBatch = async (
  table: Table,
  organizationId: string,
  { head, late, rows, now }: { head: Head; late: readonly TimelineRow[]; rows: readonly TimelineRow[]; now: Date },
): Promise<void> => {
  const keys = keysOf(organizationId);
  const entries = await sealedEntries(table, organizationId, [...late, ...rows]);
  const sequence = head.sequence + 1;
  const batch = { sequence, previous: head.digest, through: rows.at(-1)?.position ?? head.through, entries };
  const digest = batchDigest(batch);
  const notes: Write[] = late.map(({ position }) => ({ put: { ...keys.auditLate(position), sequence } }));
  await table.transact([
    { put: { ...keys.auditBatch(sequence), ...batch, digest, sealed_at: now.toISOString() }, when: 'absent' },
    {
      update: keys.auditHead(),
      set: { sequence, digest, through: batch.through },
      when: head.sequence ? { equals: { sequence: head.sequence, digest: head.digest } } : 'absent',
      refused: () => new HeadMoved(),
    },
    ...notes,
  ]);
};

/**
 * Seals the entries that are not sealed yet, a hundred a batch, in the order of the organization's timeline; entries
 * younger than a minute wait for the next run. `behind`: its time was up before it was through.
 */
export const sealOrganization = async (
  table: Table,
  organizationId: string,
  { now, isLate }: { now: Date; isLate: () => boolean },
): Promise<{ sealed: number; behind: boolean }> => {
  const to = throughInstant(new Date(now.getTime() - settledAfterMs));
  let sealed = 0;
  for (let first = true; ; first = false) {
    if (isLate()) return { sealed, behind: true };
    const head = await batchHead(table, organizationId);
    const late = first ? await lateRows(table, organizationId, head) : [];
    const limit = entriesPerBatch - late.length;
    const rows = await timeline(table, organizationId, { from: head.through, to, limit });
    const found = rows.length + late.length;
    if (found === 0) return { sealed, behind: false };
    try {
      await addBatch(table, organizationId, { head, late, rows, now });
    } catch (error) {
      if (error instanceof HeadMoved) return { sealed, behind: false };
      throw error;
    }
    sealed += found;
    if (found < entriesPerBatch) return { sealed, behind: false };
  }
};
