import { keysOf } from '#functions/platform/store/keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { AuditChecks, type AuditFinding, type BatchEnd, beginning } from './audit-checks.ts';
import { type AuditProof, auditBatches, batchesPerPage, verifyChainHead } from './audit-proof.ts';

export interface Verified {
  sequence: number;
  digest: string;
  through: string;
  sample: number;
  round: number;
  /** The first batch with an unfixed finding; 0 if none. */
  broken: number;
  verifiedAt: string;
  /** When the verification failed, if no later one completed; else empty. */
  failedAt: string;
}

export interface VerifyLimits {
  now: Date;
  isLate: () => boolean;
  proof: AuditProof;
  /** Receives each finding at once, so that an interrupted run does not lose it. */
  tell?: (finding: AuditFinding) => void;
  maxNew?: number;
  sampled?: number;
  /** Records per sampled batch that are searched for entries outside the index. */
  trailsPerBatch?: number;
}

/** Returns the stored verification progress. */
export const verificationProgress = async (table: Table, organizationId: string): Promise<Verified> => {
  const item = await table.get(keysOf(organizationId).auditVerified());
  return {
    sequence: Number(item?.sequence ?? 0),
    digest: String(item?.digest ?? ''),
    through: String(item?.through ?? ''),
    sample: Number(item?.sample ?? 1),
    round: Number(item?.round ?? 0),
    broken: Number(item?.broken ?? 0),
    verifiedAt: String(item?.verified_at ?? ''),
    failedAt: String(item?.failed_at ?? ''),
  };
};

/** Stores that the verification failed, without changing the progress. */
export const recordVerificationFailure = async (table: Table, organizationId: string, now: Date): Promise<void> => {
  await table.update({ update: keysOf(organizationId).auditVerified(), set: { failed_at: now.toISOString() } });
};

type Limits = Required<Omit<VerifyLimits, 'tell'>> & Pick<VerifyLimits, 'tell'>;

class VerifyRun {
  readonly checks: AuditChecks;
  batches = 0;
  readonly #table: Table;
  readonly #organizationId: string;
  readonly #limits: Limits;
  /** The stored progress, updated as this run proceeds. */
  readonly #at: Verified;
  #last: BatchEnd | undefined;

  constructor(table: Table, organizationId: string, before: Verified, limits: Limits) {
    this.checks = new AuditChecks(table, organizationId, limits);
    this.#table = table;
    this.#organizationId = organizationId;
    this.#limits = limits;
    this.#at = { ...before };
    this.#last = before.digest || before.sequence === 0 ? before : undefined;
  }

  /** Starts with the first run, so that a verification that never completes becomes overdue. */
  async keep(verified_at = this.#at.verifiedAt || this.#limits.now.toISOString()): Promise<void> {
    const { digest, through } = this.#last ?? beginning;
    const { sequence, sample, round, broken } = this.#at;
    const set = { sequence, digest, through, sample, round, broken, verified_at };
    await this.#table.update({ update: keysOf(this.#organizationId).auditVerified(), set });
  }

  /** The rolling sample would take days to return to a broken batch. */
  async brokenAgain(newest: number): Promise<void> {
    const from = this.#at.broken;
    if (from === 0 || from > newest) return;
    const found = this.checks.findings.length;
    await this.#page({ from, to: from, before: await this.#endBefore(from) }, true);
    if (this.checks.findings.length === found) this.#at.broken = 0;
    await this.keep();
  }

  async #endBefore(sequence: number): Promise<BatchEnd | undefined> {
    if (sequence === 1) return beginning;
    return (await auditBatches(this.#table, this.#organizationId, sequence - 1, sequence - 1))[0];
  }

  /** Stores where a problem was found, and returns the end of the last batch. */
  async #page(part: { from: number; to: number; before: BatchEnd | undefined }, withTrails: boolean) {
    const found = this.checks.findings.length;
    const note = (sequence: number): void => {
      if (this.checks.findings.length > found) this.#at.broken ||= sequence;
    };
    const last = await this.checks.chain(part, async (batch, after) => {
      await this.checks.entries(batch, after);
      if (withTrails) await this.checks.trails(batch, this.#at.round, this.#limits.trailsPerBatch);
      this.batches++;
      note(batch.sequence);
    });
    note(part.to);
    return last;
  }

  async anchor(head: { sequence: number }): Promise<void> {
    const sequence = this.#at.sequence;
    if (sequence === 0) return;
    if (sequence > head.sequence) return this.checks.find('chain-cut', keysOf(this.#organizationId).auditHead());
    const [verified] = await auditBatches(this.#table, this.#organizationId, sequence, sequence);
    if (!verified) this.checks.find('batch-missing', this.checks.keyOf(sequence));
    else if (this.#last && verified.digest !== this.#last.digest)
      this.checks.find('batch-changed', this.checks.keyOf(sequence));
  }

  /** Returns false if the limits came first. */
  async newBatches(head: { sequence: number; digest: string; through: string }): Promise<boolean> {
    const { maxNew, isLate, now } = this.#limits;
    const newest = Math.min(head.sequence, this.#at.sequence + maxNew);
    while (this.#at.sequence < newest && !isLate()) {
      const to = Math.min(newest, this.#at.sequence + batchesPerPage);
      const part = { from: this.#at.sequence + 1, to, before: this.#last };
      this.#last = await this.#page(part, false);
      this.#at.sequence = to;
      await this.keep();
    }
    if (this.#at.sequence < head.sequence) return false;
    if (this.#at.sequence === head.sequence && this.#last && this.#last.digest !== head.digest)
      this.checks.find('chain-cut', keysOf(this.#organizationId).auditHead());
    await this.checks.unsealed(head.through, now);
    return true;
  }

  /** Verifies the next old batches up to `oldest`, then starts over. */
  async sampleOf(oldest: number): Promise<void> {
    const { sampled, isLate } = this.#limits;
    for (let left = Math.min(sampled, oldest); left > 0 && !isLate(); ) {
      if (this.#at.sample > oldest) [this.#at.sample, this.#at.round] = [1, this.#at.round + 1];
      const from = this.#at.sample;
      const to = Math.min(oldest, from + Math.min(left, batchesPerPage) - 1);
      await this.#page({ from, to, before: await this.#endBefore(from) }, true);
      left -= to - from + 1;
      this.#at.sample = to + 1;
      await this.keep();
    }
  }
}

/** Verifies batches since the last run and a rolling sample of older ones. `finished`: all new batches are verified. */
export const verifyOrganization = async (
  table: Table,
  organizationId: string,
  limits: VerifyLimits,
): Promise<{ findings: AuditFinding[]; finished: boolean; batches: number }> => {
  const { head, problems } = await verifyChainHead(table, organizationId, limits.proof);
  const before = await verificationProgress(table, organizationId);
  const bounded = { maxNew: 500, sampled: 20, trailsPerBatch: 20, ...limits };
  const run = new VerifyRun(table, organizationId, before, bounded);
  for (const problem of problems) run.checks.find(problem, keysOf(organizationId).auditHead());
  await run.anchor(head);
  await run.brokenAgain(Math.min(before.sequence, head.sequence));
  const finished = await run.newBatches(head);
  await run.sampleOf(Math.min(before.sequence, head.sequence));
  if (finished) await run.keep(limits.now.toISOString());
  return { findings: run.checks.findings, finished, batches: run.batches };
};
