import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  commentIdioms,
  type Hit,
  pageIdioms,
  privateNames,
  screenFaults,
  subjectFault,
  titleFaults,
} from './plain-english.ts';

/**
 * Checks style and sizes. Screens contain no barred word, and files, folders, commit subjects, and paths and names in
 * docs follow docs/contributing.md. Comments, names, titles and docs have a count per folder in ratchets.json that may
 * only fall: `node scripts/checks/ratchets.ts` writes lower counts, with `--list` each place.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const baseline = join(root, 'scripts', 'checks', 'ratchets.json');
const folders = ['domain', 'functions', 'infra', 'web-staff', 'web-intake', 'local', 'tests', 'scripts'];

const maxLines = 500;
const minLines = 20;
const maxSourceFiles = 1_395;
// Commits to check without a branch to compare with.
const recentCommits = 20;

const isTest = (path: string): boolean => path.startsWith('tests/') || /\.(?:test|spec)\.tsx?$/.test(path);
/** Files that a tool names, and query keys, which import nothing. */
const isEntry = (path: string): boolean =>
  /^functions\/lambdas\/|^infra\/edge\/|^scripts\/[^/]+$|\.d\.ts$|\/keys\.ts$|\.command\.ts$|\/public\//.test(path);
const isScreen = (path: string): boolean =>
  /^web-(?:staff|intake)\/src\/(?!gallery\/)|^domain\/.*messages|^functions\/emails\//.test(path) &&
  !isTest(path) &&
  !path.includes('/testing/');

interface SourceFile {
  path: string;
  text: string;
}
const read = (path: string): SourceFile => ({ path, text: readFileSync(join(root, path), 'utf8') });
const sourceFiles = (): SourceFile[] =>
  globSync(`{${folders.join(',')}}/**/*.{ts,tsx,mjs,cjs,js}`, {
    cwd: root,
    exclude: (name) => name === 'node_modules',
  }).map(read);
const docPages = (): SourceFile[] =>
  ['README.md', ...globSync('docs/**/*.md', { cwd: root })].filter((path) => path !== 'docs/quality.md').map(read);

type Kind = 'comments' | 'names' | 'titles' | 'docs' | 'short files' | 'long tests';
type Counts = Record<string, Partial<Record<Kind, number>>>;
interface Found {
  kind: Kind;
  folder: string;
  place: string;
}

function countedIn({ path, text }: SourceFile): Found[] {
  const folder = path.split('/')[0] ?? '';
  const countHits = (kind: Kind, hits: readonly Hit[]): Found[] =>
    hits.map((hit) => ({ kind, folder, place: `${path}:${hit.line} ${hit.word} — ${hit.text.slice(0, 100)}` }));
  if (path.endsWith('.md')) return countHits('docs', pageIdioms(text));
  const lines = text.trimEnd().split('\n').length;
  const size = { line: 1, text: '', word: `${lines} lines` };
  return [
    ...countHits('comments', commentIdioms(text)),
    ...countHits('names', privateNames(path, text)),
    ...countHits('titles', isTest(path) ? titleFaults(text) : []),
    ...countHits('short files', lines < minLines && !isEntry(path) ? [size] : []),
    ...countHits('long tests', lines > maxLines && isTest(path) ? [size] : []),
  ];
}

const countsOf = (hits: readonly Found[]): Counts => {
  const counts: Counts = {};
  for (const folder of [...folders, 'docs', 'README.md']) {
    const inFolder = hits.filter((hit) => hit.folder === folder);
    const kinds = [...new Set(inFolder.map(({ kind }) => kind))].sort();
    if (kinds.length > 0)
      counts[folder] = Object.fromEntries(
        kinds.map((kind) => [kind, inFolder.filter((hit) => hit.kind === kind).length]),
      );
  }
  return counts;
};

export const risenCounts = (now: Counts, before: Counts): string[] =>
  Object.entries(now).flatMap(([folder, kinds]) =>
    Object.entries(kinds).flatMap(([kind, count]) => {
      const limit = before[folder]?.[kind as Kind] ?? 0;
      return count > limit ? [`${folder} has ${count} ${kind} to rewrite, ${limit} before`] : [];
    }),
  );

/** Folders of a layer that are no capability. */
const layers: Record<string, readonly string[]> = {
  domain: ['registry', 'shared'],
  functions: ['platform', 'lambdas'],
  'web-staff/src': ['api', 'app', 'gallery', 'session', 'testing', 'ui'],
};
/** Layers without a capability's folder: its rules are shared, or it has no screen or call. */
const absent: Record<string, readonly string[]> = {
  audit: ['domain'],
  emails: ['domain', 'web-staff/src'],
  home: ['domain', 'functions'],
  obituaries: ['functions'],
  'reference-data': ['domain'],
  ssn: ['domain', 'web-staff/src'],
};

