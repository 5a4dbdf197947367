import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname } from 'node:path';
import * as z from 'zod';

/**
 * Writes a file so that a reader, or the next start after a crash, sees the old or the new content, never a part. Only
 * the owner can read it.
 */
export function writeDurably(path: string, data: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}.tmp`;
  const file = openSync(temporary, 'w', 0o600);
  try {
    writeFileSync(file, data);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
  syncDirectory(dirname(path));
}

// A rename is durable only once its directory is synced. Windows cannot open directories and does not need it.
function syncDirectory(path: string): void {
  if (process.platform === 'win32') return;
  const directory = openSync(path, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}

export function writeJsonDurably(path: string, value: unknown): void {
  writeDurably(path, `${JSON.stringify(value, null, 2)}\n`);
}

/**
 * Returns the file's content checked against `shape`, or undefined if there is no file. Throws if it does not match.
 */
export function readJson<Shape extends z.ZodType>(path: string, shape: Shape): z.output<Shape> | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  const parsed = shape.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error(`${path} does not have the expected content:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

export const loopback = '127.0.0.1';

const PidFile = z.object({ pid: z.int(), owner: z.int() });

const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 5_000;
const MOST_RESTARTS = 5;

/**
 * Returns the port if it is free on 127.0.0.1 and on the host, or a free one for 0. Throws a readable error if it is
 * taken. Dynoxide requires the port to be free on every address.
 */
export async function freePort(port: number, host = loopback): Promise<number> {
  const free = await freeAt(port, loopback);
  return host === loopback ? free : freeAt(free, host);
}

export const isFreePort = (port: number, host?: string): Promise<boolean> =>
  freePort(port, host).then(
    () => true,
    () => false,
  );

async function freeAt(port: number, host: string): Promise<number> {
  const probe = createServer();
  probe.listen(port, host);
  try {
    await once(probe, 'listening');
  } catch {
    throw new Error(`Port ${port} is in use by another program. Stop that program, or set PORT to another number.`);
  }
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address !== null ? address.port : port;
}

export interface ServerProcess {
  /** Name in messages, such as "the database engine". */
  name: string;
  command: string;
  args: string[];
  host?: string;
  port: number;
  /** Stores the process, so that the next start can end it if this one is killed. */
  pidFile: string;
  /** An argument that no other program has, such as the data path. */
  ownMark: string;
  /** Output once it listens, if any: the port could be another program's. */
  readyLine?: string;
}

export interface RunningProcess {
  readonly pid: number;
  stop(): Promise<void>;
}

interface Launched {
  pid: number;
  ended: Promise<unknown>;
  stop(): Promise<void>;
}

async function launch(server: ServerProcess, port: number): Promise<Launched> {
  // In its own process group, so that Ctrl-C reaches only this process, which first finishes its requests and then ends
  // the child.
  const child = spawn(server.command, server.args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const output = collectOutput(child);
  const endNow = () => child.kill('SIGKILL');
  process.once('exit', endNow);
  let expected = false;
  child.once('exit', () => {
    process.off('exit', endNow);
    if (!expected) process.stderr.write(`${server.name} ended by itself.\n${output()}\n`);
  });
  const ended = once(child, 'exit').catch(() => {});
  if (child.pid !== undefined) writeJsonDurably(server.pidFile, { pid: child.pid, owner: process.pid });
  try {
    await acceptsConnections({ host: server.host, port }, child, () => output().includes(server.readyLine ?? ''));
  } catch (error) {
    expected = true;
    endNow();
    throw new Error(`${server.name} did not start: ${(error as Error).message}\n${output()}`.trim());
  }
  return {
    pid: child.pid ?? 0,
    ended,
    async stop() {
      expected = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const late = setTimeout(endNow, STOP_WITHIN_MS);
      await ended;
      clearTimeout(late);
    },
  };
}

/**
 * Starts a server as a child process and resolves once it accepts connections. It ends with this process: by `stop`, at
 * the latest on exit. After `kill -9` the next start ends it. A server that exits, for example out of memory, is
 * restarted on the same port unless it keeps exiting.
 */
export async function startProcess(server: ServerProcess): Promise<RunningProcess> {
  mkdirSync(dirname(server.pidFile), { recursive: true, mode: 0o700 });
  // An exiting process has no command any more while its last threads still hold the port.
  if (await endOrphan(server.pidFile, server.ownMark, server.name))
    await until(() => isFreePort(server.port, server.host), STOP_WITHIN_MS);
  const port = await freePort(server.port, server.host);
  let stopping = false;
  let running = await launch(server, port);
  const keepRunning = async (): Promise<void> => {
    for (let again = 0; again < MOST_RESTARTS; again++) {
      await running.ended;
      if (stopping) return;
      running = await launch(server, port);
      if (stopping) await running.stop();
    }
  };
  const kept = keepRunning().catch(({ message }: Error) => void process.stderr.write(`${message}\n`));
  return {
    get pid() {
      return running.pid;
    },
    async stop() {
      stopping = true;
      await running.stop();
      await kept;
      rmSync(server.pidFile, { force: true });
    },
  };
}

/**
 * Ends the process of an earlier start that was killed. A process is ours only if its command line has our mark,
 * whatever its id; while its parent runs, it is in use. Returns true if an earlier start was killed, whether or not its
 * process still exists.
 */
async function endOrphan(pidFile: string, ownMark: string, name: string): Promise<boolean> {
  const recorded = readJson(pidFile, PidFile);
  if (!recorded) return false;
  const isOurs = () => processInfo(recorded.pid)?.command.includes(ownMark) ?? false;
  if (isOurs() && processInfo(recorded.pid)?.parent === recorded.owner) {
    throw new Error(
      `${name} already runs on this data, started by process ${recorded.owner}. Stop that first, or set DATA_DIR.`,
    );
  }
  const signals: NodeJS.Signals[] = ['SIGTERM', 'SIGKILL'];
  for (const signal of signals) {
    if (!isOurs()) break;
    sendSignal(recorded.pid, signal);
    await until(() => !isOurs(), STOP_WITHIN_MS);
  }
  rmSync(pidFile, { force: true });
  return true;
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {}
}

/** Returns undefined if there is no such process, or the system does not tell. An exited process has no command. */
export function processInfo(pid: number): { parent: number; command: string } | undefined {
  try {
    if (process.platform === 'linux') {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      const parent = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      return { parent: Number(parent), command };
    }
    const line = execFileSync('ps', ['-ww', '-o', 'ppid=', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    const [, parent, command = ''] = /^\s*(\d+)\s+(.*)$/s.exec(line) ?? [];
    return { parent: Number(parent), command };
  } catch {
    return undefined;
  }
}

async function acceptsConnections(
  at: { host: string | undefined; port: number },
  child: ChildProcess,
  isReady: () => boolean,
): Promise<void> {
  let failure: Error | undefined;
  child.on('error', (error) => {
    failure = error;
  });
  const ready = await until(async () => {
    if (failure) throw failure;
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('it ended at once');
    return isReady() && canConnect(at);
  }, READY_WITHIN_MS);
  if (!ready) throw new Error(`nothing answers on port ${at.port} after ${READY_WITHIN_MS / 1000} seconds`);
}

function canConnect({ host = loopback, port }: { host: string | undefined; port: number }): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

async function until(condition: () => boolean | Promise<boolean>, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (!(await condition())) {
    if (Date.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return true;
}

// Collects the last lines for the message of a failed start.
function collectOutput(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream
      ?.setEncoding('utf8')
      .on('error', () => undefined)
      .on('data', (chunk: string) => {
        text = (text + chunk).slice(-2000);
      });
  }
  return () => text.trim();
}
