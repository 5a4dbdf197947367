import { Logger } from '@aws-lambda-powertools/logger';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Table } from '#functions/store/table.ts';
import { sealTrails } from '#functions/workers/audit/seal-trails.ts';
import { verifyTrails } from '#functions/workers/audit/verify-trails.ts';
import { scanTable } from '#tests/support/recount.ts';

const logger = new Logger({ serviceName: 'test', logLevel: 'SILENT' });

/**
 * Seals and verifies all audit trails as of half an hour from now, when everything that stands there has settled.
 * Answers how many entries there are, how many of them are sealed, and what the verification found.
 */
export const sealedTrails = async (client: DynamoDBClient, tableName: string) => {
  const table = new Table(client, tableName);
  const now = () => new Date(Date.now() + 30 * 60_000);
  await sealTrails({ table, logger, now })();
  const { findings } = await verifyTrails({ table, logger, now })();
  const items = await scanTable(client, tableName);
  const batches = items.filter(({ pk }) => /^T#[^#]+#CHAIN#BATCHES$/.test(pk));
  return {
    entries: items.filter(({ pk }) => /^T#[^#]+#AUDIT#/.test(pk)).length,
    sealed: batches.reduce((sum, { entries }) => sum + (entries as unknown[]).length, 0),
    findings,
  };
};
