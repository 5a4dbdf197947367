import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';

const git = (...args: string[]): string => {
  try {
    return execFileSync('git', args, { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
};

/** What a figure depends on: machine, load at this moment, runtime and commit. */
export const circumstances = (): string[] => {
  const [first, ...others] = cpus();
  const commit = git('rev-parse', '--short', 'HEAD') || 'unknown';
  const changed = git('status', '--porcelain') ? ', with uncommitted changes' : '';
  return [
    `machine: ${others.length + 1} × ${first?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${release()}`,
    `load average when it began: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}`,
    `Node ${process.version}, commit ${commit}${changed}`,
  ];
};

/** CPU seconds that these processes have used together. */
export const cpuSecondsOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + usageOf(pid).cpuSeconds, 0);

/** A process and those that it has started, and so on. */
export const familyOf = (pid: number): number[] => {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
    return [pid, ...children.flatMap((child) => familyOf(Number(child)))];
  } catch {
    return [pid];
  }
};

/** Files, sockets and pipes that a process has open; 0 where the system does not tell. */
export const openFilesOf = (pid: number): number => {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
};

/** CPU seconds that a process has used, and its resident memory in MB; zeros where the system does not tell. */
export const usageOf = (pid: number): { cpuSeconds: number; residentMb: number } => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    const ticksPerSecond = 100;
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
    return {
      cpuSeconds: (Number(stat[11]) + Number(stat[12])) / ticksPerSecond,
      residentMb: Math.round(kilobytes / 1024),
    };
  } catch {
    return { cpuSeconds: 0, residentMb: 0 };
  }
};
