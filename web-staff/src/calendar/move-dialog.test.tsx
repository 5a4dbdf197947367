// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CalendarEvent } from '#domain/calendar/calendar.schema.ts';
import type { Role } from '#domain/shared/access/roles.ts';
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
}
const draw = (event: CalendarEvent, { role = 'funeral_director', others = [] }: Drawn = {}) =>
  renderPage(<MoveDialog event={event} to={event} onClose={() => undefined} />, {
    role,
    call: answering({
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

  it('explains why a case is read-only, and offers no move', async () => {
    draw(eventOf('a', { status: 'completed' }));
    expect(await screen.findByText('This case is completed and read-only. Reopen it to change it.')).toBeTruthy();
    expect(screen.queryByLabelText('Date')).toBeNull();
    // The dialog's close button, and the one at its end.
    expect(screen.queryByRole('button', { name: 'Move' })).toBeNull();
    expect(screen.getByText('Close')).toBeTruthy();
  });
});
