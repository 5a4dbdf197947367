import { expect, it } from 'vitest';
import { qualityRows, recordedRuns } from './quality-rows.ts';
import { namedTests, qualityPage } from './quality-table.ts';

const shown = new Set([...namedTests().map(({ row }) => row), ...Object.keys(recordedRuns)]);

it('shows every row by a named test or a recorded run', () => {
  expect(Object.keys(qualityRows).filter((row) => !shown.has(row))).toEqual([]);
});

it('names no row that there is not', () => {
  expect([...shown].filter((row) => !(row in qualityRows))).toEqual([]);
});

it('finds titles that stand on a line of their own, and those of tables', () => {
  const rows = (file: string) => namedTests().filter((test) => test.file === file);
  expect(rows('tests/support/calls/fuzz.ts').map(({ row }) => row)).toContain('R-15');
  expect(rows('functions/platform/workers/worker.test.ts').map(({ title }) => title)).toContain(
    'R-07 returns only the one poison message of ten: %s',
  );
});

it('stands in docs/quality.md as it is: node scripts/checks/quality-table.ts makes it anew', () => {
  const { now, wanted } = qualityPage();
  expect(now).toBe(wanted);
});
