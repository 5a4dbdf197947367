// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Role } from '#domain/shared/access/roles.ts';
import { answering, renderPage, userWith } from '../testing/render-page.tsx';
import { Toasts } from '../ui/feedback/toasts.tsx';
import { ResourcesPage } from './resources-page.tsx';

const change = vi.fn<(input: unknown) => unknown>();
const addShift = vi.fn<(input: unknown) => unknown>();
const removeShift = vi.fn<(input: unknown) => unknown>();
beforeEach(() => vi.resetAllMocks());

const me = userWith('coordinator');
const hearse = {
  ...{ id: '0196a000-0000-7000-8000-000000000001', version: 3, kind: 'vehicle', name: 'Hearse 1', active: true },
  ...{ funeral_home_id: null, minutes_between: 30, note: '' },
};
const shift = {
  ...{ id: '0197a000-0000-7000-8000-000000000001', version: 1, member: me.id, member_name: 'Dee Kowalski', phone: '' },
  ...{ kind: 'on_call', funeral_home_id: me.funeral_home, note: '' },
  ...{ date: '2026-11-24', time: '17:00', end_date: '2026-11-25', end_time: '08:00' },
};
const draw = (role: Role, shifts: readonly object[] = [shift]) =>
  renderPage(
    <>
      <ResourcesPage />
      <Toasts />
    </>,
    {
      role,
      call: answering({
        'GET /api/calendar/resources/': () => ({ results: [hearse] }),
        'GET /api/calendar/shifts/': () => ({ results: shifts }),
        'PATCH /api/calendar/resources/{id}/': change,
        'POST /api/calendar/shifts/': addShift,
        'DELETE /api/calendar/shifts/{id}/': removeShift,
        'GET /api/customers/funeral-homes/': () => ({ results: [] }),
        'GET /api/customers/user-profiles/': () => ({ results: [] }),
      }),
    },
  );

it('ends the use of a vehicle with its version', async () => {
  change.mockReturnValue({ ...hearse, active: false });
  draw('super_admin');
  fireEvent.click(await screen.findByRole('button', { name: 'Change Hearse 1' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change Hearse 1' });
  fireEvent.change(within(dialog).getByLabelText(/Minutes between/), { target: { value: '500' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText('Enter at most 480 minutes')).toBeTruthy();
  fireEvent.change(within(dialog).getByLabelText(/Minutes between/), { target: { value: '45' } });
  fireEvent.click(within(dialog).getByLabelText('In use'));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  const body = { name: 'Hearse 1', note: '', minutes_between: 45, funeral_home: null, active: false, version: 3 };
  await waitFor(() => expect(change).toHaveBeenCalledWith({ params: { id: hearse.id }, body }));
});

it('deletes a shift, and adds it again by Undo', async () => {
  removeShift.mockReturnValue({ success: true });
  addShift.mockReturnValue(shift);
  draw('coordinator');
  expect(await screen.findByText('On call, 5:00 PM to Wed, Nov 25, 8:00 AM')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Delete: Dee Kowalski, On call, Tue, Nov 24' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  const { date, time, end_date, end_time, note } = shift;
  const body = { member: me.id, kind: 'on_call', funeral_home: me.funeral_home, date, time, end_date, end_time, note };
  await waitFor(() => expect(addShift).toHaveBeenCalledWith({ body }));
});

it('lists who is on call above the vehicles', async () => {
  draw('coordinator');
  await screen.findByText('Hearse 1');
  await screen.findByText('Dee Kowalski');
  expect(screen.getAllByRole('region').map((region) => within(region).getByRole('heading').textContent)).toEqual([
    ...['On call now', 'Shifts of the next two weeks', 'Vehicles, rooms and equipment'],
  ]);
});

it('leads to the person who is on call now by one tap', async () => {
  const now = { ...shift, date: '2020-01-01', end_date: '2099-01-01', member_name: 'Ines Ruiz', phone: '9045550100' };
  const off = { ...now, id: '0197a000-0000-7000-8000-000000000002', kind: 'off', member_name: 'Theo Lang' };
  draw('coordinator', [now, off, { ...now, id: '0197a000-0000-7000-8000-000000000003', end_date: '2020-01-02' }]);
  const list = await screen.findByRole('list', { name: 'On call now' });
  expect(
    within(list)
      .getByRole('link', { name: /^Call Ines Ruiz/ })
      .getAttribute('href'),
  ).toContain('9045550100');
  expect(within(list).getAllByRole('listitem')).toHaveLength(1);
});

it('shows six shifts first, and all of them on request', async () => {
  const many = Array.from({ length: 9 }, (_, at) => ({ ...shift, id: `0197a000-0000-7000-8000-00000000001${at}` }));
  draw('coordinator', many);
  const rows = () => screen.getAllByRole('button', { name: /^Delete: / });
  const all = await screen.findByRole('button', { name: 'Show all 9' });
  expect(rows()).toHaveLength(6);
  fireEvent.click(all);
  expect(rows()).toHaveLength(9);
});

it('offers a coordinator shifts, but no change of the vehicles', async () => {
  draw('coordinator');
  expect(await screen.findByText('Hearse 1')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Add shift' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^(Add|Change Hearse 1)$/ })).toBeNull();
});
