import {
  type AuditBatch,
  auditBatches,
  batchDigest,
  batchesPerPage,
  batchHead,
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

/** How far an organization's trail was verified. */
export interface Verified {
  /** The last batch, and its digest as it was then: a chain that was rebuilt does not lead to it. */
  sequence: number;
  digest: string;
  through: string;
  /** The next old batch of the rolling sample, and how often that has been through all of them. */
  sample: number;
  round: number;
  verifiedAt: string;
}

export interface VerifyLimits {
  now: Date;
  isLate: () => boolean;
  /** New batches of one organization in one run. */
  mostNew?: number;
  /** Old batches of one organization in one run. */
  sampled?: number;
  /** Of the records that a sampled batch is about so many are looked through for entries that no index knows. */
  trailsPerBatch?: number;
}

/** What the sealer has not taken by then, nobody will. */
const unsealedAfterMs = 15 * 60_000;
const mostUnsealed = 10;
const mostPerTrail = 500;

/** How far the organization was verified before. */
export const verifiedSoFar = async (table: Table, organizationId: string): Promise<Verified> => {
  const item = await table.get(keysOf(organizationId).auditVerified());
  return {
    sequence: Number(item?.sequence ?? 0),
    digest: String(item?.digest ?? ''),
    through: String(item?.through ?? ''),
    sample: Number(item?.sample ?? 1),
    round: Number(item?.round ?? 0),
    verifiedAt: String(item?.verified_at ?? ''),
  };
};

/** Where a batch ends: in the chain, and in the timeline. */
type Place = Pick<AuditBatch, 'digest' | 'through'>;
const beginning: Place = { digest: '', through: '' };

/** One run over one organization's trail. Reading is bounded, and what is left over is the next run's. */
class Verification {
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
      const rows = await this.#table.query({ pk, newestFirst: true, limit: mostPerTrail, only });
      for (const row of rows) if (!this.#isPlaced(row)) this.find('entry-unsealed', row);
    }
  }

  #isPlaced({ gsi1pk, gsi1sk, id }: Item): boolean {
    return gsi1pk === keysOf(this.#organizationId).auditTimeline() && String(gsi1sk).endsWith(`Z#${id}`);
  }

  /** Entries behind the last batch are young, or the sealer has missed them. */
  async unsealed(through: string, now: Date): Promise<void> {
    const to = throughInstant(new Date(now.getTime() - unsealedAfterMs));
    const rows = await timeline(this.#table, this.#organizationId, { from: through, to, limit: mostUnsealed });
    for (const { key } of rows) this.find('entry-unsealed', key);
  }
}

const nameOf = ({ pk, sk }: Key): string => `${pk}\n${sk}`;

/**
 * Verifies what was sealed since the last run, and a rolling sample of what is older, so that everything is seen again
 * and again. The place is kept after each page: a run that is cut off goes on there. `finished`: it got to the end of
 * the new batches.
 */
export const verifyOrganization = async (
  table: Table,
  organizationId: string,
  { now, isLate, mostNew = 500, sampled = 20, trailsPerBatch = 20 }: VerifyLimits,
): Promise<{ findings: AuditFinding[]; finished: boolean; batches: number }> => {
  const run = new Verification(table, organizationId);
  const head = await batchHead(table, organizationId);
  const known = await verifiedSoFar(table, organizationId);
  let { sequence, sample, round } = known;
  let last: Place | undefined = known.digest || sequence === 0 ? known : undefined;
  let batches = 0;
  /** `verified_at` begins with the first run, so that one that never gets to an end is overdue in time. */
  const keep = async (verified_at = known.verifiedAt || now.toISOString()): Promise<void> => {
    const { digest, through } = last ?? beginning;
    const set = { sequence, digest, through, sample, round, verified_at };
    await table.update({ update: keysOf(organizationId).auditVerified(), set });
  };

  if (sequence > head.sequence) run.find('chain-cut', keysOf(organizationId).auditHead());
  else if (sequence > 0) {
    // The last verified batch is still what it was.
    const [verified] = await auditBatches(table, organizationId, sequence, sequence);
    if (!verified) run.find('batch-missing', run.keyOf(sequence));
    else if (last && verified.digest !== last.digest) run.find('batch-changed', run.keyOf(sequence));
  }

  const newest = Math.min(head.sequence, sequence + mostNew);
  const oldest = Math.min(sequence, head.sequence);
  while (sequence < newest && !isLate()) {
    const to = Math.min(newest, sequence + batchesPerPage);
    last = await run.chain({ from: sequence + 1, to, before: last }, async (batch, after) => {
      await run.entries(batch, after);
      batches++;
    });
    sequence = to;
    await keep();
  }
  const finished = sequence >= head.sequence;
  if (finished && last && sequence === head.sequence && last.digest !== head.digest)
    run.find('chain-cut', keysOf(organizationId).auditHead());
  if (finished) await run.unsealed(head.through, now);

  for (let left = Math.min(sampled, oldest); left > 0 && !isLate(); ) {
    if (sample > oldest) [sample, round] = [1, round + 1];
    const to = Math.min(oldest, sample + Math.min(left, batchesPerPage) - 1);
    const [before] = sample > 1 ? await auditBatches(table, organizationId, sample - 1, sample - 1) : [beginning];
    await run.chain({ from: sample, to, before }, async (batch, after) => {
      await run.entries(batch, after);
      await run.trails(batch, round, trailsPerBatch);
      batches++;
    });
    left -= to - sample + 1;
    sample = to + 1;
    await keep();
  }
  if (finished) await keep(now.toISOString());
  return { findings: run.findings, finished, batches };
};
