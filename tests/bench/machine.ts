import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';

export const machineInfo = (checkout: string): string => {
  const commit = execFileSync('git', ['-C', checkout, 'describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
  const load = loadavg().map((average) => average.toFixed(1));
  return (
    `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${release()}, ` +
    `load average ${load.join(', ')}; Node ${process.version}, commit ${commit}`
  );
};

/** '' for a process that has just ended. */
const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );

/** Returns processor seconds and resident MB of a process and its children. Linux only. */
export const usageOf = (pid: number): { cpuSeconds: number; megabytes: number } => {
  const stat = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [];
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);
  const ticksPerSecond = 100;
  const sum = { cpuSeconds: (Number(stat[11]) + Number(stat[12])) / ticksPerSecond, megabytes: kilobytes / 1024 };
  for (const child of childrenOf(pid)) {
    const { cpuSeconds, megabytes } = usageOf(child);
    sum.cpuSeconds += cpuSeconds;
    sum.megabytes += megabytes;
  }
  return sum;
};
