import { DatabaseSync } from 'node:sqlite';
import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { cachedPerOrganization } from '#functions/platform/adapters/organization-sessions.ts';
import { Table } from '#functions/platform/store/table.ts';
import type { DynamoEngine, RunningDynamoDb } from '#local/aws/dynamodb/dynamodb.ts';
import { type ChaosRates, type RunningChaos, startChaos } from '#local/chaos/chaos.ts';
import { ensureTable } from '#local/table-definition.ts';
import { walled } from '#tests/support/checker/tenant-isolation.ts';

const signed = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
/**
 * What stands where a request to DynamoDB is signed. The embedded engine asks for the form of a signature and looks no
 * further; making one takes longer than the engine needs for a read.
 */
const unsigned = {
  'x-amz-date': '20260101T000000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
};
/** The embedded engine looks at no signature, and making one is a tenth of what a call takes. */
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

/** How clients of this process reach their faults, without a server between. */
const handlerInto = (fault: RunningChaos) => ({
  async handle({ method, path, headers, body }: SdkRequest) {
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    const answered = await fault.carry({ method, path, headers, body: bytes });
    // Named as the SDK names what became of its socket.
    if (!answered) throw Object.assign(new Error('socket hang up'), { name: 'TimeoutError', code: 'ECONNRESET' });
    return { response: { ...answered, statusCode: answered.status } };
  },
  updateHttpClientConfig: () => undefined,
  httpHandlerConfigs: () => ({}),
});

export interface DatabaseOptions {
  /** `holdMs`: items are in use for so long, as in AWS. */
  chaos?: { seed: string; rates?: Partial<ChaosRates>; holdMs?: number };
  /** Keeps the table's whole stream, for a test that reads it afterwards: writes are slower the longer it is. */
  keepsStream?: boolean;
  /** The database engine, unless the one of this machine. */
  engine?: DynamoEngine;
  /** An engine and a KMS of its own, for a test that kills the engine or works on its file. */
  apart?: boolean;
}

/** Whether a test needs an engine of its own: these options change the whole engine, not one table of it. */
export const isApart = ({ apart, engine }: DatabaseOptions): boolean => apart || engine !== undefined;

let tables = 0;

/** What the engine keeps of a table that was deleted: the records of its stream. */
const forgetStream = (databasePath: string, tableName: string): void => {
  const database = new DatabaseSync(databasePath, { timeout: 5000 });
  try {
    database.prepare('DELETE FROM _stream_records WHERE table_name = ?').run(tableName);
  } finally {
    database.close();
  }
};

/** A new table in an engine, with the faults that a test asks for before it, and the table as calls reach it. */
export const databaseInTests = async (engine: RunningDynamoDb, { chaos }: DatabaseOptions) => {
  tables++;
  const tableName = `stillwater-${tables}`;
  const settings = engine.engine === 'dynoxide' ? notSigned : signed;
  const direct = new DynamoDBClient({ endpoint: engine.url, ...settings });
  await ensureTable(direct, tableName);
  const fault = chaos && (await startChaos({ target: engine.url, ...chaos }));
  // All clients without faults share the connections of the first.
  const requestHandler = fault ? handlerInto(fault) : direct.config.requestHandler;
  const anotherClient = () => new DynamoDBClient({ endpoint: engine.url, ...settings, maxAttempts: 1, requestHandler });
  const client = fault ? anotherClient() : direct;
  return {
    ...{ direct, client, tableName, fault },
    table: new Table(client, tableName),
    organizationTable: cachedPerOrganization(
      (organizationId) => new Table(walled(anotherClient(), organizationId), tableName),
    ),
    /** Leaves nothing of the table in an engine that others use after it. */
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
