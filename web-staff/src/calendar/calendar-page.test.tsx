// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CalendarEvent } from '#domain/calendar/calendar.schema.ts';
import type { DayEvent } from '#domain/calendar/day.schema.ts';
import type { FirstCallRow } from '#domain/first-calls/first-call.schema.ts';
import { addDays, momentIn } from '#domain/shared/values/calendar-date.ts';
import { dayEventWith, needWith } from '../testing/example-day.ts';
import { answering, renderPage, userWith } from '../testing/render-page.tsx';
import { CalendarPage } from './calendar-page.tsx';
import { wholeDay } from './calendar-range.ts';
import { arrivalsOf, withArrivals } from './promised-arrivals.ts';

const home = userWith('super_admin').funeral_home;
const zone = 'America/New_York';
const today = momentIn(zone, new Date()).day;
const tomorrow = addDays(today, 1);
const promise = {
  ...{
    id: 'p',
    deceased_full_name: 'Josephine Tyndall',
    deceased_last_name: 'Tyndall',
    place_of_death: 'Moultrie Creek, room 118',
    case_id: null,
  },
  ...{ funeral_home_id: home, funeral_home_name: 'Whitcomb & Ames', removal_left_at: null, removal_arrived_at: null },
  removal_expected_at: `${tomorrow}T15:05`,
} as Partial<FirstCallRow> as FirstCallRow;
const service = (time: string) =>
  ({
    ...{ id: `s${time}`, kind: 'service', case_id: 'c', case_number: 'WA-2026-0001', status: 'active' },
    ...{
      deceased_full_name: 'Walter Pruitt',
      deceased_last_name: 'Pruitt',
      service_type: 'traditional',
      disposition_method: '',
      date: tomorrow,
    },
    ...{ time, place: 'Chapel', vehicle: '', led_by: '', funeral_home_id: home, funeral_home_name: 'Whitcomb & Ames' },
  }) as CalendarEvent;

describe('arrivalsOf', () => {
  const days = { from: today, to: tomorrow, location: undefined };
  const read = (changes: Partial<FirstCallRow>, shown: Partial<typeof days> | { location: string } = {}) =>
    arrivalsOf([{ ...promise, ...changes }], { ...days, ...shown }, { now: new Date(), zoneOf: () => zone });

  it('leads to the first call, and after the conversion to the case', () => {
    expect(read({})[0]).toMatchObject({ date: tomorrow, time: '15:05', to: '/first-calls/p' });
    expect(read({ case_id: 'c' })[0]?.to).toBe('/cases/c');
  });

  it('leaves out other days and locations, and what has arrived', () => {
    expect(read({}, { to: today })).toEqual([]);
    expect(read({}, { location: 'other' })).toEqual([]);
    expect(read({ removal_arrived_at: new Date().toISOString() })).toEqual([]);
  });

  it('sorts an arrival by time among the events of a day', () => {
    const times = withArrivals(['', '10:00', '16:00'].map(service), read({})).map(({ time }) => time);
    expect(times).toEqual(['', '10:00', '15:05', '16:00']);
  });
});

const training = dayEventWith({
  ...{ id: '0195a000-0000-7000-8000-0000000000aa', case: null, status: null, deceased_full_name: '' },
  ...{ deceased_last_name: '', kind: 'other', title: 'Safety training', date: tomorrow, time: '09:00' },
});
const scheduleOf = (...events: DayEvent[]) => ({
  ...{ from: today, to: tomorrow, events, conflicts: [], shifts: [], is_complete: true },
});
const schedule = vi.fn<(input: unknown) => unknown>(() => scheduleOf());
beforeEach(() => void schedule.mockReset().mockReturnValue(scheduleOf()));

const { matchMedia } = window;
afterEach(() => {
  window.matchMedia = matchMedia;
});
/** In em, as in the queries of the screens. */
const setWidth = (width: number) => {
  window.matchMedia = (query) => ({
    ...matchMedia(query),
    matches: width <= Number(/max-width: ([\d.]+)em/.exec(query)?.[1]),
  });
};

