// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { DayEvent } from '#domain/calendar/day.schema.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import { conflictWith, dayEventWith, needWith, serviceWith } from '../../testing/example-day.ts';
import { answering, renderPage } from '../../testing/render-page.tsx';
import { Toasts } from '../../ui/feedback/toasts.tsx';
import { EventDialog } from './event-dialog.tsx';

const calls = {
  'POST /api/services/cases/{id}/events/': vi.fn<(input: unknown) => unknown>(),
  'PATCH /api/services/cases/{id}/events/{event_id}/': vi.fn<(input: unknown) => unknown>(),
  'DELETE /api/services/cases/{id}/events/{event_id}/': vi.fn<(input: unknown) => unknown>(),
  'POST /api/calendar/events/': vi.fn<(input: unknown) => unknown>(),
  'PATCH /api/calendar/events/{event_id}/': vi.fn<(input: unknown) => unknown>(),
};
const create = calls['POST /api/services/cases/{id}/events/'];
const update = calls['PATCH /api/services/cases/{id}/events/{event_id}/'];
const remove = calls['DELETE /api/services/cases/{id}/events/{event_id}/'];
const onClose = vi.fn();
beforeEach(() => vi.resetAllMocks());

const caseId = dayEventWith().case ?? '';
const hearses = conflictWith().free.map((one) => ({
  ...{ ...one, kind: 'vehicle', active: true, funeral_home_id: null, version: 1, minutes_between: 30, note: '' },
}));
const draw = (event: DayEvent | undefined, props: { caseId?: string } = {}, events: DayEvent[] = []) =>
  renderPage(
    <>
      <EventDialog event={event} {...props} onClose={onClose} />
      <Toasts />
    </>,
    {
      call: answering({
        ...calls,
        'GET /api/services/cases/{id}/events/': () => ({ events, conflicts: [], proposals: [] }),
        'GET /api/calendar/resources/': () => ({ results: hearses }),
        'GET /api/customers/user-profiles/': () => ({ results: [] }),
      }),
    },
  );
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const bodyOf = (call: typeof update) => (call.mock.calls[0]?.[0] as { body: object } | undefined)?.body;

it('moves the end along with the start, and sends only what changed', async () => {
  update.mockReturnValue({ event: dayEventWith(), moved: [] });
  draw(dayEventWith());
  await screen.findByRole('dialog', { name: 'Visitation, Lindqvist' });
  type('Time', '6:30 PM');
  expect((screen.getByLabelText('End') as HTMLInputElement).value).toBe('8:30 PM');
  press('Save');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(bodyOf(update)).toEqual({ date: '2026-11-24', time: '18:30', version: 1 });
});

it('sends an end that was typed, past midnight too', async () => {
  update.mockReturnValue({ event: dayEventWith(), moved: [] });
  draw(dayEventWith());
  await screen.findByRole('dialog');
  type('End', '12:30 AM');
  press('Save');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const moment = { date: '2026-11-24', time: '17:00', end_date: '', end_time: '00:30' };
  expect(bodyOf(update)).toEqual({ ...moment, version: 1 });
});

it('adds an event of a case with a vehicle from the list', async () => {
  create.mockReturnValue(dayEventWith());
  draw(undefined, { caseId });
  await screen.findByRole('dialog', { name: 'Add event' });
  press('Add event');
  expect(await screen.findByText('Say what it is')).toBeTruthy();
  type('Kind', 'procession');
  type(/^Date/, '2026-11-25');
  press('Add vehicle');
  await screen.findByRole('option', { name: 'Hearse 2' });
  type('Vehicle', hearses[0]?.id ?? '');
  type('Role', 'leads');
  press('Add event');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const need = { kind: 'vehicle', member: null, resource: hearses[0]?.id, words: '', role: 'leads', confirmed: false };
  expect(bodyOf(create)).toMatchObject({ kind: 'procession', date: '2026-11-25', time: '', needs: [need] });
});

