import { expect, it } from 'vitest';
import type { CaseRecord } from './case-record.ts';
import { caseRow } from './case-rows.ts';

it('truncates the sort name between whole letters', () => {
  const core = { id: 'c', status: 'draft', created_at: '2026-03-01T10:00:00.000Z', paid_cents: 0 } as CaseRecord;
  const deceased = { deceased_last_name: 'a'.repeat(60), deceased_first_name: '\u{20BB7}'.repeat(40) };
  const { name } = caseRow(core, { deceased });
  expect(name.isWellFormed()).toBe(true);
  expect(name.length).toBeGreaterThan(110);
});
