import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { AuditSigner } from '#functions/store/audit-proof.ts';
import { sealOrganization } from '#functions/store/audit-seal.ts';
import { verifyOrganization } from '#functions/store/audit-verify.ts';
import { registeredOrganizations } from '#functions/store/organization-registry.ts';
import { Table } from '#functions/store/table.ts';
import { auditSignerInMemory } from '#tests/support/audit-signer.ts';
import { scanTable } from '#tests/support/recount.ts';

/**
 * Seals and verifies all audit trails as of half an hour from now, when everything that stands there has settled.
 * Answers how many entries there are, how many of them are sealed, and what the verification found. Beside a product that
 * seals by the clock the signatures are the product's.
 */
export const sealedTrails = async (
  client: DynamoDBClient,
  tableName: string,
  signer: AuditSigner = auditSignerInMemory(),
) => {
  const table = new Table(client, tableName);
  const inHalfAnHour = { now: new Date(Date.now() + 30 * 60_000), isLate: () => false, signer, proof: signer };
  const findings = [];
  for (const organization of await registeredOrganizations(table)) {
    await sealOrganization(table, organization, inHalfAnHour);
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
