/**
 * Runs before every npm script that needs packages, and before CDK's app: checks for Node 24 and installs
 * package-lock.json if it is not installed. Plain JavaScript without dependencies, because an older Node may run it.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_FOR_NPM = 20;
const OLDEST_FOR_US = 24;
const LOCK_WITHOUT_OWNER_MS = 10_000;
const WAIT_MS = 200;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const lockfile = join(root, 'package-lock.json');
const markerFile = join(modules, '.stillwater-lock');
const platform = `${process.platform}-${process.arch}`;
const quiet = process.argv.includes('--quiet');

/** @param {string} line */
const say = (line) => {
  if (!quiet) process.stdout.write(`${line}\n`);
};

/** @param {string} line @returns {never} */
const stop = (line) => {
  process.stderr.write(`\n${line}\n`);
  process.exit(1);
};

/** @param {string} version */
const majorOf = (version) => Number(version.replace(/^v/, '').split('.')[0]);

const wantedMarker = () => `${createHash('sha256').update(readFileSync(lockfile)).digest('hex')} ${platform}\n`;

const readText = (/** @type {string} */ path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

// npm's own record in node_modules matches the lock file after a manual installation.
const isInstalledAlready = () => {
  const installed = readText(join(modules, '.package-lock.json'));
  if (installed === undefined) return false;
  try {
    const present = JSON.parse(installed).packages;
    const wanted = JSON.parse(readFileSync(lockfile, 'utf8')).packages;
    return Object.entries(wanted).every(([path, entry]) => {
      if (path === '') return true;
      const found = present[path];
      if (!found) return entry.optional === true || entry.devOptional === true;
      return found.version === entry.version && found.integrity === entry.integrity;
    });
  } catch {
    return false;
  }
};

const isInstalled = () => {
  if (!existsSync(modules)) return false;
  const marker = wantedMarker();
  if (readText(markerFile) === marker) return true;
  // A marker of another platform or lock file is from another installation.
  if (existsSync(markerFile) || !isInstalledAlready()) return false;
  writeFileSync(markerFile, marker);
  return true;
};

// Outside node_modules, which an installation empties; one lock per folder and user.
const lockName = createHash('sha256').update(root).digest('hex').slice(0, 16);
const lockDir = join(tmpdir(), `stillwater-install-${process.getuid?.() ?? 'user'}-${lockName}`);
const ownerFile = join(lockDir, 'pid');

const isAlive = (/** @type {number} */ pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

const isAbandoned = () => {
  try {
    const owner = readText(ownerFile);
    if (owner) return !isAlive(Number(owner));
    return Date.now() - statSync(lockDir).mtimeMs > LOCK_WITHOUT_OWNER_MS;
  } catch {
    return false;
  }
};

const tryLock = () => {
  try {
    mkdirSync(lockDir);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (isAbandoned()) {
      // Renaming is atomic: only one of two processes removes the abandoned lock.
      const away = `${lockDir}-${randomUUID()}`;
      try {
        renameSync(lockDir, away);
        rmSync(away, { recursive: true, force: true });
      } catch {}
    }
    return false;
  }
  writeFileSync(ownerFile, String(process.pid));
  return true;
};

const pause = (/** @type {number} */ milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const waitForLock = async () => {
  let hasPrinted = false;
  while (!tryLock()) {
    if (!hasPrinted) say('Another start is installing the packages of this folder; waiting for it …');
    hasPrinted = true;
    await pause(WAIT_MS);
  }
};

const runNpmCi = () =>
  new Promise((resolve) => {
    // Engine warnings are about npm's own Node, which does not run the product.
    const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--engine-strict=false', '--ignore-scripts'];
    const everything = ['--include=dev', '--include=optional'];
    const npm = process.env.npm_execpath;
    const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
    const child = spawn(command, [...first, ...args, ...everything], {
      cwd: root,
      stdio: ['ignore', quiet ? 2 : 'inherit', 'inherit'],
      shell: command === 'npm' && process.platform === 'win32',
    });
    child.once('error', (error) => stop(`npm could not be started: ${error.message}`));
    child.once('exit', (code, signal) => resolve(signal ? 1 : code));
  });

const install = async () => {
  await waitForLock();
  const unlock = () => rmSync(lockDir, { recursive: true, force: true });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => {
      unlock();
      process.exit(1);
    });
  }
  try {
    if (isInstalled()) return;
    const reason = existsSync(modules) ? 'package-lock.json has changed' : 'this is the first start here';
    say(`Installing packages (${reason}) …`);
    const began = Date.now();
    const code = await runNpmCi();
    if (code !== 0) {
      unlock();
      stop('The packages could not be installed; npm says why above. Check the network, then run the command again.');
    }
    writeFileSync(markerFile, wantedMarker());
    say(`Packages installed in ${((Date.now() - began) / 1000).toFixed(1)} s`);
  } finally {
    unlock();
  }
};

// npm puts node_modules/.bin before the original PATH of its scripts.
const reachableNodes = () => {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const folders = [join(modules, '.bin'), ...(process.env.PATH ?? '').split(delimiter)];
  return folders.map((folder) => join(folder, name)).filter((path) => existsSync(path));
};

const findNode = () => {
  if (majorOf(process.version) >= OLDEST_FOR_US) return process.execPath;
  const [first = 'node'] = reachableNodes();
  const { stdout, error } = spawnSync(first, ['--version'], { encoding: 'utf8' });
  if (!error && majorOf(stdout) >= OLDEST_FOR_US) return first;
  stop(
    `Stillwater runs on Node ${OLDEST_FOR_US} or newer, and this is ${process.version}. ` +
      `No Node ${OLDEST_FOR_US} is packaged for this machine (${platform}): install it from https://nodejs.org ` +
      'and run the command again.',
  );
};

if (majorOf(process.version) < OLDEST_FOR_NPM) {
  stop(`Stillwater needs Node ${OLDEST_FOR_NPM} or newer to install itself, and this is ${process.version}.`);
}
if (!isInstalled()) await install();
export const fittingNode = findNode();
