import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { contentHash } from './content-hash.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const sites = ['web-staff', 'web-intake'] as const;
type Site = (typeof sites)[number];

/** Whatever the built files depend on. Tests do not. */
const inputs = [...sites, 'domain', 'package-lock.json', 'tsconfig.json', 'scripts/build-web.ts'];
const compressed = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest']);
const worthwhileBytes = 256;
const keptBuilds = 3;

/** The page of the staff site's pieces is built beside the sites, but for a deployment: local starts alone serve it. */
const galleryFolder = 'web-gallery';
type Folder = Site | typeof galleryFolder;
const everyFolder: readonly Folder[] = [...sites, galleryFolder];

/** The folders that hold the sites as built last. */
export const siteFolders = (): { staff: string; intake: string; gallery: string } => ({
  staff: join(dist, 'web-staff'),
  intake: join(dist, 'web-intake'),
  gallery: join(dist, galleryFolder),
});

/** True when the built sites belong to the sources as they are. Reads all sources: some 10 ms. */
export const isUpToDate = (): boolean => builtHash(everyFolder) === hashOfInputs();

/**
 * Builds both sites in a process of its own, when their sources have changed. Answers the seconds, 0 when there was
 * nothing to do. The bundler stays out of this process's memory.
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
    if (missing.length > 0) await compressAll(unfinished);
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

async function compressAll(folder: string): Promise<void> {
  const compress = promisify(brotliCompress);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && compressed.has(extname(entry.name)));
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const content = await readFile(path);
      if (content.length >= worthwhileBytes) await writeFile(`${path}.br`, await compress(content, { params }));
    }),
  );
}

// Two builds of the same sources may run side by side: the first to finish wins, and both are right.
function moveUnlessThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

// A new link is renamed over the old one, so that there is no moment without a site.
function point(link: string, target: string): void {
  const fresh = `${link}.${randomUUID()}`;
  symlinkSync(process.platform === 'win32' ? join(dist, target) : target, fresh, 'junction');
  try {
    renameSync(fresh, link);
  } catch {
    // A folder of an earlier kind stands there, or the system cannot replace a link.
    rmSync(link, { recursive: true, force: true });
    renameSync(fresh, link);
  }
}

function removeOldBuilds(current: string): void {
  const builds = readdirSync(dist, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[0-9a-f]{20}$/.test(entry.name) && entry.name !== current)
    .map(({ name }) => ({ path: join(dist, name), at: statSync(join(dist, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at);
  for (const { path } of builds.slice(keptBuilds - 1)) rmSync(path, { recursive: true, force: true });
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