it('lists what is needed twice, and saves with a reason', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  const conflicts = [conflictWith()];
  update.mockRejectedValueOnce(new ApiError(409, 'Something is needed twice at this time', { conflicts }));
  update.mockReturnValueOnce({ event: dayEventWith(), moved: [] });
  draw(dayEventWith({ needs: [needWith({ resource: 'one', name: 'Hearse 1' })] }));
  await screen.findByRole('dialog');
  type('Time', '5:15 PM');
  press('Save');
  expect((await screen.findByRole('alert')).textContent).toContain('Hearse 1 is also needed by Committal, Pruitt');
  expect(onClose).not.toHaveBeenCalled();
  expect(scrolled).toHaveBeenCalledOnce();
  press('Use Hearse 2');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('Hearse 2 is used instead. Save to keep it.')).toBeTruthy();
  type('Keep, with a reason', 'Same family');
  press('Save');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(update.mock.calls[1]?.[0]).toMatchObject({ body: { time: '17:15', conflict_reason: 'Same family' } });
});

it('shows an event that someone else changed', async () => {
  const current = dayEventWith({ version: 2, place: 'Parish hall', updated_by_name: 'Dee Kowalski' });
  update.mockRejectedValueOnce(new ApiError(409, 'Changed', { current }));
  draw(dayEventWith());
  await screen.findByRole('dialog');
  type('Place', 'Garden');
  press('Save');
  expect(await screen.findByText('Dee Kowalski changed this event')).toBeTruthy();
  press('Show their version');
  expect((screen.getByLabelText('Place') as HTMLInputElement).value).toBe('Parish hall');
});

it('asks which events move along with the service', async () => {
  update.mockReturnValue({ event: serviceWith(), moved: [dayEventWith()] });
  const committal = dayEventWith({ id: '0195a000-0000-7000-8000-00000000000b', kind: 'committal', date: '2026-11-25' });
  draw(serviceWith(), {}, [dayEventWith(), serviceWith(), committal]);
  await screen.findByRole('dialog');
  expect(screen.queryByText('These move with it')).toBeNull();
  type('Time', '2:00 PM');
  const group = await screen.findByRole('group', { name: 'These move with it' });
  const ticks = within(group).getAllByRole<HTMLInputElement>('checkbox');
  expect(ticks.map(({ checked }) => checked)).toEqual([false, true]);
  expect(screen.getByText('Clear its date in the case to remove it.')).toBeTruthy();
  press('Save');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(bodyOf(update)).toMatchObject({ time: '14:00', move_also: [committal.id], version: 0 });
});

it('deletes an event, and brings it back by Undo', async () => {
  remove.mockReturnValue({ success: true });
  create.mockReturnValue(dayEventWith());
  draw(dayEventWith({ conflict_reason: 'Same family' }));
  await screen.findByRole('dialog');
  press('Delete');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(create).toHaveBeenCalledOnce());
  expect(bodyOf(create)).toMatchObject({ kind: 'visitation', time: '17:00', conflict_reason: 'Same family' });
});

it('adds an event of the office that repeats, and leaves out one of its days', async () => {
  calls['POST /api/calendar/events/'].mockReturnValue(dayEventWith());
  const view = draw(undefined);
  await screen.findByRole('dialog', { name: 'New event' });
  type(/^Title/, 'Safety training');
  type(/^Date/, '2026-11-25');
  type('Repeats', 'month');
  press('Add event');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const repeats = { every: 'month' as const, until: null, skipped: [] as string[] };
  expect(bodyOf(calls['POST /api/calendar/events/'])).toMatchObject({ title: 'Safety training', repeats });
  view.unmount();
  calls['PATCH /api/calendar/events/{event_id}/'].mockReturnValue(dayEventWith());
  draw(dayEventWith({ case: null, status: null, repeats }));
  await screen.findByRole('dialog');
  press('Leave out Tue, Nov 24');
  const body = { repeats: { ...repeats, skipped: ['2026-11-24'] }, version: 1 };
  const change = calls['PATCH /api/calendar/events/{event_id}/'];
  await waitFor(() => expect(bodyOf(change)).toEqual(body));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(change.mock.calls[1]?.[0]).toMatchObject({ body: { repeats, version: 2 } }));
});
