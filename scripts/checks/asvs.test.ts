import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { qualityRows } from './quality-table.ts';

/** Numbers of the OWASP ASVS 5.0.0 requirements by level and chapter: `V1: '2.1'` is V1.2.1. */
const numbers: Readonly<Record<1 | 2, Readonly<Record<string, string>>>> = {
  1: {
    V1: '2.1 2.2 2.3 2.4 2.5 3.1 3.2 5.1',
    V2: '1.1 2.1 2.2 3.1',
    V3: '2.1 2.2 3.1 4.1 4.2 5.1 5.2 5.3',
    V4: '1.1 4.1',
    V5: '2.1 2.2 3.1 3.2',
    V6: '1.1 2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.8 3.1 3.2 4.1 4.2',
    V7: '2.1 2.2 2.3 2.4 4.1 4.2',
    V8: '1.1 2.1 2.2 3.1',
    V9: '1.1 1.2 1.3 2.1',
    V10: '4.1 4.2 4.3 4.4 4.5',
    V11: '3.1 3.2 4.1',
    V12: '1.1 2.1 2.2',
    V13: '4.1',
    V14: '2.1 3.1',
    V15: '1.1 2.1 3.1',
  },
  2: {
    V1: '1.1 1.2 2.6 2.7 2.8 2.9 3.3 3.4 3.5 3.6 3.7 3.8 3.9 3.10 3.11 4.1 4.2 4.3 5.2',
    V2: '1.2 1.3 2.3 3.2 3.3 3.4 4.1',
    V3: '3.2 3.3 3.4 4.3 4.4 4.5 4.6 5.4 5.5 7.1 7.2',
    V4: '1.2 1.3 2.1 3.1 3.2 4.2 4.3 4.4',
    V5: '1.1 2.3 4.1 4.2 4.3',
    V6: '1.2 1.3 2.9 2.10 2.11 2.12 3.3 3.4 4.3 4.4 5.1 5.2 5.3 5.4 5.5 6.1 6.2 6.3 8.1 8.2 8.3 8.4',
    V7: '1.1 1.2 1.3 3.1 3.2 4.3 4.4 4.5 5.1 5.2 6.1 6.2',
    V8: '1.2 2.3 4.1',
    V9: '2.2 2.3 2.4',
    V10: '1.1 1.2 2.1 2.2 3.1 3.2 3.3 3.4 4.6 4.7 4.8 4.9 4.10 4.11 5.1 5.2 5.3 5.4 5.5 6.1 6.2 7.1 7.2 7.3',
    V11: '1.1 1.2 2.1 2.2 2.3 3.3 4.2 4.3 4.4 5.1 6.1',
    V12: '1.2 1.3 3.1 3.2 3.3 3.4',
    V13: '1.1 2.1 2.2 2.3 2.4 2.5 3.1 3.2 4.2 4.3 4.4 4.5',
    V14: '1.1 1.2 2.2 2.3 2.4 3.2 3.3',
    V15: '1.2 1.3 2.2 2.3 3.2 3.3 3.4 3.5 3.6 3.7',
    V16: '1.1 2.1 2.2 2.3 2.4 2.5 3.1 3.2 3.3 3.4 4.1 4.2 4.3 5.1 5.2 5.3',
    V17: '1.1 2.1 2.2 2.3 2.4 3.1 3.2',
  },
};

type Level = keyof typeof numbers;

/** Returns the requirements that a level adds, in the standard's order. */
const requirementsOf = (level: Level): string[] =>
  Object.entries(numbers[level]).flatMap(([chapter, all]) => all.split(' ').map((number) => `${chapter}.${number}`));

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'docs/asvs.md'), 'utf8');
const levels: Level[] = [1, 2];

type Verdict = 'yes' | 'not applicable' | 'no';

const rows = page
  .split('\n')
  .filter((line) => /^\| V[\d.]+ \| [12] \|/.test(line))
  .map((line) => {
    const [, id = '', level = '', asked = '', holds = '', evidence = ''] = line
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    const verdict = /^(yes|not applicable|no)\b/.exec(holds)?.[1] as Verdict | undefined;
    return { id, level: Number(level), asked, holds, verdict, evidence };
  });

const idsWith = (level: Level, verdict: Verdict): string[] =>
  rows.filter((row) => row.level === level && row.verdict === verdict).map(({ id }) => id);

const counted = (name: string): string[] =>
  new RegExp(`^\\| ${name} \\| (.*?) \\| (.*?) \\|$`, 'm').exec(page)?.slice(1) ?? [];

const namesIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);

describe('docs/asvs.md', () => {
  it.each(levels)("lists every requirement of level %i once, in the standard's order", (level) => {
    expect(rows.filter((row) => row.level === level).map(({ id }) => id)).toEqual(requirementsOf(level));
  });

  it('gives evidence for each requirement that holds, and a reason otherwise', () => {
    const silent = rows.filter(({ asked, holds, verdict, evidence }) =>
      verdict === 'yes' ? !evidence : !verdict || !asked || !/^(?:no|not applicable): ./.test(holds),
    );
    expect(silent.map(({ id }) => id)).toEqual([]);
  });

  it('names existing files, decisions and rows', () => {
    const text = rows.map(({ holds, evidence }) => `${holds} ${evidence}`).join('\n');
    const paths = namesIn(text, /`([\w.-]+(?:\/[\w.-]+)+|[\w-]+\.(?:md|json))`/g);
    expect(paths.length).toBeGreaterThan(200);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const decisions = globSync('docs/decisions/*.md', { cwd: root }).map((path) =>
      path.slice('docs/decisions/'.length, -3),
    );
    expect(namesIn(text, /\b(0\d{3})\b/g).filter((number) => !decisions.some((one) => one.startsWith(number)))).toEqual(
      [],
    );
    expect(namesIn(text, /\b([RS]-\d{2})\b/g).filter((row) => !(row in qualityRows))).toEqual([]);
  });

  it('counts its rows at its top', () => {
    const all = levels.map((level) => requirementsOf(level).length);
    const without = levels.map((level) => idsWith(level, 'not applicable').length);
    const hold = levels.map((level) => idsWith(level, 'yes').length);
    const applicable = all.map((count, at) => count - (without[at] ?? 0));
    const share = hold.map((count, at) => `${((100 * count) / (applicable[at] ?? 0)).toFixed(1)} %`);
    expect(counted('Requirements')).toEqual(all.map(String));
    expect(counted('Not applicable')).toEqual(without.map(String));
    expect(counted('Applicable')).toEqual(applicable.map(String));
    expect(counted('Hold')).toEqual(hold.map(String));
    expect(counted('Share')).toEqual(share);
  });

  it('repeats the reason of each unmet requirement at its top, and no other', () => {
    const [, top = ''] = /^## What does not hold, and why$([\s\S]*?)^## /m.exec(page) ?? [];
    const explained = top
      .split('\n')
      .filter((line) => line.startsWith('| V'))
      .flatMap((line) => namesIn(line.split('|')[1] ?? '', /(V[\d.]+)/g));
    expect(explained.toSorted()).toEqual(levels.flatMap((level) => idsWith(level, 'no')).toSorted());
  });

  it('allows no new unmet requirement', () => {
    expect(idsWith(1, 'no')).toEqual(['V6.2.5', 'V7.4.1', 'V14.2.1']);
    const [hold, fail] = [idsWith(2, 'yes').length, idsWith(2, 'no').length];
    expect(hold / (hold + fail)).toBeGreaterThanOrEqual(0.95);
  });
});
