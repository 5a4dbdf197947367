import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname } from 'node:path';
import * as z from 'zod';

/**
 * Writes a file so that a reader, or the next start after a crash, sees the old content or the new, never a part.
 * The file is readable by its owner alone.
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

// A rename is only on disk once its directory is. Windows cannot open directories, and needs no such step.
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

/** The file's content checked against `shape`, or undefined when there is no such file. Throws when it does not fit. */
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
 * The port itself when it is free on 127.0.0.1 and on the host, or a free one for 0. Throws in plain words when it is taken.
 * Dynoxide wants no other program on its port, whatever the address.
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
  /** What the program is called in messages, for instance "the database engine". */
  name: string;
  command: string;
  args: string[];
  /** 127.0.0.1 unless it is another address of this machine. */
  host?: string;
  port: number;
  /** Remembers the process, so that the next start can end it should this one be killed. */
  pidFile: string;
  /** An argument that no other program has, such as the path of the data. */
  ownMark: string;
  /** What the server prints once it listens, where it does: the port alone could be another program's. */
  readyLine?: string;
}

export interface RunningProcess {
  /** Changes when the server had to be started again. */
  readonly pid: number;
  stop(): Promise<void>;
}

interface Launched {
  pid: number;
  ended: Promise<unknown>;
  stop(): Promise<void>;
}

async function launch(server: ServerProcess, port: number): Promise<Launched> {
  // A group of its own: Ctrl-C reaches this process alone, which first finishes its requests, then ends the child.
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
 * Starts a server as a child process and resolves once it accepts connections. It ends with this process: by `stop`,
 * and at the latest on exit. Only `kill -9` leaves it behind, and then the next start ends it first. One that ends by
 * itself, as when the machine runs out of memory, is started again on the same port, unless it keeps ending.
 */
export async function startProcess(server: ServerProcess): Promise<RunningProcess> {
  mkdirSync(dirname(server.pidFile), { recursive: true, mode: 0o700 });
  // A process that is ending has no command any more while its last threads still hold the port.
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
 * Ends the process of an earlier start that was killed. Only a process whose command line carries our own mark is ours,
 * whatever its number; and while the process that started it still runs, it is not left behind but in use. True when
 * an earlier start was killed, whether or not its process was still there.
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
  } catch {
    // It has ended in the meantime.
  }
}

/** Undefined when there is no such process, and on systems that do not say. A process that has ended has no command. */
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
  // A signal that cannot be sent is told in this way too, and later.
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

// The last lines, for the message of a failed start.
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
