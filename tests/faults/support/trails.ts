import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { awsAuditSigner, smallObjects } from '#functions/platform/adapters/document-bucket.ts';
import { type AuditSigner, batchHead } from '#functions/platform/store/audit/audit-proof.ts';
import { sealOrganization } from '#functions/platform/store/audit/audit-seal.ts';
import { verifyOrganization } from '#functions/platform/store/audit/audit-verify.ts';
import { organizationRegistry } from '#functions/platform/store/organization-registry.ts';
import { Table } from '#functions/platform/store/table.ts';
import { scanTable } from '#tests/support/checker/recount.ts';

type ProductSettings = Record<'AUDIT_KEY_ID' | 'AUDIT_WITNESS_BUCKET' | 'TABLE_NAME', string>;

interface Sealing {
  now: Date;
  isLate: () => boolean;
  signer: AuditSigner;
}

/** A sealer leaves the rest to another that was first; the product's seals as of now, though. */
const sealToTheEnd = async (table: Table, organizationId: string, sealing: Sealing): Promise<void> => {
  for (let before = -1, at = 0; at !== before; ) {
    before = at;
    await sealOrganization(table, organizationId, sealing);
    at = (await batchHead(table, organizationId)).sequence;
  }
};

/**
 * Seals and verifies all audit logs as of 30 minutes from now, when all entries are settled. Returns the number of
 * entries, of sealed ones, and the findings. The signatures are the product's, which seals on schedule, too.
 */
export const sealedTrails = async (client: DynamoDBClient, env: ProductSettings) => {
  const { AUDIT_KEY_ID: keyId, AUDIT_WITNESS_BUCKET, TABLE_NAME: tableName } = env;
  const signer = awsAuditSigner({ kms: new KMSClient({}), keyId, witness: smallObjects(AUDIT_WITNESS_BUCKET) });
  const table = new Table(client, tableName);
  const inHalfAnHour = { now: new Date(Date.now() + 30 * 60_000), isLate: () => false, signer, proof: signer };
  const findings = [];
  for (const { id: organization } of await organizationRegistry(table)) {
    await sealToTheEnd(table, organization, inHalfAnHour);
    findings.push(...(await verifyOrganization(table, organization, inHalfAnHour)).findings);
  }
  const items = await scanTable(client, tableName);
  const batches = items.filter(({ pk }) => /^T#[^#]+#CHAIN#SIGNED#BATCHES$/.test(pk));
  return {
    entries: items.filter(({ pk }) => /^T#[^#]+#AUDIT#/.test(pk)).length,
    sealed: batches.reduce((sum, { entries }) => sum + (entries as unknown[]).length, 0),
    findings,
  };
};
