// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { CalendarEvent } from '#domain/calendar/calendar.schema.ts';
import type { Role } from '#domain/shared/access/roles.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { MoveDialog } from './move-dialog.tsx';

const eventOf = (id: string, changes: Partial<CalendarEvent> = {}): CalendarEvent => ({
  ...{ id: `${id}-service`, kind: 'service', case_id: id, case_number: 'WA-2026-0001', status: 'active' },
  ...{
    deceased_full_name: 'Walter Pruitt',
    deceased_last_name: 'Pruitt',
    service_type: 'graveside',
    disposition_method: '',
    date: '2026-03-12',
    time: '10:00',
  },
  ...{ place: 'Oak Hill', vehicle: 'Hearse 1', led_by: '', funeral_home_id: 'h', funeral_home_name: 'Whitcomb & Ames' },
  ...changes,
});
interface Drawn {
  role?: Role;
  others?: CalendarEvent[];
  to?: { date: string; time: string };
  more?: Parameters<typeof answering>[0];
}
const draw = (event: CalendarEvent, { role = 'funeral_director', others = [], to = event, more = {} }: Drawn = {}) =>
  renderPage(<MoveDialog event={event} to={to} onClose={() => undefined} />, {
    role,
    call: answering({
      'GET /api/services/cases/{id}/events/': () => ({ events: [] }),
      ...more,
      'GET /api/services/calendar/events/': () => ({
        ...{ from: event.date, to: event.date, events: [event, ...others], clashes: [], others: [], is_complete: true },
      }),
    }),
  });

describe('MoveDialog', () => {
  it('warns about conflicts at the new time', async () => {
    const other = eventOf('b', { deceased_full_name: 'Agnes Pruitt', place: 'Garden', time: '11:00' });
    draw(eventOf('a'), { others: [other] });
    expect(await screen.findByText('Hearse 1 is double-booked at that time')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Agnes Pruitt at 11:00 AM' })).toBeTruthy();
  });

  it('asks which events move with a service, and moves them', async () => {
    const planned = { time: '12:00', end_date: '', end_time: '', title: '', deceased_full_name: '' };
    const committal = { ...planned, id: 'c', kind: 'committal', date: '2026-03-12' };
    const visitation = { ...planned, id: 'v', kind: 'visitation', date: '2026-03-11' };
    const update = vi.fn((_: unknown) => ({ event: committal, moved: [committal] }));
    draw(eventOf('a'), {
      to: { date: '2026-03-13', time: '10:00' },
      more: {
        'GET /api/services/cases/{id}/events/': () => ({ events: [committal, visitation] }),
        'GET /api/services/cases/{id}/': () => ({ id: 'a', status: 'active', case_number: 'WA-1', sections: {} }),
        'PATCH /api/services/cases/{id}/events/{event_id}/': (sent) => update(sent),
      },
    });
    expect(await screen.findByRole('checkbox', { name: /Visitation/, checked: false })).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: /Committal/, checked: true })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Move' }));
    await waitFor(() => expect(update).toHaveBeenCalled());
    expect(update.mock.calls[0]?.[0]).toMatchObject({
      body: { date: '2026-03-13', time: '10:00', move_also: ['c'] },
    });
  });

  it('names what would be needed twice, and moves with a reason', async () => {
    const committal = { id: 'c', kind: 'committal', date: '2026-03-12', time: '12:00', end_date: '', end_time: '' };
    const twice = {
      of: 'vehicle',
      name: 'Hearse 1',
      event_ids: ['c'],
      with: 'Committal, Haddad',
      date: '2026-03-13',
      time: '12:00',
      end_time: '13:00',
      free: [],
      reason: '',
    };
    const update = vi.fn((sent: { body?: { conflict_reason?: string } }) => {
      if (sent.body?.conflict_reason) return { event: committal, moved: [committal] };
      throw new ApiError(409, 'Something is needed twice at this time', { conflicts: [twice] });
    });
    draw(eventOf('a'), {
      to: { date: '2026-03-13', time: '10:00' },
      more: {
        'GET /api/services/cases/{id}/events/': () => ({ events: [committal] }),
        'GET /api/services/cases/{id}/': () => ({ id: 'a', status: 'active', case_number: 'WA-1', sections: {} }),
        'PATCH /api/services/cases/{id}/events/{event_id}/': (sent) => update(sent as Parameters<typeof update>[0]),
      },
    });
    await screen.findByRole('checkbox', { name: /Committal/, checked: true });
    fireEvent.click(screen.getByRole('button', { name: 'Move' }));
    expect(await screen.findByText(/Hearse 1/)).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Keep, with a reason'), { target: { value: 'Second car is borrowed' } });
    fireEvent.click(screen.getByRole('button', { name: 'Move' }));
    await waitFor(() => expect(update).toHaveBeenCalledTimes(2));
    expect(update.mock.lastCall?.[0].body?.conflict_reason).toBe('Second car is borrowed');
  });

  it('explains why a case is read-only, and offers no move', async () => {
    draw(eventOf('a', { status: 'completed' }));
    expect(await screen.findByText('This case is completed and read-only. Reopen it to change it.')).toBeTruthy();
    expect(screen.queryByLabelText('Date')).toBeNull();
    // The dialog's close button, and the one at its end.
    expect(screen.queryByRole('button', { name: 'Move' })).toBeNull();
    expect(screen.getByText('Close')).toBeTruthy();
  });
});
