import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import type { CaseRow } from '#domain/cases/case.schema.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { exportCases } from '../cases-page.tsx';

const pageSize = 1000;
const rowOf = (n: number): CaseRow => ({
  status: 'active',
  ...{ id: `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`, case_number: `WA-2026-${n}` },
  ...{
    created_at: '2026-03-01T10:00:00.000Z',
    deceased_full_name: `María Nguyễn ${n}`,
    deceased_last_name: `Nguyễn ${n}`,
    next_steps: [],
    date_of_birth: '1937-02-01',
  },
  ...{ date_of_death: '2026-02-01', service_type: 'traditional', service_date: '2026-02-05', service_time: '10:00' },
  ...{ service_location: 'Marine Chapel', informant_name: `Karin ${n}`, informant_phone: '9045550142' },
  ...{ funeral_home_id: '0190a000-0000-7000-8000-000000000001', funeral_home_name: 'Harbor', created_by_name: 'Ames' },
  ...{ is_complete: true, missing_count: 0, total_paid: '0.00' },
});

/** Exports `total` rows from a server with pages of a thousand; returns the reported progress. */
const exporting = async (total: number, format: 'csv' | 'xlsx') => {
  const state = { sent: 0, told: [] as number[] };
  const call = async () => {
    const rows = Array.from({ length: Math.min(pageSize, total - state.sent) }, () => rowOf(state.sent++));
    return { rows, next_cursor: state.sent < total ? String(state.sent) : null };
  };
  const exported = await exportCases(call as unknown as Call, {
    format,
    query: {},
    timeZone: 'America/New_York',
    signal: new AbortController().signal,
    onProgress: ({ done }) => void state.told.push(done),
  });
  return { ...exported, ...state };
};

describe('exportCases', () => {
  it('contains all matches of all pages and reports progress', async () => {
    const { file, holds, told } = await exporting(20_000, 'csv');
    const lines = (await file.text()).trimEnd().split('\r\n');
    expect([lines.length, holds]).toEqual([20_001, '20,000 cases']);
    expect(lines.at(-1)).toContain('WA-2026-19999,Active,María Nguyễn 19999');
    expect(told).toEqual(Array.from({ length: 20 }, (_, page) => (page + 1) * pageSize));
  });

  it('exports the same as a workbook', async () => {
    const { file, told } = await exporting(2500, 'xlsx');
    const rows = await readSheet(Buffer.from(await file.arrayBuffer()));
    expect([rows.length, rows.at(-1)?.slice(0, 3)]).toEqual([2501, ['WA-2026-2499', 'Active', 'María Nguyễn 2499']]);
    expect(told).toEqual([1000, 2000, 2500]);
  });
});
