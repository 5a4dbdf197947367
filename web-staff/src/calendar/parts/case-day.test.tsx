// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { CaseDay as CaseDayAnswer } from '#domain/calendar/day.schema.ts';
import type { CaseStatus } from '#domain/cases/case.schema.ts';
import { conflictWith, dayEventWith, needWith, serviceWith } from '../../testing/example-day.ts';
import { answering, renderPage } from '../../testing/render-page.tsx';
import { CaseDay } from './case-day.tsx';

const create = vi.fn<(input: unknown) => unknown>();
const update = vi.fn<(input: unknown) => unknown>();
beforeEach(() => vi.clearAllMocks());

const caseId = dayEventWith().case ?? '';
const draw = (found: Partial<CaseDayAnswer>, status: CaseStatus = 'active') =>
  renderPage(<CaseDay caseRecord={{ id: caseId, status }} />, {
    call: answering({
      'GET /api/services/cases/{id}/events/': () => ({
        ...{ today: '2026-11-20', time_zone: 'America/New_York', events: [], conflicts: [], proposals: [], ...found },
      }),
      'POST /api/services/cases/{id}/events/': create,
      'PATCH /api/services/cases/{id}/events/{event_id}/': update,
    }),
  });
const hearse = needWith({ resource: '0196a000-0000-7000-8000-000000000001', name: 'Hearse 1', role: 'leads' });

it('lists the events by day, each with a run sheet and what is not confirmed', async () => {
  const contact = { kind: 'clergy', name: 'Alma Dupree', phone: '9045550100', note: '', confirmed: true } as const;
  draw({ events: [serviceWith({ contacts: [contact] }), dayEventWith({ needs: [hearse, needWith()] })] });
  const evening = await screen.findByRole('list', { name: 'Events, Tue, Nov 24' });
  expect(evening.textContent).toBe(
    'Visitation5:00 PM to 7:00 PM · ChapelHearse 1, leads · not confirmedVehicle not chosen',
  );
  expect(screen.getByRole('list', { name: 'Events, Wed, Nov 25' }).textContent).toContain('1:00 PM to 2:00 PM');
  expect(screen.getByRole('link', { name: 'Run sheet, Wed, Nov 25' }).getAttribute('href')).toBe(
    '/calendar/run-sheet?day=2026-11-25&member=all',
  );
  expect(screen.getByText('1 of 1 confirmed')).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Call Alma Dupree/ }).getAttribute('href')).toContain('9045550100');
});

it('takes the free vehicle instead of the one that is needed twice', async () => {
  update.mockReturnValue({ event: dayEventWith(), moved: [] });
  draw({ events: [dayEventWith({ needs: [hearse] })], conflicts: [conflictWith()] });
  const text = 'Hearse 1 is also needed by Committal, Pruitt, Tue, Nov 24, 5:30 PM to 7:00 PM. Hearse 2 is free.';
  expect(await screen.findByText(text)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Use Hearse 2' }));
  await waitFor(() => expect(update).toHaveBeenCalledOnce());
  const { name: _name, phone: _phone, ...need } = { ...hearse, resource: conflictWith().free[0]?.id };
  expect(update).toHaveBeenCalledWith({
    params: { id: caseId, event_id: dayEventWith().id },
    body: { needs: [need], version: 1 },
  });
});

it('says what is needed twice within its event, and what to add below the events', async () => {
  const service = serviceWith();
  draw({ events: [service, dayEventWith({ needs: [hearse] })], conflicts: [conflictWith()] });
  await screen.findByText(/^Hearse 1 is also needed by Committal, Pruitt/);
  const [evening, next] = screen.getAllByRole('list', { name: /^Events/ });
  expect(evening?.textContent).toContain('is also needed');
  expect(next?.textContent).not.toContain('is also needed');
  const add = screen.getByRole('button', { name: 'Add event' });
  expect(add.compareDocumentPosition(next as Node)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
});

it('keeps a conflict with a reason, and asks no more about it', async () => {
  update.mockReturnValue({ event: dayEventWith(), moved: [] });
  const conflicts = [
    conflictWith(),
    conflictWith({ date: '2026-11-25', with: 'Service, Voss', reason: 'Rented a second one' }),
  ];
  draw({ events: [dayEventWith({ needs: [hearse] })], conflicts });
  const kept = 'Hearse 1 is also needed by Service, Voss, Wed, Nov 25, 5:30 PM to 7:00 PM. Kept: Rented a second one';
  expect(await screen.findByText(kept)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Keep, with a reason' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Keep' }));
  expect(await within(dialog).findByText('Say why it can stay')).toBeTruthy();
  fireEvent.change(within(dialog).getByLabelText(/Why/), { target: { value: 'Same family' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Keep' }));
  await waitFor(() => expect(update).toHaveBeenCalledOnce());
  expect(update.mock.calls[0]?.[0]).toMatchObject({ body: { conflict_reason: 'Same family', version: 1 } });
});

it('begins a new event on the day of the service', async () => {
  draw({ events: [serviceWith()] });
  fireEvent.click(await screen.findByRole('button', { name: 'Add event' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add event' });
  expect((within(dialog).getByLabelText(/^Date/) as HTMLInputElement).value).toBe('2026-11-25');
});

it('says how much time a hearse needs between two events that do not overlap', async () => {
  draw({ events: [dayEventWith({ needs: [hearse] })], conflicts: [conflictWith({ minutes_between: 30, free: [] })] });
  expect(await screen.findByText(/5:30 PM to 7:00 PM, and needs 30 minutes between\.$/)).toBeTruthy();
});

it('adds a proposed event by one button', async () => {
  create.mockReturnValue(dayEventWith());
  const proposal = { kind: 'visitation', date: '2026-11-24', time: '17:00', end_time: '20:00' } as const;
  const proposals = [{ ...proposal, place: 'Chapel', is_public: true }];
  draw({ proposals });
  fireEvent.click(await screen.findByRole('button', { name: 'Add visitation, Tue, Nov 24, 5:00 PM' }));
  await waitFor(() => expect(create).toHaveBeenCalledWith({ params: { id: caseId }, body: proposals[0] }));
});

it('confirms a contact by one button, and keeps the others', async () => {
  update.mockReturnValue({ event: dayEventWith(), moved: [] });
  const contact = { kind: 'florist', name: 'Bayside Flowers', phone: '', note: '', confirmed: false } as const;
  const contacts = [contact, { ...contact, kind: 'clergy', name: 'Alma Dupree' } as const];
  draw({ events: [dayEventWith({ contacts })] });
  fireEvent.click(await screen.findByRole('button', { name: 'Confirm: Alma Dupree' }));
  const body = { contacts: [contact, { ...contacts[1], confirmed: true }], version: 1 };
  await waitFor(() => expect(update.mock.calls[0]?.[0]).toMatchObject({ body }));
});

it.each(['completed', 'cancelled'] as const)('offers no change of a %s case', async (status) => {
  draw({ events: [dayEventWith({ needs: [hearse], status })], conflicts: [conflictWith()] }, status);
  const event = await screen.findByRole('button', { name: /^Visitation/ });
  expect((event as HTMLButtonElement).disabled).toBe(true);
  expect(screen.queryByRole('button', { name: /Add event|Use Hearse|Keep/ })).toBeNull();
});
