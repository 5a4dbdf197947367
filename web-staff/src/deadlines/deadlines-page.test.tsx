// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { DueDeadline } from '#domain/deadlines/deadline.schema.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { DeadlinesPage } from './deadlines-page.tsx';

const row = (id: string, days_left: number, more: Partial<DueDeadline> = {}): DueDeadline => ({
  ...{ id, case: '0190a000-0000-7000-8000-000000000001', case_number: 'WA-2026-0001', deceased_name: `Ann ${id}` },
  ...{ funeral_home_id: '0190a000-0000-7000-8000-000000000002', funeral_home_name: 'Whitcomb & Ames' },
  ...{ kind: 'filing', title: 'File death certificate', due: '2026-03-10', time: null, state: 'FL' },
  ...{ overdue: days_left < 0, days_left, owner: null, owner_name: '' },
  ...more,
});
const rows = [
  row('Old', -91),
  row('Late', -90),
  row('Passed', 0, { overdue: true, time: '07:15' }),
  row('Today', 0),
  row('Week', 6, { kind: 'permit' }),
  row('Later', 7),
];
const draw = () =>
  renderPage(<DeadlinesPage />, {
    call: answering({
      'GET /api/services/deadlines/': () => ({ count: 6, next: null, previous: null, results: rows }),
      'GET /api/customers/funeral-homes/': () => ({ results: [] }),
      'GET /api/customers/user-profiles/': () => ({ results: [] }),
    }),
  });

it('groups deadlines and folds what is overdue for more than 90 days', async () => {
  draw();
  const fold = await screen.findByRole('button', { name: 'Overdue for more than 90 days 1' });
  const heads = screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
  expect(heads).toEqual(['Overdue for more than 90 days 1', 'Overdue 2', 'This week 2', 'Later 1']);
  expect(screen.queryByText('Ann Old')).toBeNull();
  fireEvent.click(fold);
  expect(screen.getByText('Ann Old')).toBeTruthy();
});

it('leads from a row to the section in which its deadline is met', async () => {
  draw();
  const link = await screen.findByRole('link', { name: 'Open permits of Ann Week' });
  expect(link.getAttribute('href')).toBe('/cases/0190a000-0000-7000-8000-000000000001?section=compliance');
});
