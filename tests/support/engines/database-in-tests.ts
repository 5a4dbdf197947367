import { DatabaseSync } from 'node:sqlite';
import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { cachedPerOrganization } from '#functions/platform/adapters/organization-sessions.ts';
import { Table } from '#functions/platform/store/table.ts';
import type { DynamoEngine, RunningDynamoDb } from '#local/aws/dynamodb/dynamodb.ts';
import { type ChaosRates, type RunningChaos, startChaos } from '#local/chaos/chaos.ts';
import { ensureTable } from '#local/table-definition.ts';
import { walled } from '#tests/support/checker/tenant-isolation.ts';

const signed = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
/** The embedded engine only checks the signature's format, and signing takes longer than a read. */
const unsigned = {
  'x-amz-date': '20260101T000000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
};
/** The embedded engine ignores signatures, and signing takes a tenth of a call. */
const notSigned = {
  ...signed,
  signer: {
    sign<Request extends { headers: Record<string, string> }>(request: Request): Promise<Request> {
      Object.assign(request.headers, unsigned);
      return Promise.resolve(request);
    },
  },
};

interface SdkRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** Connects clients of this process to their faults without a server. */
const handlerInto = (fault: RunningChaos) => ({
  async handle({ method, path, headers, body }: SdkRequest) {
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    const answered = await fault.carry({ method, path, headers, body: bytes });
    // Named as the SDK names socket errors.
    if (!answered) throw Object.assign(new Error('socket hang up'), { name: 'TimeoutError', code: 'ECONNRESET' });
    return { response: { ...answered, statusCode: answered.status } };
  },
  updateHttpClientConfig: () => undefined,
  httpHandlerConfigs: () => ({}),
});

export interface DatabaseOptions {
  chaos?: { seed: string; rates?: Partial<ChaosRates>; holdMs?: number };
  /** Keeps the whole stream; writes get slower as it grows. */
  keepsStream?: boolean;
  engine?: DynamoEngine;
  /** A separate engine and KMS, for a test that kills the engine or changes its file. */
  apart?: boolean;
}

/** True if the options change the whole engine, not one table. */
export const isApart = ({ apart, engine }: DatabaseOptions): boolean => apart || engine !== undefined;

let tables = 0;

const forgetStream = (databasePath: string, tableName: string): void => {
  const database = new DatabaseSync(databasePath, { timeout: 5000 });
  try {
    database.prepare('DELETE FROM _stream_records WHERE table_name = ?').run(tableName);
  } finally {
    database.close();
  }
};

/** Creates a table in an engine with the requested faults, and the table as calls use it. */
export const databaseInTests = async (engine: RunningDynamoDb, { chaos }: DatabaseOptions) => {
  tables++;
  const tableName = `stillwater-${tables}`;
  const settings = engine.engine === 'dynoxide' ? notSigned : signed;
  const direct = new DynamoDBClient({ endpoint: engine.url, ...settings });
  await ensureTable(direct, tableName);
  const fault = chaos && (await startChaos({ target: engine.url, ...chaos }));
  const requestHandler = fault ? handlerInto(fault) : direct.config.requestHandler;
  const anotherClient = () => new DynamoDBClient({ endpoint: engine.url, ...settings, maxAttempts: 1, requestHandler });
  const client = fault ? anotherClient() : direct;
  return {
    ...{ direct, client, tableName, fault },
    table: new Table(client, tableName),
    organizationTable: cachedPerOrganization(
      (organizationId) => new Table(walled(anotherClient(), organizationId), tableName),
    ),
    /** Leaves nothing of the table in a shared engine. */
    async drop(): Promise<void> {
      await direct.send(new DeleteTableCommand({ TableName: tableName }));
      if (engine.databasePath) forgetStream(engine.databasePath, tableName);
    },
    async close(): Promise<void> {
      await fault?.close();
      direct.destroy();
    },
  };
};
