// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CaseRow } from '#domain/cases/case.schema.ts';
import { caseRow } from '#domain/cases/present-case.ts';
import { exampleCore, exampleSections } from '#domain/cases/testing/example-case.ts';
import type { Role } from '#domain/shared/access/roles.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { CasesPage } from './cases-page.tsx';

const row: CaseRow = { ...caseRow(exampleCore, exampleSections), funeral_home_name: 'Whitcomb & Ames' };
const list = vi.fn<(query: Record<string, string>) => unknown>();
const exportRows = vi.fn<(query: Record<string, string>) => unknown>();
const receipt = vi.fn<(query: Record<string, string>) => unknown>();
const preferences = vi.fn<(body: object) => unknown>();
const ownViews = vi.fn<() => { name: string; query: string }[]>();
const input = (given: unknown) => given as { query: Record<string, string>; body: object };
const call = answering({
  'GET /api/services/cases/': (given) => list(input(given).query),
  'GET /api/services/cases/export_rows/': (given) => exportRows(input(given).query),
  'GET /api/services/payments/deposit_receipt/': (given) => receipt(input(given).query),
  'GET /api/customers/user-profiles/preferences/': () => ({ list_views: { cases: ownViews() } }),
  'PATCH /api/customers/user-profiles/preferences/': (given) => preferences(input(given).body),
  'GET /api/customers/funeral-homes/': () => ({ results: [] }),
  'POST /api/services/cases/bulk_delete/': () => ({ success: true, deleted_count: 3, message: '3 cases deleted' }),
});
beforeEach(() => {
  const page = { count: 1, count_is_exact: true, next: null, previous: null, results: [row] };
  list.mockReset().mockReturnValue(page);
  exportRows.mockReset().mockReturnValue({ rows: [row], next_cursor: null });
  receipt.mockReset().mockReturnValue({ name: 'deposit_receipt_WA-2026-0009.pdf', content: new Blob(['%PDF']) });
  preferences.mockReset().mockReturnValue({});
  ownViews.mockReset().mockReturnValue([]);
});
const draw = (at = '/', role: Role = 'super_admin') => renderPage(<CasesPage />, { call, role, at });
const asked = () => list.mock.lastCall?.[0];

describe('list of cases', () => {
  it('filters cases with missing checks and marks a step that is near', async () => {
    const at = todayIn('America/New_York', new Date());
    const results = [{ ...row, gate: { gate: 'burial', at, missing: 2 } }];
    list.mockReturnValue({ count: 1, count_is_exact: true, next: null, previous: null, results });
    draw('/?gates=red');
    expect(await screen.findByText(/^2 checks missing before burial/)).toBeTruthy();
    expect(asked()).toEqual({ gates: 'red', page: '1', page_size: '20' });
    expect(screen.getByLabelText('Remove the filter Checks missing')).toBeTruthy();
  });

  it('filters cases with missing checks before a step within 48 hours', async () => {
    list.mockReturnValue({ count: 1, count_is_exact: true, next: null, previous: null, results: [row] });
    draw('/?gates=soon');
    expect(await screen.findByLabelText('Remove the filter Checks missing within 48 hours')).toBeTruthy();
    expect(asked()).toEqual({ gates: 'soon', page: '1', page_size: '20' });
  });

  it('shows the next step of a case that is not over, and by when', async () => {
    const past = { label: 'Traditional service on Mar 1, 2020', due: '', until: '2020-03-01' };
    const next_steps = [past, { label: 'File death certificate', due: '2020-03-05', until: '' }];
    list.mockReturnValue({
      count: 1,
      count_is_exact: true,
      next: null,
      previous: null,
      results: [{ ...row, next_steps }],
    });
    draw();
    const step = (await screen.findByText('File death certificate')).closest('td');
    expect(step?.textContent).toBe('File death certificateWas due Mar 5, 2020');
  });

  it('shows the total while the next rows after a deletion load', async () => {
    const more = Array.from({ length: 3 }, (_, n) => ({
      ...{ ...row, id: `${n}`, status: 'draft', deceased_full_name: `Ann ${n}` },
    }));
    const full = { count: 30, count_is_exact: true, next: null, previous: null, results: more };
    list.mockReturnValueOnce(full).mockReturnValue(new Promise(() => undefined));
    draw('/?page_size=10');
    expect(await screen.findByText('1–3 of 30')).toBeTruthy();
    for (const one of ['Ann 0', 'Ann 1', 'Ann 2']) fireEvent.click(screen.getByLabelText(`Select ${one}`));
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Permanently' }));
    expect(await screen.findByText('0 of 27')).toBeTruthy();
    expect(screen.queryByText('Nothing on this page')).toBeNull();
  });

  it('does not filter by years that appear while a date is typed', async () => {
    draw();
    fireEvent.click(await screen.findByText('More filters'));
    const day = screen.getByLabelText('Opened from');
    for (const value of ['0002-11-01', '0020-11-01', '0202-11-01']) {
      fireEvent.change(day, { target: { value } });
      expect((day as HTMLInputElement).value).toBe(value);
    }
    expect(asked()).not.toHaveProperty('created_from');
    fireEvent.change(day, { target: { value: '2026-11-01' } });
    await waitFor(() => expect(asked()).toMatchObject({ created_from: '2026-11-01' }));
  });

  it("saves named filters in the profile without the search, next to another tab's", async () => {
    const elsewhere = { name: 'Cancelled', query: 'status=cancelled' };
    ownViews.mockReturnValue([elsewhere]);
    draw('/?status=active&mine=true&search=pruitt');
    fireEvent.click(await screen.findByText('Save “Active, Opened by me”'));
    await waitFor(() =>
      expect(preferences.mock.lastCall?.[0]).toEqual({
        list_views: { cases: [elsewhere, { name: 'Active, Opened by me', query: 'mine=true&status=active' }] },
      }),
    );
  });

  it('exports all matches in their order from any page', async () => {
    const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
    draw('/?status=active&ordering=service_date&page=4&search=pruitt');
    fireEvent.click(await screen.findByText('Export'));
    fireEvent.click(await screen.findByText('Comma-separated values (.csv)'));
    await waitFor(() => expect(made).toHaveBeenCalledOnce());
    expect(exportRows.mock.calls).toEqual([[{ status: 'active', ordering: 'service_date', search: 'pruitt' }]]);
    const [[file] = []] = made.mock.calls;
    const [, line] = (await new Response(file as Blob).text()).split('\r\n');
    expect(line).toContain('Walter Pruitt');
    made.mockRestore();
  });

  it('downloads the deposit receipt of a case with payments (D2 §2)', async () => {
    const paid = { ...row, id: '0190a000-0000-7000-8000-000000000009', case_number: 'WA-2026-0009' };
    list.mockReturnValue({
      ...{ count: 2, count_is_exact: true, next: null, previous: null },
      results: [row, { ...paid, total_paid: '1250.00' }],
    });
    const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
    draw();
    expect(await screen.findByText('$1,250.00')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Deposit receipt for WA-2026-0007/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Deposit receipt for WA-2026-0009' }));
    await waitFor(() => expect(made).toHaveBeenCalledOnce());
    expect(receipt.mock.calls).toEqual([[{ case_id: paid.id }]]);
    made.mockRestore();
  });

  it('S-03 offers each role only its permitted actions', async () => {
    draw('/', 'office_staff');
    await screen.findByText('Walter Pruitt');
    for (const name of ['Export', 'New case']) expect(screen.queryByText(name)).toBeNull();
    expect(screen.queryByLabelText('Select Walter Pruitt')).toBeNull();
  });
});
