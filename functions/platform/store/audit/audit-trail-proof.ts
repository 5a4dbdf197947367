import type { AuditKind } from '#domain/shared/audit/audit-actions.ts';
import { type Keys, keysOf } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import type { Item, Table } from '#functions/platform/store/table.ts';
import { type AuditFinding, isInTimeline, unsealedAfterMs } from './audit-checks.ts';
import {
  type AuditBatch,
  type AuditProof,
  type BatchName,
  entryHash,
  findBatch,
  keyOfEntry,
  latestBatchByTrail,
  type SealedEntry,
  signedPayload,
  trailName,
  verifyChainHead,
} from './audit-proof.ts';

/** More entries than a record ever has. */
const maxEntries = 50_000;

export interface TrailProof {
  entries: number;
  sealed: number;
  /** Entries too new to be sealed, at most a few minutes old. */
  waiting: number;
  /** When the newest sealed entry was recorded; null if none is sealed. */
  through: string | null;
  findings: AuditFinding[];
}

class TrailRun {
  readonly findings: AuditFinding[] = [];
  readonly #table: Table;
  readonly #organizationId: string;
  readonly #pk: string;
  readonly #trail: string;

  constructor(table: Table, organizationId: string, pk: string) {
    this.#table = table;
    this.#organizationId = organizationId;
    this.#pk = pk;
    this.#trail = trailName(organizationId, pk);
  }

  find(problem: AuditFinding['problem'], sk = ''): void {
    this.findings.push({ problem, pk: this.#pk, sk });
  }

  /** Undefined if the batch is missing, changed or has no entries of the log. */
  async #batch(name: BatchName): Promise<AuditBatch | undefined> {
    const batch = await findBatch(this.#table, this.#organizationId, name);
    return batch?.entries.some(({ trail }) => trail === this.#trail) ? batch : undefined;
  }

  async sealed(proof: AuditProof): Promise<SealedEntry[]> {
    const newest = (await latestBatchByTrail(this.#table, this.#organizationId, [this.#trail]))[this.#trail];
    const found: SealedEntry[] = [];
    for (let name = newest; name; ) {
      const batch = await this.#batch(name);
      if (!batch) {
        this.find('trail-cut');
        break;
      }
      // Each digest covers the previous one, so the newest signature covers all.
      if (name === newest && !(await proof.isSigned(signedPayload(this.#organizationId, batch), batch.signature)))
        this.find('batch-forged');
      found.push(...batch.entries.filter(({ trail }) => trail === this.#trail));
      name = batch.trails[this.#trail];
    }
    return found;
  }

  unchanged(sealed: readonly SealedEntry[], items: ReadonlyMap<string, Item>): number {
    let count = 0;
    for (const entry of sealed) {
      const { sk } = keyOfEntry(this.#organizationId, entry);
      const item = items.get(sk);
      if (!item) this.find('entry-missing', sk);
      else if (entryHash(item) !== entry.hash) this.find('entry-changed', sk);
      else count++;
    }
    return count;
  }

  /** Entries that are not new bypassed the timeline or the sealer. */
  young(unsealed: readonly Item[], now: Date): number {
    const oldest = new Date(now.getTime() - unsealedAfterMs).toISOString();
    let count = 0;
    for (const item of unsealed) {
      if (isInTimeline(this.#organizationId, item) && String(item.gsi1sk) > oldest) count++;
      else this.find('entry-unsealed', item.sk);
    }
    return count;
  }
}

/**
 * Verifies the whole log of one record. A record without entries is a finding too, because its creation is recorded.
 */
export const verifyTrail = async (
  table: Table,
  organizationId: string,
  { kind, id }: { kind: AuditKind; id: string },
  { proof, now }: { proof: AuditProof; now: Date },
): Promise<TrailProof> => {
  const pk = keysOf(organizationId).audit(kind, id);
  const run = new TrailRun(table, organizationId, pk);
  const { problems } = await verifyChainHead(table, organizationId, proof);
  for (const problem of problems) run.find(problem);
  // Read before the entries, so that entries sealed in between count as new.
  const sealed = await run.sealed(proof);
  const items = await table.query({ pk, limit: maxEntries });
  if (items.length + sealed.length === 0) run.find('trail-missing');
  const known = new Set(sealed.map(({ sk }) => sk));
  const newest = sealed
    .map(({ position }) => position)
    .sort()
    .at(-1);
  return {
    entries: items.length,
    sealed: run.unchanged(sealed, new Map(items.map((item) => [item.sk, item]))),
    waiting: run.young(
      items.filter(({ sk }) => !known.has(sk)),
      now,
    ),
    through: newest ? newest.slice(0, newest.indexOf('Z') + 1) : null,
    findings: run.findings,
  };
};

const auditProofsIn = (table: Table, keys: Keys) => ({
  of: (record: { kind: AuditKind; id: string }, how: { proof: AuditProof; now: Date }): Promise<TrailProof> =>
    verifyTrail(table, keys.organizationId, record, how),
});

export const auditProofs = { grants: ['table:audit-prove'], in: auditProofsIn } as const satisfies Repository;
