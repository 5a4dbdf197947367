import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { qualityRows, recordedRuns } from './quality-rows.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = fileURLToPath(new URL('../../docs/quality.md', import.meta.url));

interface NamedTest {
  row: string;
  title: string;
  file: string;
}

/** Title of a test or a group; it may be on the line after the call. */
const titles = /\b(?:it|test|describe)(?:\.\w+(?:\([^()]*\))?)*\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*?)\1/g;
const sharedTests = ['tests/support/calls/fuzz.ts'];

export const namedTests = (): NamedTest[] =>
  globSync('{domain,functions,infra,local,scripts,tests,web-*}/**/*.{test,spec}.{ts,tsx}', { cwd: root })
    .concat(sharedTests)
    .sort()
    .flatMap((file) =>
      [...readFileSync(`${root}/${file}`, 'utf8').matchAll(titles)].flatMap(([, , title = '']) =>
        [...title.matchAll(/\b[RS]-\d\d\b/g)].map(([row]) => ({ row, title, file })),
      ),
    );

/** Returns a title for a table cell, without row numbers and placeholders. */
const readable = (title: string): string =>
  title
    .replaceAll(/\b[RS]-\d\d\b,?\s*/g, '')
    .replaceAll(/\$\{[^}]*\}|%\w/g, '…')
    .replaceAll('|', '\\|')
    .trim();

const qualityTable = (): string => {
  const tests = namedTests();
  const rows = Object.entries(qualityRows).map(([row, asked]) => {
    const files = Map.groupBy(
      tests.filter((test) => test.row === row),
      ({ file }) => file,
    );
    const shown = [...files].map(
      ([file, named]) => `\`${file}\`: ${[...new Set(named.map(({ title }) => readable(title)))].join('; ')}`,
    );
    const runs = recordedRuns[row] ? [recordedRuns[row]] : [];
    return `| ${row} | ${asked} | ${[...runs, ...shown].join('<br>')} |`;
  });
  return ['| | What is shown | By |\n|---|---|---|', ...rows].join('\n');
};

/** Returns docs/quality.md with its table generated from test titles. */
export const qualityPage = (): { now: string; wanted: string } => {
  const now = readFileSync(page, 'utf8');
  const wanted = now.replace(
    /(<!-- rows -->\n)[\s\S]*?(<!-- \/rows -->)/,
    (_, open: string, close: string) => `${open}${qualityTable()}\n${close}`,
  );
  return { now, wanted };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(page, qualityPage().wanted);
