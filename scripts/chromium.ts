import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = fileURLToPath(new URL('../node_modules', import.meta.url));
const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Returns the path of a working Chromium: PLAYWRIGHT_CHROMIUM, an installed one, the npm package @sparticuz/chromium,
 * or, for root on Debian, one that apt installs now. Throws an explanation otherwise.
 */
export async function findChromium(say: (line: string) => void): Promise<string> {
  const wanted = process.env.PLAYWRIGHT_CHROMIUM;
  if (wanted) {
    const problem = problemOf(wanted);
    if (problem) throw new Error(`PLAYWRIGHT_CHROMIUM is ${wanted}, which does not start: ${problem}`);
    return wanted;
  }
  const present = installed.find((path) => existsSync(path) && !problemOf(path));
  if (present) return present;
  const fromPackage = unpackPackage();
  if ('path' in fromPackage) return fromPackage.path;
  const fromApt = installWithApt(say);
  if ('path' in fromApt) return fromApt.path;
  throw new Error(
    'The browser tests need a Chromium, and none was found. Install one (Debian and Ubuntu: apt-get install chromium), ' +
      'or set PLAYWRIGHT_CHROMIUM to the path of one.\n' +
      `The npm package @sparticuz/chromium: ${fromPackage.problem}\napt: ${fromApt.problem}`,
  );
}

type Found = { path: string } | { problem: string };

// Undefined when it starts.
function problemOf(path: string): string | undefined {
  const { status, stderr, error } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return status === 0 ? undefined : (error?.message ?? stderr.trim().split('\n').at(-1) ?? 'it ends with an error');
}

/**
 * The package unpacks into a shared folder, even while another process writes it. A private folder, renamed at the
 * end, avoids a partial copy.
 */
function unpackPackage(): Found {
  const folder = join(modules, '.cache', 'stillwater-chromium');
  const path = join(folder, 'chromium');
  if (!existsSync(path)) {
    const unfinished = `${folder}-${randomUUID()}`;
    mkdirSync(unfinished, { recursive: true });
    const unpack = "import('@sparticuz/chromium').then((module) => module.default.executablePath())";
    const { status, stderr } = spawnSync(process.execPath, ['-e', unpack], {
      cwd: join(modules, '..'),
      env: { ...process.env, TMPDIR: unfinished },
      encoding: 'utf8',
    });
    try {
      if (status === 0 && existsSync(join(unfinished, 'chromium'))) renameSync(unfinished, folder);
    } catch {
      // Another process finished first.
    }
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(path)) return { problem: stderr.trim().split('\n').at(-1) || 'it could not be unpacked' };
  }
  const problem = problemOf(path);
  return problem ? { problem } : { path };
}

function installWithApt(say: (line: string) => void): Found {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    return { problem: 'only root on Debian or Ubuntu can install with it' };
  }
  say('Installing Chromium with apt-get …');
  const options = { encoding: 'utf8', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  spawnSync('apt-get', ['update'], options);
  const { status, stderr } = spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], options);
  const path = '/usr/bin/chromium';
  if (status !== 0 || !existsSync(path)) return { problem: stderr.trim().split('\n').at(-1) || 'it failed' };
  const problem = problemOf(path);
  return problem ? { problem } : { path };
}
