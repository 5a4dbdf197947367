import { keysOf } from '#functions/platform/store/keys.ts';
import type { Table, Write } from '#functions/platform/store/table.ts';
import {
  type AuditSigner,
  auditBatches,
  batchDigest,
  batchesPerPage,
  batchHead,
  entriesPerBatch,
  latestBatchByTrail,
  sealedEntries,
  signedPayload,
  type TimelineRow,
  timeline,
  timelineKeyThrough,
  trailName,
  verifyChainHead,
} from './audit-proof.ts';

/** Until then a transaction may still be running, or the index may lag. */
const settledAfterMs = 60_000;
/** An entry that reaches the index later is not sealed; the verification finds it. */
const lateMs = 5 * 60_000;
const maxLookback = 1000;
/** Each late entry and each log of a batch is a write of the same transaction. */
const maxLate = 20;
const maxTrails = 78;

type Head = Awaited<ReturnType<typeof batchHead>>;

class HeadMovedError extends Error {}

/** The chain differs from its last signature; sealing on would hide that. */
export class ChainBrokenError extends Error {
  override readonly name = 'ChainBrokenError';
}

/** Returns entries that reached the index after their batch was sealed. */
const lateRows = async (table: Table, organizationId: string, { sequence, through }: Head): Promise<TimelineRow[]> => {
  const ended = Date.parse(through.slice(0, through.indexOf('Z') + 1));
  if (Number.isNaN(ended)) return [];
  const from = new Date(ended - lateMs).toISOString();
  const back = { from, to: through, inclusive: true, newestFirst: true, limit: maxLookback };
  const rows = await timeline(table, organizationId, back);
  const first = rows.at(-1)?.position;
  if (first === undefined) return [];
  const sealed = new Set<string>();
  // Searches backwards from the last batch to one that ends before the first of these.
  for (let last = sequence; last > 0; last -= batchesPerPage) {
    const batches = await auditBatches(table, organizationId, last - batchesPerPage + 1, last);
    for (const { entries } of batches) for (const { position } of entries) sealed.add(position);
    if ((batches[0]?.through ?? '') < first) break;
  }
  return rows.filter(({ position }) => !sealed.has(position)).slice(0, maxLate);
};

const withinTrails = (organizationId: string, late: readonly TimelineRow[], rows: readonly TimelineRow[]) => {
  const trails = new Set(late.map(({ key }) => trailName(organizationId, key.pk)));
  const tooMany = rows.findIndex(({ key }) => trails.add(trailName(organizationId, key.pk)).size > maxTrails);
  return tooMany < 0 ? rows : rows.slice(0, tooMany);
};

interface Sealing {
  table: Table;
  organizationId: string;
  signer: AuditSigner;
  now: Date;
}

/** Throws {@link HeadMovedError} if another sealer was first. */
const addBatch = async (
  { table, organizationId, signer, now }: Sealing,
  { head, late, rows }: { head: Head; late: readonly TimelineRow[]; rows: readonly TimelineRow[] },
): Promise<void> => {
  const keys = keysOf(organizationId);
  const entries = await sealedEntries(table, organizationId, [...late, ...rows]);
  const names = [...new Set(entries.map(({ trail }) => trail))];
  const trails = await latestBatchByTrail(table, organizationId, names);
  const sequence = head.sequence + 1;
  const batch = { sequence, previous: head.digest, through: rows.at(-1)?.position ?? head.through, entries, trails };
  const digest = batchDigest(batch);
  const signature = await signer.sign(signedPayload(organizationId, { sequence, digest }));
  await table.transact([
    {
      put: { ...keys.auditBatch(sequence), ...batch, digest, signature, sealed_at: now.toISOString() },
      when: 'absent',
    },
    {
      update: keys.auditHead(),
      set: { sequence, digest, through: batch.through },
      when: head.sequence ? { equals: { sequence: head.sequence, digest: head.digest } } : 'absent',
      refused: () => new HeadMovedError(),
    },
    ...names.map((trail): Write => ({ put: { ...keys.auditTrail(trail), trail, sequence, digest } })),
    ...late.map(({ position }): Write => ({ put: { ...keys.auditLate(position), sequence } })),
  ]);
};

/** Throws {@link ChainBrokenError} if the chain's end is not as signed, or was cut off since it was witnessed. */
const assertWhole = async ({ table, organizationId, signer }: Sealing): Promise<void> => {
  const { problems } = await verifyChainHead(table, organizationId, signer);
  if (problems.length) throw new ChainBrokenError(problems.join());
};

const sealNext = async (sealing: Sealing, isFirst: boolean): Promise<{ sealed: number; isMore: boolean }> => {
  const { table, organizationId, now } = sealing;
  const to = timelineKeyThrough(new Date(now.getTime() - settledAfterMs));
  const head = await batchHead(table, organizationId);
  const late = isFirst ? await lateRows(table, organizationId, head) : [];
  const limit = entriesPerBatch - late.length;
  const found = await timeline(table, organizationId, { from: head.through, to, limit });
  if (found.length + late.length === 0) return { sealed: 0, isMore: false };
  if (isFirst) await assertWhole(sealing);
  const rows = withinTrails(organizationId, late, found);
  try {
    await addBatch(sealing, { head, late, rows });
  } catch (error) {
    if (error instanceof HeadMovedError) return { sealed: 0, isMore: false };
    throw error;
  }
  return { sealed: rows.length + late.length, isMore: rows.length < found.length || found.length === limit };
};

/**
 * Seals unsealed entries that are at least a minute old; `behind`: time ran out. Throws {@link ChainBrokenError} instead of
 * extending a chain that was tampered with.
 */
export const sealOrganization = async (
  table: Table,
  organizationId: string,
  { now, isLate, signer }: { now: Date; isLate: () => boolean; signer: AuditSigner },
): Promise<{ sealed: number; behind: boolean }> => {
  const sealing = { table, organizationId, signer, now };
  let sealed = 0;
  let behind = isLate();
  for (let isMore = !behind; isMore && !behind; behind = isMore && isLate()) {
    const next = await sealNext(sealing, sealed === 0);
    isMore = next.isMore;
    sealed += next.sealed;
  }
  if (sealed) {
    const { sequence, digest } = await batchHead(table, organizationId);
    await signer.testify(organizationId, { sequence, digest });
  }
  return { sealed, behind };
};
