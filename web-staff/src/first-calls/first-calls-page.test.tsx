// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { addDays, formatDate, momentIn } from '#domain/shared/values/calendar-date.ts';
import { formatTime, localDateTime } from '#domain/shared/values/date-time.ts';
import { answering, renderPage, userWith } from '../testing/render-page.tsx';
import { FirstCallsPage } from './first-calls-page.tsx';

// The device's store needs a browser.
vi.mock('./parts/offline-calls.ts', () => ({
  offlineCallsQuery: () => ({ queryKey: ['kept'], queryFn: async () => [] }),
}));

const zone = 'America/New_York';
const inMinutes = (minutes: number) => localDateTime(zone, new Date(Date.now() + minutes * 60_000));
const row = (id: string, changes: object) => ({
  ...{ id, status: 'active', deceased_full_name: id, date_of_death: '', time_of_death: '', place_of_death: '' },
  ...{ next_of_kin_name: '', next_of_kin_relationship: '', next_of_kin_phone: '', call_taken_by: 'Dee' },
  ...{ funeral_home_id: userWith('super_admin').funeral_home, funeral_home_name: 'Whitcomb & Ames Funeral Home' },
  ...{ created_at: '2026-03-10T08:12:00.000Z', case_id: null, case_number: null },
  ...{ removal_expected_at: '', removal_left_at: null, removal_arrived_at: null },
  ...changes,
});

it('shows by when the team must arrive, and that it is late or en route', async () => {
  const tomorrow = `${addDays(momentIn(zone, new Date()).day, 1)}T15:05`;
  const results = [
    row('Late', { removal_expected_at: inMinutes(-10) }),
    row('Under way', { removal_expected_at: tomorrow, removal_left_at: '2026-03-10T08:20:00.000Z' }),
    row('Arrived', { removal_expected_at: tomorrow, removal_arrived_at: '2026-03-10T08:20:00.000Z' }),
    row('Open', {}),
  ];
  renderPage(<FirstCallsPage />, {
    call: answering({ 'GET /api/forms/first-calls/': () => ({ count: 4, next: null, previous: null, results }) }),
  });
  const table = await screen.findByRole('table');
  const columns = within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
  const cells = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((line) => within(line).getAllByRole('cell')[columns.indexOf('Arrive by')]?.textContent);
  expect(cells[0]).toMatch(/[AP]MLate$/);
  expect(cells.slice(1)).toEqual([`${formatDate(tomorrow.slice(0, 10))}, ${formatTime('15:05')}En route`, '—', '—']);
});