const oneService = { events: [service('10:00')], clashes: [] as object[] };
const draw = (
  search: string,
  firstCalls: () => unknown = () => ({ count: 1, results: [promise] }),
  answer: typeof oneService = oneService,
) =>
  renderPage(<p>Home</p>, {
    at: `/calendar?${search}`,
    pages: { '/calendar': <CalendarPage /> },
    call: answering({
      'GET /api/forms/first-calls/': firstCalls,
      'GET /api/services/calendar/': () => ({
        ...{ today, time_zone: zone, undated: { count: 0, count_is_exact: true, cases: [] } },
      }),
      'GET /api/services/calendar/events/': () => ({
        ...{ from: today, to: tomorrow, ...answer, others: [], is_complete: true },
      }),
      'GET /api/calendar-integration/suggestions/': () => ({ results: [] }),
      'GET /api/calendar/resources/': () => ({ results: [] }),
      'GET /api/calendar/schedule/': schedule,
    }),
  });

describe('CalendarPage', () => {
  it('lists a promised arrival after the service, without a way to move it', async () => {
    draw('view=agenda');
    const rows = within(await screen.findByRole('list', { name: 'Agenda' })).getAllByRole('listitem');
    const arrival = rows.at(-1) as HTMLElement;
    expect(arrival.textContent).toContain('Promised arrival · Moultrie Creek, room 118');
    expect(arrival.textContent).toContain('3:05 PM');
    expect(within(arrival).getByRole('link').getAttribute('href')).toBe('/first-calls/p');
    expect(screen.getAllByRole('button', { name: /^Change/ })).toHaveLength(1);
  });

  it.each([['week'], ['month']])(
    'begins with the last name in the %s, and shows the time apart from it',
    async (view) => {
      draw(`view=${view}&date=${view === 'month' ? tomorrow : today}`);
      const event = (await screen.findAllByRole('button', { name: /^Pruitt, Walter/ }))[0] as HTMLElement;
      expect([...event.children].slice(0, 2).map(({ textContent }) => textContent)).toEqual([
        ...['Pruitt, Walter', '10:00 AM'],
      ]);
    },
  );

  it('lists the days of a week with their counts on a narrow screen', async () => {
    setWidth(56.25);
    draw('view=week');
    const rows = within(await screen.findByRole('list', { name: 'Agenda' })).getAllByRole('listitem');
    const days = rows.filter((row) => !within(row).queryByRole('link')).map(({ textContent }) => textContent);
    expect(days).toHaveLength(7);
    expect(days[0]).toMatch(/^Today, .* · nothing scheduled$/);
    expect(days[1]).toMatch(/^Tomorrow, .* · 2$/);
    expect(rows[0]?.getAttribute('aria-current')).toBe('date');
  });

  it('counts the events of a month on a phone, and lists those of the chosen day', async () => {
    setWidth(40);
    // Filters are changed in the address of the browser.
    window.location.href = `http://127.0.0.1/calendar?view=month&date=${today}`;
    draw(`view=month&date=${today}`);
    const agenda = within(await screen.findByRole('list', { name: 'Agenda' }));
    expect(agenda.queryByText('Walter Pruitt')).toBeNull();
    const day = { name: `${wholeDay(tomorrow)}, 2 planned` };
    fireEvent.click(screen.getByRole('button', { ...day, pressed: false }));
    expect(await screen.findByRole('button', { ...day, pressed: true })).toBeTruthy();
    expect(screen.getByText('Walter Pruitt')).toBeTruthy();
  });

  it('folds conflicts under their number on a narrow screen', async () => {
    setWidth(80);
    const [a, b] = [service('10:00'), service('11:00')];
    const clash = { date: tomorrow, of: 'place', place: 'Chapel', event_ids: [a.id, b.id] };
    draw('view=agenda', undefined, { events: [a, b], clashes: [clash] });
    const fold = (await screen.findByText('1 thing to decide')).closest('details') as HTMLElement;
    expect(within(fold).getByText(/^Chapel is double-booked on/)).toBeTruthy();
    expect(fold.hasAttribute('open')).toBe(false);
  });

  it.each(['week', 'month'])('draws a promised arrival in the %s as a link', async (view) => {
    draw(`view=${view}&date=${view === 'month' ? tomorrow : today}`);
    const link = (await screen.findAllByRole('link', { name: /Tyndall, Josephine.*3:05 PM/ }))[0] as HTMLElement;
    expect(link.getAttribute('href')).toBe('/first-calls/p');
    expect(link.hasAttribute('data-arrival')).toBe(true);
    expect(link.getAttribute('draggable')).toBe('false');
  });

  it('lists an event without a case in order of time, and opens it to change it', async () => {
    schedule.mockReturnValue(scheduleOf(training));
    draw('view=agenda');
    const rows = within(await screen.findByRole('list', { name: 'Agenda' })).getAllByRole('listitem');
    expect(rows.slice(1).map(({ textContent }) => textContent?.match(/Safety|Walter|Josephine/)?.[0])).toEqual([
      ...['Safety', 'Walter', 'Josephine'],
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Change: Safety training, Other event' }));
    const dialog = await screen.findByRole('dialog', { name: 'Safety training' });
    expect((within(dialog).getByLabelText('Time') as HTMLInputElement).value).toBe('9:00 AM');
  });

  it('shows only the services whose needs name the chosen person', async () => {
    draw(`view=agenda&who=member:${home}`);
    expect(await screen.findByText('Nothing scheduled for these days.')).toBeTruthy();
    expect(schedule.mock.calls.at(-1)?.[0]).toMatchObject({ query: { member: home } });
  });

  it('draws a service until its end, in one line if it is short', async () => {
    const ofFields = {
      id: service('10:00').id,
      kind: 'service',
      of_fields: true,
      date: tomorrow,
      time: '10:00',
    } as const;
    schedule.mockReturnValue(scheduleOf(dayEventWith({ ...ofFields, end_date: tomorrow, end_time: '10:30' })));
    draw(`view=day&date=${tomorrow}`);
    const event = await screen.findByRole('button', { name: /^Pruitt, Walter/ });
    expect([event.style.height, event.dataset.short]).toEqual([`${(0.5 / 13) * 100}%`, 'true']);
    expect(screen.getByRole('list', { name: 'Agenda' }).textContent).toContain('10:00 AM · until 10:30 AM');
  });

  it('draws an event for its length, and a read-only one as a link to its case', async () => {
    const visitation = dayEventWith({
      date: tomorrow,
      time: '17:00',
      end_date: '',
      end_time: '20:00',
      status: 'completed',
    });
    schedule.mockReturnValue(scheduleOf(training, visitation));
    draw(`view=day&date=${tomorrow}`);
    const link = (await screen.findAllByRole('link', { name: /Lindqvist, Harold.*5:00 PM/ }))[0] as HTMLElement;
    expect(Number.parseFloat(link.style.height)).toBeCloseTo((100 * 3) / 13);
    expect(screen.getByRole('button', { name: /Safety training/ }).getAttribute('draggable')).toBe('true');
  });

  it('shows who is needed and on call below the week', async () => {
    const dee = { kind: 'person', member: home, name: 'Dee Kowalski' } as const;
    schedule.mockReturnValue({
      ...scheduleOf(dayEventWith({ date: tomorrow, needs: [needWith(dee)] })),
      shifts: [{ id: 's', member: home, member_name: 'Dee Kowalski', kind: 'on_call', date: today, time: '17:00' }],
    });
    setWidth(120);
    draw('view=week');
    const row = within(await screen.findByRole('table')).getByRole('row', { name: /Dee Kowalski/ });
    expect(within(row).getByText('On call')).toBeTruthy();
    expect(within(row).getByText('Lindqvist 5:00 PM')).toBeTruthy();
  });
});
