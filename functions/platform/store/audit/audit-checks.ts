import type { TrailProblem } from '#domain/shared/audit/audit-log.schema.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Item, Key, Table } from '#functions/platform/store/table.ts';
import {
  type AuditBatch,
  type AuditProof,
  auditBatches,
  batchDigest,
  entryHash,
  keyOfEntry,
  latestBatchByTrail,
  type SealedEntry,
  signedPayload,
  timeline,
  timelineKeyThrough,
} from './audit-proof.ts';

export interface AuditFinding {
  problem: TrailProblem;
  pk: string;
  sk: string;
}

/** After this time the sealer no longer accepts an entry. */
export const unsealedAfterMs = 15 * 60_000;
const maxUnsealed = 10;
const maxPerTrail = 500;

const nameOf = ({ pk, sk }: Key): string => `${pk}\n${sk}`;

export type BatchEnd = Pick<AuditBatch, 'digest' | 'through'>;
export const beginning: BatchEnd = { digest: '', through: '' };

/** True if the timeline has the entry at the position of its id. */
export const isInTimeline = (organizationId: string, { gsi1pk, gsi1sk, id }: Item): boolean =>
  gsi1pk === keysOf(organizationId).auditTimeline() && String(gsi1sk).endsWith(`Z#${id}`);

export class AuditChecks {
  readonly findings: AuditFinding[] = [];
  readonly #table: Table;
  readonly #organizationId: string;
  readonly #proof: AuditProof;
  readonly #tell: (finding: AuditFinding) => void;

  constructor(
    table: Table,
    organizationId: string,
    { proof, tell = () => undefined }: { proof: AuditProof; tell?: (finding: AuditFinding) => void },
  ) {
    this.#table = table;
    this.#organizationId = organizationId;
    this.#proof = proof;
    this.#tell = tell;
  }

  find(problem: AuditFinding['problem'], { pk, sk }: Key): void {
    const finding = { problem, pk, sk };
    this.findings.push(finding);
    this.#tell(finding);
  }

  keyOf(sequence: number): Key {
    return keysOf(this.#organizationId).auditBatch(sequence);
  }

  /** Checks these batches against each other and the one before; returns the last. */
  async chain(
    { from, to, before }: { from: number; to: number; before: BatchEnd | undefined },
    check: (batch: AuditBatch, after: string | undefined) => Promise<void>,
  ): Promise<BatchEnd | undefined> {
    const batches = new Map<number, AuditBatch>();
    for (const batch of await auditBatches(this.#table, this.#organizationId, from, to))
      batches.set(batch.sequence, batch);
    let previous = before;
    for (let sequence = from; sequence <= to; sequence++) {
      const batch = batches.get(sequence);
      if (!batch) {
        this.find('batch-missing', this.keyOf(sequence));
      } else {
        if (batchDigest(batch) !== batch.digest) this.find('batch-changed', this.keyOf(sequence));
        else if (previous && batch.previous !== previous.digest) this.find('batch-out-of-order', this.keyOf(sequence));
        await check(batch, previous?.through);
      }
      previous = batch;
    }
    await this.#signature([...batches.values()].at(-1));
    return previous;
  }

  async #signature(last: AuditBatch | undefined): Promise<void> {
    if (last && !(await this.#proof.isSigned(signedPayload(this.#organizationId, last), last.signature)))
      this.find('batch-forged', this.keyOf(last.sequence));
  }

  /**
   * Checks that entries are unchanged, that their logs lead to the batch, and that the timeline has no others there.
   */
  async entries(batch: AuditBatch, after: string | undefined): Promise<void> {
    await this.#ways(batch);
    const { entries, through } = batch;
    const keys = entries.map((entry) => keyOfEntry(this.#organizationId, entry));
    const found = new Map((await this.#table.getAll(keys)).map((item) => [nameOf(item), item]));
    entries.forEach((entry: SealedEntry, at) => {
      const key = keys[at] as Key;
      const item = found.get(nameOf(key));
      if (!item) this.find('entry-missing', key);
      else if (entryHash(item) !== entry.hash) this.find('entry-changed', key);
    });
    // Without the batch before, the start of this one is unknown.
    if (after === undefined) return;
    const sealed = new Set(entries.map(({ position }) => position));
    const rows = await timeline(this.#table, this.#organizationId, { from: after, to: through });
    for (const { key, position } of rows)
      if (!sealed.has(position) && !(await this.#isSealedLate(position))) this.find('entry-unsealed', key);
  }

  async #isSealedLate(position: string): Promise<boolean> {
    const note = await this.#table.get(keysOf(this.#organizationId).auditLate(position));
    if (!note) return false;
    const [batch] = await auditBatches(this.#table, this.#organizationId, Number(note.sequence), Number(note.sequence));
    return batch?.entries.some((entry) => entry.position === position) ?? false;
  }

  /** Checks that the chain from each record's newest entries leads back to this batch or a later one. */
  async #ways({ entries, sequence }: AuditBatch): Promise<void> {
    const names = [...new Set(entries.map(({ trail }) => trail))];
    const newest = await latestBatchByTrail(this.#table, this.#organizationId, names);
    for (const trail of names)
      if ((newest[trail]?.sequence ?? 0) < sequence)
        this.find('trail-cut', keysOf(this.#organizationId).auditTrail(trail));
  }

  /** Entries outside the timeline would never be sealed. */
  async trails({ entries }: AuditBatch, round: number, most: number): Promise<void> {
    const trails = [...new Set(entries.map((entry) => keyOfEntry(this.#organizationId, entry).pk))];
    const parts = Math.ceil(trails.length / most);
    for (const pk of trails.filter((_, at) => at % parts === round % parts)) {
      const only = ['pk', 'sk', 'id', 'gsi1pk', 'gsi1sk'];
      const rows = await this.#table.query({ pk, newestFirst: true, limit: maxPerTrail, only });
      for (const row of rows) if (!isInTimeline(this.#organizationId, row)) this.find('entry-unsealed', row);
    }
  }

  /** Checks that entries after the last batch are new enough to be waiting. */
  async unsealed(through: string, now: Date): Promise<void> {
    const to = timelineKeyThrough(new Date(now.getTime() - unsealedAfterMs));
    const rows = await timeline(this.#table, this.#organizationId, { from: through, to, limit: maxUnsealed });
    for (const { key } of rows) this.find('entry-unsealed', key);
  }
}
