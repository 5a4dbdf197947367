import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { contentHash } from './content-hash.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const sites = ['web-staff', 'web-intake'] as const;
type Site = (typeof sites)[number];

const inputs = [...sites, 'domain', 'package-lock.json', 'tsconfig.json', 'scripts/build-web.ts'];
const retainedBuilds = 3;

/** The component gallery is built next to the sites and never deployed: only local starts serve it. */
const galleryFolder = 'web-gallery';
type Folder = Site | typeof galleryFolder;
const everyFolder: readonly Folder[] = [...sites, galleryFolder];

export const siteFolders = (): { staff: string; intake: string; gallery: string } => ({
  staff: join(dist, 'web-staff'),
  intake: join(dist, 'web-intake'),
  gallery: join(dist, galleryFolder),
});

/** True when the built sites match the sources. Reads all sources: some 10 ms. */
export const isUpToDate = (): boolean => builtHash(everyFolder) === hashOfInputs();

/**
 * Builds both sites when their sources have changed, in a process of its own so that the bundler's memory is freed.
 * Returns the seconds, or 0.
 */
export async function ensureBuilt(): Promise<number> {
  if (isUpToDate()) return 0;
  const began = performance.now();
  const script = fileURLToPath(import.meta.url);
  const child = spawn(process.execPath, [script, '--quiet'], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  const endBuild = () => child.kill();
  process.once('exit', endBuild);
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('exit', resolve));
  process.off('exit', endBuild);
  if (code !== 0) throw new Error('The web sites could not be built; the reason is printed above.');
  return (performance.now() - began) / 1000;
}

const hashOfInputs = (): string => contentHash(inputs);

// dist/web-staff → dist/<hash>/web-staff
function builtHash(folders: readonly Folder[]): string | undefined {
  const found = folders.map((name) => {
    const folder = join(dist, name);
    return existsSync(folder) ? basename(join(realpathSync(folder), '..')) : undefined;
  });
  return new Set(found).size === 1 ? found[0] : undefined;
}

async function build(hash: string, folders: readonly Folder[]): Promise<void> {
  const done = join(dist, hash);
  const missing = folders.filter((folder) => !existsSync(join(done, folder)));
  const unfinished = join(dist, `.${hash}-${randomUUID()}`);
  try {
    const building = missing.map((folder) =>
      folder === galleryFolder ? buildGallery(join(unfinished, folder)) : buildSite(folder, join(unfinished, folder)),
    );
    for (const result of await Promise.allSettled(building)) if (result.status === 'rejected') throw result.reason;
    mkdirSync(done, { recursive: true });
    for (const folder of missing) moveUnlessThere(join(unfinished, folder), join(done, folder));
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  for (const folder of folders) point(join(dist, folder), join(hash, folder));
  removeOldBuilds(hash);
}

async function buildSite(site: Site, outDir: string): Promise<void> {
  const ownBuild = join(root, site, 'build.ts');
  if (existsSync(ownBuild)) {
    const { buildIntake } = (await import(pathToFileURL(ownBuild).href)) as {
      buildIntake(outDir: string): Promise<void>;
    };
    return buildIntake(outDir);
  }
  const { build: viteBuild } = await import('vite');
  const siteRoot = join(root, site);
  await viteBuild({
    root: siteRoot,
    configFile: join(siteRoot, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  });
}

async function buildGallery(outDir: string): Promise<void> {
  const { build: viteBuild } = await import('vite');
  const siteRoot = join(root, 'web-staff');
  const { default: react } = await import('@vitejs/plugin-react');
  await viteBuild({
    root: siteRoot,
    configFile: false,
    base: '/dev/gallery/',
    publicDir: false,
    logLevel: 'warn',
    plugins: [react()],
    build: {
      outDir,
      emptyOutDir: true,
      rolldownOptions: { input: join(siteRoot, 'gallery.html') },
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 900,
    },
  });
}

// Two builds of the same sources may run concurrently, with equal results: the first to finish wins.
function moveUnlessThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

// Renames a new link over the old one, so that the site always exists.
function point(link: string, target: string): void {
  const fresh = `${link}.${randomUUID()}`;
  symlinkSync(process.platform === 'win32' ? join(dist, target) : target, fresh, 'junction');
  try {
    renameSync(fresh, link);
  } catch {
    // The target is a folder, or the system cannot replace a link.
    rmSync(link, { recursive: true, force: true });
    renameSync(fresh, link);
  }
}

function removeOldBuilds(current: string): void {
  const builds = readdirSync(dist, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[0-9a-f]{20}$/.test(entry.name) && entry.name !== current)
    .map(({ name }) => ({ path: join(dist, name), at: statSync(join(dist, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at);
  for (const { path } of builds.slice(retainedBuilds - 1)) rmSync(path, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const began = performance.now();
  const hash = hashOfInputs();
  const folders = process.argv.includes('--deployed') ? sites : everyFolder;
  if (builtHash(folders) === hash) return;
  mkdirSync(dist, { recursive: true });
  await build(hash, folders);
  if (process.argv.includes('--quiet')) return;
  process.stdout.write(`Web sites built in ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
}
