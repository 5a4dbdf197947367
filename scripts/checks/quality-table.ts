import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const qualityRows = {
  'R-01': 'Many write money on one case at once: exact to the cent',
  'R-02': 'What is read while money changes agrees with itself',
  'R-03': 'Case and receipt numbers under contention: none twice, none left out',
  'R-04': 'Processes killed at any moment lose nothing that was acknowledged',
  'R-05': 'A recount of everything that is derived finds no difference',
  'R-06': 'The publisher is killed: each event arrives, acts once, in order',
  'R-07': 'Poison among good messages: the others pass, the poison is kept, counted and can be sent again',
  'R-08': 'A partner is down: nobody is refused, and all is made up for once',
  'R-09': 'A partner is slow: calls end in time, others do not wait',
  'R-10': 'A partner did it and the answer was lost: it is not done twice',
  'R-11': 'Webhooks doubled, shuffled and late: the state is the right one',
  'R-12': 'One Idempotency-Key: one effect, one answer',
  'R-13': 'Two editors: no change is lost',
  'R-14': 'A database that throttles: tried again, then a clear 503',
  'R-15': 'Bad input over all calls: refused, quickly, without an effect',
  'R-16': 'Large organizations: lists, searches and reads cost about the same',
  'R-17': 'Backup and restore',
  'R-18': 'Old and new release side by side',
  'R-19': 'Days and deadlines over clock changes, leap days and midnights',
  'R-20': 'Messages that come three times act once',
  'R-21': 'A consumer that was off for a day: it catches up, or the sweeper does',
  'R-22': 'Merges and bulk deletions that are killed are finished',
  'R-23': 'A conversion that is asked for twenty times makes one case',
  'R-24': 'Tokens run out while many are at work: one refreshes',
  'R-25': 'Hours of load: memory, files and queues stay flat',
  'R-26': 'An orderly end under load: all that was accepted is answered',
  'R-27': 'A full disk or a data directory that cannot be written',
  'R-28': 'Large files on their way do not slow down other calls',
  'R-29': 'Totals equal an independent sum',
  'R-30': 'Load and a lost function on AWS',
  'S-01': 'Nothing of another organization is reached, by any call',
  'S-02': 'A second wall: credentials of one organization for what discloses',
  'S-03': 'Every call and role as the table says',
  'S-04': 'Fields that the server owns cannot be set',
  'S-05': 'Rights that end, end at once',
  'S-06': 'Nothing of an organization stays in a process between calls',
  'S-07': 'Forged and expired tokens',
  'S-08': 'Sign-in: second factor, nothing told about who has an account',
  'S-09': 'Social Security numbers are enciphered and bound to their place',
  'S-10': 'A reveal is on record before it is answered',
  'S-11': 'Masks: what was masked never overwrites what is stored',
  'S-12': 'The audit trail is only added to, and verified',
  'S-13': 'Logs name what is allowed, and no values',
  'S-14': 'Errors tell nothing of the inside',
  'S-15': 'Uploads: checked by content, bounded, under safe names',
  'S-16': 'Nothing is served before it was scanned',
  'S-17': 'Downloads: short-lived, as an attachment, authorized each time',
  'S-18': 'Forged, replayed and late webhooks',
  'S-19': 'Addresses that somebody enters are never fetched',
  'S-20': 'Connections to partners: state bound and used once, tokens enciphered',
  'S-21': 'Links and codes: random, hashed, used once, bounded in time',
  'S-22': 'The public form: bots, floods and guesses',
  'S-23': 'Limits for those who are signed in',
  'S-24': 'The firewall in front',
  'S-25': 'The API answers its own distribution alone',
  'S-26': 'Limits of sizes, pages and depths',
  'S-27': 'Requests from other sites',
  'S-28': 'Security headers and policy reports',
  'S-29': 'What the browser keeps',
  'S-30': 'Scripts in text stay text',
  'S-31': 'Formulas in exports stay text',
  'S-32': 'Names and values of queries',
  'S-33': 'Secrets: where they are, and where never',
  'S-34': 'One role per function, with exact rights',
  'S-35': 'Data at rest',
  'S-36': 'Hostile answers of partners',
  'S-37': 'Dependencies',
  'S-38': 'Every call is documented, and nothing else is served',
  'S-39': 'The local start is for this machine alone',
  'S-40': 'Forgetting people',
  'S-41': 'Sign-ins, refusals and reveals are on record',
  'S-42': 'The ten risks of APIs, tried',
} as const;
export type QualityRow = keyof typeof qualityRows;

export const recordedRuns: Partial<Record<string, string>> = {
  'R-16': '`npm run bench -- --customers 100000` beside `--customers 10000`: page 1, any page, get and search',
  'R-28': 'Not measured: browsers send files to S3 itself and fetch them from it, past the functions',
  'R-30': 'Not measured yet: a load generator against a deployed stage of its own, whose dashboard has the figures',
};

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
