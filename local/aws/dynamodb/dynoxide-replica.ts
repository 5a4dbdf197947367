import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { unsigned } from '#local/aws/unsigned.ts';
import { onWrites, WriteSignal } from '#local/background/write-signal.ts';
import { pause } from '#local/pause.ts';
import { startDynamoDb } from './dynamodb.ts';

/** How late a change arrives, from and to, in milliseconds. */
export interface Lag {
  fromMs: number;
  toMs: number;
}

export interface Replica {
  url: string;
  /** Resolves when everything that was written before has arrived. */
  caughtUp(): Promise<void>;
  close(): Promise<void>;
}

const Change = z.object({
  id: z.number(),
  table_name: z.string(),
  keys_json: z.string(),
  new_image: z.string().nullable(),
});
type Change = z.output<typeof Change>;

/** The folder of the second engine, in that of the first one. */
export const lateCopy = 'late-copy';
const LOOK_EVERY_MS = 250;
const BATCH = 25;
/** What is due within so long comes together: whoever writes much shares a processor with this. */
const ROUND_MS = 30;
const READ = `
  SELECT id, table_name, keys_json, new_image FROM _stream_records WHERE id > ? ORDER BY id LIMIT 1000
`;

/**
 * A second engine that follows the first one through the records of its stream, in their order and some milliseconds
 * late: what an index answers in AWS, and now and then a read that does not ask for consistency. The engine alone has
 * everything up to date at once. Of what is written past the stream it knows only what was there when it was made.
 *
 * This relies on the engine's private schema, hence on its exact version, which package.json pins.
 */
export const startReplica = async (options: {
  /** The file of the dynoxide database that is followed. */
  databasePath: string;
  lag: Lag;
  /** A number in [0, 1), for the lag of the next change. */
  chance: () => number;
}): Promise<Replica> => {
  const { lag, chance } = options;
  // Beside the first one, where the next start finds what a killed process left running.
  const dataDir = join(dirname(options.databasePath), lateCopy);
  const path = join(dataDir, 'dynoxide.sqlite');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  for (const left of [path, `${path}-wal`, `${path}-shm`]) rmSync(left, { force: true });
  const source = new DatabaseSync(options.databasePath, { timeout: 5000 });
  // One moment of the database, whatever is written meanwhile; also its own newest record tells where to go on.
  source.prepare('VACUUM INTO ?').run(path);
  const engine = await startDynamoDb({ port: 0, dataDir, engine: 'dynoxide' });
  const writes = new WriteSignal();
  const unsubscribe = onWrites(() => writes.wake());
  const stopping = new AbortController();
  let [read, applied] = [newestOf(path), newestOf(path)];
  let [waiting, lastDue]: [{ change: Change; due: number }[], number] = [[], 0];

  const readOn = (): void => {
    for (const change of source
      .prepare(READ)
      .all(read)
      .map((row) => Change.parse(row))) {
      if (change.id !== read + 1) throw new Error(`The stream was trimmed between ${read} and ${change.id}`);
      read = change.id;
      lastDue = Math.max(lastDue, performance.now() + lag.fromMs + chance() * (lag.toMs - lag.fromMs));
      waiting.push({ change, due: lastDue });
    }
  };
  const apply = async (): Promise<void> => {
    const now = performance.now();
    const due = waiting.filter((one) => one.due <= now).map(({ change }) => change);
    for (let at = 0; at < due.length; at += BATCH) await write(engine.url, due.slice(at, at + BATCH));
    waiting = waiting.slice(due.length);
    applied = due.at(-1)?.id ?? applied;
  };
  const follow = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const seen = writes.count;
      readOn();
      await apply();
      const [next] = waiting;
      // What waits for its time is not overtaken by what comes meanwhile, so that one pause does for both.
      if (next) await pause(Math.max(ROUND_MS, next.due - performance.now()), stopping.signal);
      else await writes.wait(seen, LOOK_EVERY_MS, stopping.signal);
    }
  };
  let failure: unknown;
  const following = follow().catch((error: unknown) => {
    failure = error;
    process.stderr.write(`The replica: ${String(error)}\n`);
  });
  return {
    url: engine.url,
    async caughtUp() {
      const wanted = newestOf(options.databasePath);
      writes.wake();
      while (applied < wanted && !stopping.signal.aborted) {
        if (failure) throw failure;
        await pause(5, stopping.signal);
      }
    },
    async close() {
      stopping.abort();
      await following;
      unsubscribe();
      source.close();
      await engine.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

function newestOf(path: string): number {
  const database = new DatabaseSync(path, { timeout: 5000, readOnly: true });
  try {
    // Of the counter, as all records may have been trimmed away.
    const found = database.prepare(`SELECT seq FROM sqlite_sequence WHERE name = '_stream_records'`).get();
    return Number(found?.seq ?? 0);
  } finally {
    database.close();
  }
}

// With fetch, whose requests are not told to those who wait for a write.
async function write(url: string, changes: readonly Change[]): Promise<void> {
  const tables = new Map<string, Map<string, object>>();
  for (const { table_name, keys_json, new_image } of changes) {
    const requests = tables.get(table_name) ?? new Map<string, object>();
    tables.set(table_name, requests);
    // Of several changes of one item the last one counts.
    const Key = JSON.parse(keys_json) as object;
    const request = new_image === null ? { DeleteRequest: { Key } } : { PutRequest: { Item: JSON.parse(new_image) } };
    requests.set(JSON.stringify(Object.entries(Key).sort()), request);
  }
  const RequestItems = Object.fromEntries([...tables].map(([name, requests]) => [name, [...requests.values()]]));
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDB_20120810.BatchWriteItem',
      ...unsigned,
    },
    body: JSON.stringify({ RequestItems }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${text}`);
}
