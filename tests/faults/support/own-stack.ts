import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll } from 'vitest';
import { type StackOptions, startStack } from '#local/stack.ts';
import { recountSettled } from '#tests/support/checker/recount.ts';

/** A separate product in this process, ended after the tests; `before`: recount findings in the demo data. */
export const ownStack = async (options: Omit<StackOptions, 'dataDir' | 'ports' | 'rateLimits'>) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stillwater-stack-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  const stack = await startStack({ dataDir, ports: 'random', rateLimits: 'off', ...options });
  afterAll(() => stack.close());
  // Without chaos.
  const client = new DynamoDBClient({ endpoint: stack.services.database.url });
  afterAll(() => client.destroy());
  return { stack, client, before: await recountSettled(client, stack.env.TABLE_NAME) };
};
