import {
  type AuditBatch,
  auditBatches,
  batchDigest,
  entryHash,
  keyOfSealed,
  type SealedEntry,
  throughInstant,
  timeline,
} from './audit-batch.ts';
import { keysOf } from './keys.ts';
import type { Item, Key, Table } from './table.ts';

export interface AuditFinding {
  problem:
    | 'entry-changed'
    | 'entry-missing'
    | 'entry-unsealed'
    | 'batch-changed'
    | 'batch-missing'
    | 'batch-out-of-order'
    | 'chain-cut';
  pk: string;
  sk: string;
}

/** What the sealer has not taken by then, nobody will. */
const unsealedAfterMs = 15 * 60_000;
const maxUnsealed = 10;
const maxPerTrail = 500;

const nameOf = ({ pk, sk }: Key): string => `${pk}\n${sk}`;

/** Where a batch ends: in the chain, and in the timeline. */
export type Place = Pick<AuditBatch, 'digest' | 'through'>;
export const beginning: Place = { digest: '', through: '' };

/** What is checked of one organization's trail, and what was found. Each check reads a bounded part of it. */
export class AuditChecks {
  readonly findings: AuditFinding[] = [];
  readonly #table: Table;
  readonly #organizationId: string;

  constructor(table: Table, organizationId: string) {
    this.#table = table;
    this.#organizationId = organizationId;
  }

  find(problem: AuditFinding['problem'], { pk, sk }: Key): void {
    this.findings.push({ problem, pk, sk });
  }

  keyOf(sequence: number): Key {
    return keysOf(this.#organizationId).auditBatch(sequence);
  }

  /** Checks the batches of these numbers against each other and the one before, and hands on each; answers the last. */
  async chain(
    { from, to, before }: { from: number; to: number; before: Place | undefined },
    check: (batch: AuditBatch, after: string | undefined) => Promise<void>,
  ): Promise<Place | undefined> {
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
    return previous;
  }

  /** The entries of a batch are there as they were sealed, and no other stands in its part of the timeline. */
  async entries({ entries, through }: AuditBatch, after: string | undefined): Promise<void> {
    const keys = entries.map((entry) => keyOfSealed(this.#organizationId, entry));
    const found = new Map((await this.#table.getAll(keys)).map((item) => [nameOf(item), item]));
    entries.forEach((entry: SealedEntry, at) => {
      const key = keys[at] as Key;
      const item = found.get(nameOf(key));
      if (!item) this.find('entry-missing', key);
      else if (entryHash(item) !== entry.hash) this.find('entry-changed', key);
    });
    // Where the batch before is gone, nobody knows where this one begins.
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

  /** The records of a batch have no entry that the timeline does not know: it would never be sealed. */
  async trails({ entries }: AuditBatch, round: number, most: number): Promise<void> {
    const trails = [...new Set(entries.map((entry) => keyOfSealed(this.#organizationId, entry).pk))];
    const parts = Math.ceil(trails.length / most);
    for (const pk of trails.filter((_, at) => at % parts === round % parts)) {
      const only = ['pk', 'sk', 'id', 'gsi1pk', 'gsi1sk'];
      const rows = await this.#table.query({ pk, newestFirst: true, limit: maxPerTrail, only });
      for (const row of rows) if (!this.#isPlaced(row)) this.find('entry-unsealed', row);
    }
  }

  #isPlaced({ gsi1pk, gsi1sk, id }: Item): boolean {
    return gsi1pk === keysOf(this.#organizationId).auditTimeline() && String(gsi1sk).endsWith(`Z#${id}`);
  }

  /** Entries behind the last batch are young, or the sealer has missed them. */
  async unsealed(through: string, now: Date): Promise<void> {
    const to = throughInstant(new Date(now.getTime() - unsealedAfterMs));
    const rows = await timeline(this.#table, this.#organizationId, { from: through, to, limit: maxUnsealed });
    for (const { key } of rows) this.find('entry-unsealed', key);
  }
}
