import type { Table } from '#functions/platform/store/table.ts';
import { auditBatches, type BatchName, batchDigest, batchHead, signedPayload } from './audit-batch.ts';

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
