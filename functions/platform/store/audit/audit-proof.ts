import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type Item, type Key, prefixEnd, type Table } from '#functions/platform/store/table.ts';
import { exclusiveStart } from '../key-format.ts';
import { keysOf } from '../keys.ts';

/** An entry of the audit trail within a batch: where it lies, where it stands in the timeline, and its hash. */
const SealedEntry = z.object({
  /** Its partition key without the organization: `CASE#id`. */
  trail: z.string(),
  sk: z.string(),
  position: z.string(),
  hash: z.string(),
});
export type SealedEntry = z.output<typeof SealedEntry>;

/** Which batch: its number, and what its digest is. */
const BatchName = z.object({ sequence: z.number(), digest: z.string() });
export type BatchName = z.output<typeof BatchName>;

/**
 * Entries sealed together. Its digest covers them, the digest of the batch before and those of the batches before of each
 * of its trails, so that none of them can be changed, removed, moved or put in later without showing; and its signature,
 * made under a key that no writer of the table has, covers the digest (quality S-12).
 */
const AuditBatch = z.object({
  sequence: z.number(),
  previous: z.string(),
  /** Every entry up to this place of the timeline is in this batch or one before. */
  through: z.string(),
  entries: z.array(SealedEntry),
  /** The newest batch before with entries of the same trail; a trail that is not named here begins in this batch. */
  trails: z.record(z.string(), BatchName),
  digest: z.string(),
  signature: z.string(),
});
export type AuditBatch = z.output<typeof AuditBatch>;

/** As many as one BatchGet reads. */
export const entriesPerBatch = 100;

/**
 * JSON with sorted keys: the same value always gives the same text. Not `sortedJson`, which puts names that are numbers first
 * and leaves out what is undefined: digests of entries that were sealed long ago must come out as they did.
 */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null);
  const pairs = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${pairs.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`;
};

const sha256 = (value: unknown): string => createHash('sha256').update(canonical(value)).digest('base64url');

/** The hash of an entry as it lies there, without its attributes of indexes. */
export const entryHash = (entry: Item): string =>
  sha256(Object.fromEntries(Object.entries(entry).filter(([name]) => !name.startsWith('gsi'))));

/** What a batch's digest must be. */
export const batchDigest = ({
  sequence,
  previous,
  through,
  entries,
  trails,
}: Omit<AuditBatch, 'digest' | 'signature'>): string => sha256({ sequence, previous, through, entries, trails });

/** What is signed of a batch: a signature holds for one batch of one organization. */
export const signedPayload = (organizationId: string, { sequence, digest }: BatchName): string =>
  canonical({ organization: organizationId, sequence, digest });

/** What the partition keys of all trails of an organization begin with. */
const trailPrefix = (organizationId: string): string => keysOf(organizationId).audit('', '').slice(0, -1);

/** How a batch names a trail, of its partition key: `CASE#id`. */
export const trailName = (organizationId: string, pk: string): string => pk.slice(trailPrefix(organizationId).length);

/** Where a sealed entry lies. */
export const keyOfEntry = (organizationId: string, { trail, sk }: SealedEntry): Key => ({
  pk: `${trailPrefix(organizationId)}${trail}`,
  sk,
});

/** Batches are read so many at once. */
export const batchesPerPage = 10;

/** The batches of these numbers, in their order; what is missing or none any more is left out. */
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
    // One that says another number than its key was moved.
    return data && keys.auditBatch(data.sequence).sk === item.sk ? [data] : [];
  });
};

/** The last batch of an organization, and how far it goes. */
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

/** The newest batch of each of these trails, by the trail's name; none for one that was never sealed. */
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

/** Entries of an organization's timeline, after `from` (or from it on, with `inclusive`) up to `to`. */
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

/** A place of the timeline after everything that was recorded up to this instant. */
export const timelineKeyThrough = (instant: Date): string => prefixEnd(instant.toISOString());

/** Entries as a batch keeps them. One that is in the index alone has lost its item: it is sealed as missing. */
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

/** Tells what the sealer has signed, and what it has said outside of the table that it sealed. */
export interface AuditProof {
  /** Whether the sealer, and nobody else, has signed this statement. */
  isSigned(statement: string, signature: string): Promise<boolean>;
  /** The batch that was the organization's last when the sealer ran last; undefined before its first. */
  witnessed(organizationId: string): Promise<BatchName | undefined>;
}

/** What the sealer alone can do. */
export interface AuditSigner extends AuditProof {
  sign(statement: string): Promise<string>;
  /** Keeps outside of the table which batch is the organization's last. */
  testify(organizationId: string, last: BatchName): Promise<void>;
}

/** The batch of this number with this digest is there, whole and as it was made. */
export const findBatch = async (table: Table, organizationId: string, { sequence, digest }: BatchName) => {
  const [batch] = await auditBatches(table, organizationId, sequence, sequence);
  return batch && batch.digest === digest && batchDigest(batch) === digest ? batch : undefined;
};

type Head = Awaited<ReturnType<typeof batchHead>>;

/**
 * The chain's end, and what is wrong with it. `batch-forged`: the last batch is not there, is not what the head says, or
 * was not signed by the sealer. `chain-cut`: a batch that the sealer has sealed is not in the chain any more.
 */
export const verifyChainHead = async (
  table: Table,
  organizationId: string,
  proof: AuditProof,
): Promise<{ head: Head; problems: ('batch-forged' | 'chain-cut')[] }> => {
  // Asked first: a sealer that is at work meanwhile moves the head, and its witness after it.
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
