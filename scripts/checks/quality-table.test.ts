import { expect, it } from 'vitest';
import { namedTests, qualityPage, qualityRows, recordedRuns } from './quality-table.ts';

const shown = new Set([...namedTests().map(({ row }) => row), ...Object.keys(recordedRuns)]);

it('shows every row by a named test or a recorded run', () => {
  expect(Object.keys(qualityRows).filter((row) => !shown.has(row))).toEqual([]);
});

it('names only existing rows', () => {
  expect([...shown].filter((row) => !(row in qualityRows))).toEqual([]);
});

it('finds titles on a separate line, and titles of tables', () => {
  const rows = (file: string) => namedTests().filter((test) => test.file === file);
  expect(rows('tests/support/calls/fuzz.ts').map(({ row }) => row)).toContain('R-15');
  expect(rows('functions/platform/workers/worker.test.ts').map(({ title }) => title)).toContain(
    'R-07 returns only the one poison message of ten: %s',
  );
});

it('matches docs/quality.md: npx node scripts/checks/quality-table.ts writes it', () => {
  const { now, wanted } = qualityPage();
  expect(now).toBe(wanted);
});