/** Returns the capabilities that one layer has and another one does not. */
export function missingCapabilities(foldersOf: (layer: string) => readonly string[]): string[] {
  const folderNames = Object.entries(layers).map(([layer, others]) => ({
    layer,
    names: foldersOf(layer).filter((name) => !others.includes(name)),
  }));
  const all = [...new Set(folderNames.flatMap(({ names }) => names))].sort();
  return folderNames.flatMap(({ layer, names }) =>
    all
      .filter((name) => !names.includes(name) && !absent[name]?.includes(layer))
      .map((name) => `${layer} has no folder for the capability ${name}: use one name in each layer`),
  );
}

const namedPath =
  /`((?:domain|functions|infra|web-staff|web-intake|local|tests|scripts|docs)\/[\w./-]*\w\/?)(?::\d+)?`/g;
/** An installation adds its own stages. */
const ownStage = /^infra\/stages\/\w+\.json$/;
/** Returns the paths that a page names in code and that are not in the tree. */
export const missingPaths = ({ path, text }: SourceFile, exists: (path: string) => boolean): string[] =>
  [...text.matchAll(namedPath)].flatMap(([, name = '']) =>
    exists(name) || ownStage.test(name) ? [] : [`${path} names ${name}, which does not exist`],
  );

const pagesOfCode = ['docs/architecture.md', 'docs/contributing.md', 'docs/glossary.md'];
const namedInCode = /`(?:\w+\.)?((?:[a-z]+[A-Z]|[A-Z][a-z])\w*)`/g;
/** Returns the names in camelCase or PascalCase that a page has in code and that no source has. */
export const missingNames = ({ path, text }: SourceFile, sources: readonly SourceFile[]): string[] =>
  [...new Set([...text.matchAll(namedInCode)].map(([, name = '']) => name))].flatMap((name) => {
    const word = new RegExp(`\\b${name}\\b`);
    return sources.some((source) => word.test(source.text)) ? [] : [`${path} names ${name}, which no source has`];
  });

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

function commitFaults(): string[] {
  let range: string[];
  try {
    range = [`${git('merge-base', 'origin/main', 'HEAD')}..HEAD`];
  } catch {
    range = ['-n', String(recentCommits)];
  }
  try {
    const subjects = git('log', '--no-merges', '--format=%s', ...range).split('\n');
    return subjects.filter(Boolean).flatMap((subject) => {
      const fault = subjectFault(subject);
      return fault ? [`Commit “${subject}” ${fault}`] : [];
    });
  } catch {
    return []; // Without a history there is nothing to compare with.
  }
}

export function checkRatchets(): { faults: string[]; found: Found[] } {
  const sources = sourceFiles();
  const pages = docPages();
  const found = [...sources, ...pages].flatMap(countedIn);
  const risen = risenCounts(countsOf(found), JSON.parse(readFileSync(baseline, 'utf8')) as Counts);
  const shipped = sources.filter(({ path }) => !isTest(path) && /\.tsx?$/.test(path)).length;
  const faults = [
    ...risen.map((message) => `${message}. List them: npx node scripts/checks/ratchets.ts --list`),
    ...sources
      .filter(({ path }) => isScreen(path))
      .flatMap(({ path, text }) =>
        screenFaults(text).map(({ line, text: shown, word }) => `${path}:${line} shows ${word}: ${shown}`),
      ),
    ...missingCapabilities((layer) =>
      readdirSync(join(root, layer), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name),
    ),
    ...pages.flatMap((page) => missingPaths(page, (path) => existsSync(join(root, path)))),
    ...pages.filter(({ path }) => pagesOfCode.includes(path)).flatMap((page) => missingNames(page, sources)),
    ...(shipped > maxSourceFiles ? [`There are ${shipped} source files without tests, at most ${maxSourceFiles}`] : []),
    ...commitFaults(),
  ];
  return { faults, found };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { faults, found } = checkRatchets();
  if (process.argv.includes('--list')) for (const { kind, place } of found) process.stdout.write(`${kind}: ${place}\n`);
  else if (faults.length === 0 && !process.argv.includes('--check'))
    writeFileSync(baseline, `${JSON.stringify(countsOf(found), null, 2)}\n`);
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
