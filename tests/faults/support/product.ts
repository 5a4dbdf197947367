import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { processInfo } from '#local/aws/child-process.ts';
import { type PortName, portNames } from '#local/ports.ts';

const entry = fileURLToPath(new URL('../../../local/start.ts', import.meta.url));
/** Only ends a product that hangs. */
const startedWithinMs = 300_000;

/** An `npm start` product in separate processes, on a data directory that outlives them. */
export interface Product {
  staffUrl: string;
  intakeUrl: string;
  mailboxUrl: string;
  userPoolUrl: string;
  /** Constant for all starts, known from the first one. */
  readonly databaseUrl: string;
  queuesUrl: string;
  docusealUrl: string;
  /** Returns its output of all starts. */
  output(): string;
  /** Starts it and returns the seconds until the API responds; undefined if it was killed before. */
  start(): Promise<number | undefined>;
  /** kill -9 of the main process and the engine, or of the main process only. */
  kill(what: 'tree' | 'main'): Promise<void>;
  /** Sends the signal and returns how it ended. */
  stop(signal: NodeJS.Signals): Promise<{ code: number | null; seconds: number }>;
  enginePid(): number | undefined;
  /** The main process; undefined before the first start. */
  pid(): number | undefined;
}

/**
 * Prepares a product without starting it. All starts use the same ports. `within`: a command that runs another one, if
 * only that sees the data directory's disk.
 */
export const productOn = async (
  dataDir: string,
  settings: Record<string, string>,
  within: readonly string[] = [],
): Promise<Product> => {
  const [command = process.execPath, ...args] = [...within, process.execPath, entry];
  const base = await freePorts();
  const urlOf = (name: PortName): string => `http://127.0.0.1:${base + portNames.indexOf(name)}`;
  let output = '';
  let child: ChildProcess | undefined;
  const enginePid = (): number | undefined => {
    const path = join(dataDir, 'database', 'engine-process.json');
    if (!existsSync(path)) return undefined;
    const { pid } = JSON.parse(readFileSync(path, 'utf8')) as { pid: number };
    return processInfo(pid)?.command.includes(dataDir) ? pid : undefined;
  };
  const databaseUrl = () => /Database \(.+\) +(http:\S+)/.exec(output)?.[1];
  const isHealthy = async (): Promise<boolean> => {
    const answer = await fetch(`${urlOf('staff')}/api/forms/public/funeral-home/whitcomb-ames/`).catch(() => undefined);
    await answer?.arrayBuffer();
    return answer?.status === 200;
  };
  return {
    staffUrl: urlOf('staff'),
    intakeUrl: urlOf('intake'),
    mailboxUrl: urlOf('mailbox'),
    userPoolUrl: urlOf('userPool'),
    get databaseUrl() {
      const url = databaseUrl();
      if (!url) throw new Error('Where the database listens is known from the first start on');
      return url;
    },
    queuesUrl: urlOf('queues'),
    docusealUrl: urlOf('docuseal'),
    output: () => output,
    enginePid,
    pid: () => child?.pid,
    async start() {
      const began = performance.now();
      const started = spawn(command, args, {
        env: { ...process.env, DATA_DIR: dataDir, PORT: String(base), DEMO_PARTNERS: 'off', ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      for (const stream of [started.stdout, started.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text;
        });
      while (!(await isHealthy()) || !databaseUrl()) {
        if (started.signalCode === 'SIGKILL') return undefined;
        if (started.exitCode !== null) throw new Error(`The product ended:\n${output.slice(-2000)}`);
        if (performance.now() - began > startedWithinMs) throw new Error(`Not healthy:\n${output.slice(-2000)}`);
        await pause(50);
      }
      return (performance.now() - began) / 1000;
    },
    async kill(what) {
      const engine = what === 'tree' ? enginePid() : undefined;
      await end(child, 'SIGKILL');
      if (engine) process.kill(engine, 'SIGKILL');
    },
    async stop(signal) {
      const began = performance.now();
      await end(child, signal);
      return { code: child?.exitCode ?? null, seconds: (performance.now() - began) / 1000 };
    },
  };
};

const end = async (child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> => {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
};

// Consecutive free ports; another program may still take one first, which is rare and reported.
const freePorts = async (): Promise<number> => {
  for (let tries = 0; tries < 50; tries++) {
    const base = 20_000 + Math.floor(Math.random() * 10_000);
    const free = await Promise.all(portNames.map((_, at) => isFree(base + at)));
    if (free.every(Boolean)) return base;
  }
  throw new Error('No run of free ports was found');
};

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
