import { DatabaseSync } from 'node:sqlite';
import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { perOrganization } from '#functions/adapters/organization-sessions.ts';
import { Table } from '#functions/store/table.ts';
import type { DynamoEngine, RunningDynamoDb } from '#local/aws/dynamodb/dynamodb.ts';
import { unsigned } from '#local/aws/unsigned.ts';
import type { ChaosRates } from '#local/chaos/chaos.ts';
import { type ChaosInThread, startChaosThread } from '#local/chaos/chaos-thread.ts';
import { ensureTable } from '#local/table-definition.ts';
import { walled } from '#tests/support/checker/organization-wall.ts';

const signed = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
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
  body?: unknown;
}

/** How clients of this process reach the thread of their faults: no server stands between, whose work would be theirs. */
const handlerInto = (fault: ChaosInThread) => ({
  async handle({ method, path, headers, body }: SdkRequest) {
    const answered = await fault.carry({ method, path, headers, body: body as Uint8Array });
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
  // In a thread apart from those who call: how long they wait would otherwise be how long it takes to pass their calls on.
  const fault: ChaosInThread | undefined = chaos
    ? await startChaosThread({ target: engine.url, seed: chaos.seed, rates: chaos.rates })
    : undefined;
  if (fault && chaos?.holdMs) fault.holdMs = chaos.holdMs;
  // All clients without faults share the connections of the first.
  const requestHandler = fault ? handlerInto(fault) : direct.config.requestHandler;
  const anotherClient = () => new DynamoDBClient({ endpoint: engine.url, ...settings, maxAttempts: 1, requestHandler });
  const client = fault ? anotherClient() : direct;
  return {
    ...{ direct, client, tableName, fault },
    table: new Table(client, tableName),
    organizationTable: perOrganization(
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
