import { type AuditKind, auditActions } from '#domain/shared/audit/audit-actions.ts';
import { storedEntry } from '#functions/platform/store/audit/audit.ts';
import {
  auditBatches,
  batchesPerPage,
  timeline,
  timelineKeyThrough,
  trailName,
} from '#functions/platform/store/audit/audit-batch.ts';
import { verifyChainHead } from '#functions/platform/store/audit/audit-proof.ts';
import { subjectKeys } from '#functions/platform/store/subject-keys.ts';
import type { Item } from '#functions/platform/store/table.ts';
import type { Source } from './source.ts';

const entriesAtOnce = 100;
/** So many records' keys are remembered; entries of one record stand near each other. */
const keysKept = 2_000;

const kinds = new Set<string>(Object.values(auditActions).map(({ kind }) => kind));
const isAuditKind = (kind: string): kind is AuditKind => kinds.has(kind);

/** An entry as it lies there, without its place in the timeline: what its hash is of. */
const asHashed = (item: Item): Record<string, unknown> =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !name.startsWith('gsi')));

/** Opens what entries say of people, record by record; each record's key is asked for once. */
const opening = ({ table, keys, wrapper }: Source) => {
  const opener = (kind: AuditKind, id: string) => subjectKeys.in(table, keys).opener({ kind, id }, wrapper);
  const known = new Map<string, ReturnType<typeof opener>>();
  return async (item: Item): Promise<object> => {
    const stored = storedEntry(item);
    const trail = trailName(keys.organizationId, item.pk);
    const [kind = '', id = ''] = trail.split('#');
    const line = { ...stored, trail, position: String(item.gsi1sk), stored: asHashed(item) };
    if (stored.sealed === undefined || !isAuditKind(kind)) return line;
    const open = known.get(trail) ?? opener(kind, id);
    if (known.size >= keysKept) known.clear();
    known.set(trail, open);
    return { ...line, ...(await open)(stored) };
  };
};

/** The audit trail in time, up to the instant at which the archive was begun: opened, and as it lies in the table. */
export async function* auditEntryLines(source: Source): AsyncGenerator<object> {
  const { table, keys, now } = source;
  const open = opening(source);
  const to = timelineKeyThrough(now);
  for (let from = '', isMore = true; isMore; ) {
    const rows = await timeline(table, keys.organizationId, { from, to, limit: entriesAtOnce });
    const items = await table.getAll(rows.map(({ key }) => key));
    yield* await Promise.all(items.map(open));
    from = rows.at(-1)?.position ?? '';
    isMore = rows.length === entriesAtOnce;
  }
}

/** The batches that seal the trail, signed by the sealer, the first one first. */
export async function* auditBatchLines({ table, keys }: Source, last: number): AsyncGenerator<object> {
  for (let from = 1; from <= last; from += batchesPerPage)
    yield* await auditBatches(table, keys.organizationId, from, Math.min(from + batchesPerPage - 1, last));
}

/** What the product itself found of the proof, at this instant: the signatures can be verified by its key alone. */
export const auditProofOf = async ({ table, keys, proof, now }: Source) => {
  const { head, problems } = await verifyChainHead(table, keys.organizationId, proof);
  return {
    organization_id: keys.organizationId,
    batches: head.sequence,
    digest_of_the_last: head.digest,
    sealed_through: head.through,
    last_batch_was_signed_by_the_sealer: head.sequence > 0 && !problems.includes('batch-forged'),
    nothing_was_cut_off: !problems.includes('chain-cut'),
    verified_at: now.toISOString(),
  };
};
