import { expect, it } from 'vitest';
import type { CaseRow } from './case.schema.ts';
import { exportCells, exportTitles } from './case-export.ts';

it("D2 §2 exports the opening day of a case in the reader's time zone", () => {
  const fields = { case_number: 'WA-2026-0001', status: 'draft', informant_phone: '' } as const;
  const row = { ...fields, created_at: '2026-11-26T02:30:00.000Z' } as CaseRow;
  const created = (zone: string) => exportCells(row, zone)[exportTitles.indexOf('Created Date')];
  expect([created('America/New_York'), created('UTC')]).toEqual(['2026-11-25', '2026-11-26']);
});
