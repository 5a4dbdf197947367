import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A separate disk that can be filled or made read-only. */
export interface SmallDisk {
  /** Its path, for processes started by `within`. */
  path: string;
  /** Runs a command that sees it. */
  within: readonly string[];
  /** Leaves this many bytes free. */
  fill(freeBytes: number): void;
  empty(): void;
  /** Waits for files of a process that has just ended: until the system closes them, the disk is busy. */
  readOnly(): Promise<void>;
  close(): Promise<void>;
}

/** How long the disk may stay busy. */
const closingMs = 20_000;
const ownMounts = ['-r', '-m'];

/** Linux lets a process mount in its own namespace, unless that is forbidden. */
export const canMount = (): boolean =>
  process.platform === 'linux' && spawnSync('unshare', [...ownMounts, 'true']).status === 0;

export const openSmallDisk = async (megabytes: number): Promise<SmallDisk> => {
  const path = mkdtempSync(join(tmpdir(), 'stillwater-disk-'));
  const size = `size=${megabytes}m`;
  const mounting = `mount -t tmpfs -o ${size} tmpfs "$0" && echo mounted && exec cat`;
  // Holds the mount until its input ends, however this process ends.
  const holder: ChildProcess = spawn('unshare', [...ownMounts, 'sh', '-c', mounting, path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(holder, 'exit');
  if (holder.stdout) await Promise.race([once(holder.stdout, 'data'), ended]);
  const within = ['nsenter', '--target', String(holder.pid), '--user', '--mount', '--preserve-credentials'];
  const seen = join('/proc', String(holder.pid), 'root', path);
  const ballast = join(seen, 'ballast');
  return {
    path,
    within,
    fill(freeBytes) {
      const { bavail, bsize } = statfsSync(seen);
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - freeBytes)));
    },
    empty: () => rmSync(ballast),
    async readOnly() {
      // All options are explicit: mount itself would add the user's id, which does not exist in the namespace except
      // for root.
      const remount = ['mount', '-t', 'tmpfs', '-o', `remount,ro,${size}`, 'tmpfs', path];
      const [command = '', ...args] = [...within, ...remount];
      const until = Date.now() + closingMs;
      for (;;) {
        const { status, stderr } = spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
        if (status === 0) return;
        if (!/busy/i.test(stderr) || Date.now() > until) throw new Error(`It could not be made read-only: ${stderr}`);
        await pause(50);
      }
    },
    async close() {
      holder.stdin?.end();
      await ended;
      rmdirSync(path);
    },
  };
};
