import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type Item, type Key, prefixEnd, type Table } from '#functions/platform/store/table.ts';
import { exclusiveStart } from '../key-format.ts';
import { keysOf } from '../keys.ts';

const SealedEntry = z.object({
  trail: z.string(),
  sk: z.string(),
  position: z.string(),
  hash: z.string(),
});
export type SealedEntry = z.output<typeof SealedEntry>;

const BatchName = z.object({ sequence: z.number(), digest: z.string() });
export type BatchName = z.output<typeof BatchName>;

/**
 * Its digest covers the entries, the previous batch and the previous batches of each of its logs, so that no entry can
 * be changed, removed, moved or inserted. No writer of the table has the signing key (S-12).
 */
const AuditBatch = z.object({
  sequence: z.number(),
  previous: z.string(),
  /** Every entry up to this position of the timeline is in this batch or an earlier one. */
  through: z.string(),
  entries: z.array(SealedEntry),
  /** The previous batch with entries of the same log; none if the log starts in this batch. */
  trails: z.record(z.string(), BatchName),
  digest: z.string(),
  signature: z.string(),
});
export type AuditBatch = z.output<typeof AuditBatch>;

export const entriesPerBatch = 100;

/** Not `sortedJson`, which puts numeric keys first: digests of old batches must not change. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null);
  const pairs = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${pairs.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`;
};

const sha256 = (value: unknown): string => createHash('sha256').update(canonical(value)).digest('base64url');

/** Returns the hash of a stored entry without its index attributes. */
export const entryHash = (entry: Item): string =>
  sha256(Object.fromEntries(Object.entries(entry).filter(([name]) => !name.startsWith('gsi'))));

/** Returns the digest that a batch must have. */
export const batchDigest = ({
  sequence,
  previous,
  through,
  entries,
  trails,
}: Omit<AuditBatch, 'digest' | 'signature'>): string => sha256({ sequence, previous, through, entries, trails });

/** Binds a signature to one batch of one organization. */
export const signedPayload = (organizationId: string, { sequence, digest }: BatchName): string =>
  canonical({ organization: organizationId, sequence, digest });

const trailPrefix = (organizationId: string): string => keysOf(organizationId).audit('', '').slice(0, -1);

/** Returns a log's name in batches from its partition key: `CASE#id`. */
export const trailName = (organizationId: string, pk: string): string => pk.slice(trailPrefix(organizationId).length);

/** Returns the key of a sealed entry. */
export const keyOfEntry = (organizationId: string, { trail, sk }: SealedEntry): Key => ({
  pk: `${trailPrefix(organizationId)}${trail}`,
  sk,
});

export const batchesPerPage = 10;

/** Returns the batches of these numbers in order, omitting missing and invalid ones. */
export const auditBatches = async (
  table: Table,
  organizationId: string,
  from: number,
  to: number,
): Promise<AuditBatch[]> => {
  const keys = keysOf(organizationId);
  const between = [keys.auditBatch(Math.max(from, 1)).sk, keys.auditBatch(to).sk] as const;
  const items = await table.query({ pk: keys.auditBatch(1).pk, between });
  return items.flatMap((item) => {
    const { data } = AuditBatch.safeParse(item);
    // A batch whose number differs from its key was moved.
    return data && keys.auditBatch(data.sequence).sk === item.sk ? [data] : [];
  });
};

/** Returns the organization's last batch and its end. */
export const batchHead = async (
  table: Table,
  organizationId: string,
): Promise<{ sequence: number; digest: string; through: string }> => {
  const item = await table.get(keysOf(organizationId).auditHead());
  return {
    sequence: Number(item?.sequence ?? 0),
    digest: String(item?.digest ?? ''),
    through: String(item?.through ?? ''),
  };
};

/** Returns the newest batch per log name, omitting logs that were never sealed. */
export const latestBatchByTrail = async (
  table: Table,
  organizationId: string,
  trails: readonly string[],
): Promise<Record<string, BatchName>> => {
  const keys = keysOf(organizationId);
  const items = await table.getAll(trails.map(keys.auditTrail));
  return Object.fromEntries(
    items.flatMap((item) => {
      const { data } = BatchName.safeParse(item);
      return data ? [[String(item.trail), data]] : [];
    }),
  );
};

export interface TimelineRow {
  key: Key;
  position: string;
}

/** Returns entries of the timeline after `from` (including it with `inclusive`) up to `to`. */
export const timeline = async (
  table: Table,
  organizationId: string,
  {
    from,
    to,
    inclusive = false,
    ...rest
  }: {
    from: string;
    to: string;
    inclusive?: boolean;
    limit?: number;
    newestFirst?: boolean;
  },
): Promise<TimelineRow[]> => {
  const first = inclusive || from === '' ? from || '0' : exclusiveStart(from);
  if (first > to) return [];
  const pk = keysOf(organizationId).auditTimeline();
  const rows = await table.query({ pk, index: 'gsi1', between: [first, to], ...rest });
  return rows.map(({ pk: ofItem, sk, gsi1sk }) => ({ key: { pk: ofItem, sk }, position: String(gsi1sk) }));
};

/** Returns a timeline position after all entries up to this instant. */
export const timelineKeyThrough = (instant: Date): string => prefixEnd(instant.toISOString());

/** Returns entries as a batch stores them. An entry that is only in the index is sealed as missing. */
export const sealedEntries = async (
  table: Table,
  organizationId: string,
  rows: readonly TimelineRow[],
): Promise<SealedEntry[]> => {
  const items = await table.getAll(rows.map(({ key }) => key));
  const found = new Map(items.map((item) => [`${item.pk}\n${item.sk}`, item]));
  return rows.map(({ key: { pk, sk }, position }) => {
    const item = found.get(`${pk}\n${sk}`);
    return { trail: trailName(organizationId, pk), sk, position, hash: item ? entryHash(item) : '' };
  });
};

export interface AuditProof {
  isSigned(statement: string, signature: string): Promise<boolean>;
  witnessed(organizationId: string): Promise<BatchName | undefined>;
}

export interface AuditSigner extends AuditProof {
  sign(statement: string): Promise<string>;
  testify(organizationId: string, last: BatchName): Promise<void>;
}

/** Returns the batch with this number and digest if it is intact. */
export const findBatch = async (table: Table, organizationId: string, { sequence, digest }: BatchName) => {
  const [batch] = await auditBatches(table, organizationId, sequence, sequence);
  return batch && batch.digest === digest && batchDigest(batch) === digest ? batch : undefined;
};

type Head = Awaited<ReturnType<typeof batchHead>>;

/**
 * Returns the end of the chain and its problems. `batch-forged`: the last batch is missing, differs from the head, or
 * is not signed. `chain-cut`: a sealed batch is missing.
 */
export const verifyChainHead = async (
  table: Table,
  organizationId: string,
  proof: AuditProof,
): Promise<{ head: Head; problems: ('batch-forged' | 'chain-cut')[] }> => {
  // Read first, because a concurrent sealer moves the head before the witness.
  const witnessed = await proof.witnessed(organizationId);
  const head = await batchHead(table, organizationId);
  const isCut =
    witnessed !== undefined &&
    (head.sequence < witnessed.sequence || !(await findBatch(table, organizationId, witnessed)));
  const last = head.sequence === 0 ? undefined : await findBatch(table, organizationId, head);
  const isForged =
    head.sequence > 0 && !(last && (await proof.isSigned(signedPayload(organizationId, last), last.signature)));
  return { head, problems: [...(isForged ? ['batch-forged' as const] : []), ...(isCut ? ['chain-cut' as const] : [])] };
};
