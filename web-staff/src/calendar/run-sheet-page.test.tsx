// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DayEvent } from '#domain/calendar/day.schema.ts';
import type { RunSheet } from '#domain/calendar/run-sheet.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import { answering, renderPage, userWith } from '../testing/render-page.tsx';
import { RunSheetPage } from './run-sheet-page.tsx';

const entries = new Map<string, unknown>();
vi.mock('../session/device/sealed-store.ts', () => ({
  sealedStore: {
    keep: async (name: string, _owner: string, value: unknown) => Boolean(entries.set(name, value)),
    open: async (name: string) => entries.get(name),
  },
}));

const me = userWith('funeral_director').id;
const home = '0193a000-0000-7000-8000-0000000000c1';
const caseId = '0193a000-0000-7000-8000-0000000000c2';
const committal: DayEvent = {
  ...{ id: '0193a000-0000-7000-8000-0000000000c3', version: 1, kind: 'committal', title: '', of_fields: false },
  ...{ date: '2026-11-25', time: '14:45', end_date: '2026-11-25', end_time: '15:25', place: 'San Lorenzo Cemetery' },
  ...{
    address: '1635 US 1 South',
    is_public: true,
    in_obituary: false,
    notes: '',
    wishes: 'No lowering while we stand there.',
  },
  needs: [
    {
      kind: 'vehicle',
      member: null,
      resource: null,
      words: 'Hearse 1',
      role: '',
      confirmed: true,
      name: 'Hearse 1',
      phone: '',
    },
    {
      kind: 'person',
      member: null,
      resource: null,
      words: '',
      role: 'greets guests',
      confirmed: false,
      name: '',
      phone: '',
    },
  ],
  contacts: [{ kind: 'cemetery', name: 'Joan Pacetti', phone: '9045550139', note: '', confirmed: true }],
  ...{ repeats: null, conflict_reason: '', case: caseId, case_number: 'NC-2026-0003', status: 'active' },
  ...{ deceased_full_name: 'Jamal Whitfield', deceased_last_name: 'Whitfield', service_type: 'traditional' },
  ...{ vehicle: '', led_by: '', funeral_home_id: home, funeral_home_name: 'Northside Chapel' },
  ...{ updated_at: '2026-11-24T23:22:00.000Z', updated_by_name: 'Marcus Ames' },
};
const sheet: RunSheet = {
  ...{ day: '2026-11-25', member: me, member_name: 'Dee Kowalski', organization_name: 'Whitcomb & Ames' },
  ...{ phone: '9045550100', made_at: '2026-11-25T12:02:00.000Z', time_zone: 'America/New_York', fingerprint: 'one' },
  ...{ events: [committal], open: [], shifts: [], seen: null, changes: [] },
};

const server = { sheet, see: vi.fn() };
beforeEach(() => {
  entries.clear();
  server.sheet = sheet;
  server.see.mockReset();
});
const draw = (answer: () => RunSheet = () => server.sheet) =>
  renderPage(<RunSheetPage />, {
    role: 'funeral_director',
    call: answering({
      'GET /api/calendar/run-sheet/': answer,
      'POST /api/calendar/run-sheet/seen/': server.see,
      'GET /api/customers/team-members/': () => ({ results: [] }),
    }),
  });

describe('RunSheetPage', () => {
  it('names each stretch of a case apart from its later one', async () => {
    const between = {
      ...committal,
      id: '0193a000-0000-7000-8000-0000000000c4',
      case: me,
      deceased_full_name: 'Ann Hale',
    };
    const later = { ...committal, id: caseId, time: '17:00', end_time: '', kind: 'reception' as const };
    server.sheet = { ...sheet, events: [committal, between, later] };
    draw();
    expect(await screen.findByRole('region', { name: 'Jamal Whitfield, 2:45 PM to 3:25 PM' })).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Jamal Whitfield, 5:00 PM' })).toBeTruthy();
  });

  it('shows place, map, people, wishes and calls of each event', async () => {
    draw();
    expect(await screen.findByText('San Lorenzo Cemetery, 1635 US 1 South')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Map' }).getAttribute('href')).toContain('San%20Lorenzo');
    expect(screen.getByRole('link', { name: /^Call Joan Pacetti/ }).getAttribute('href')).toBe('tel:9045550139');
    expect(screen.getByText(/Person still open: greets guests/)).toBeTruthy();
    expect(screen.getByText('The family wishes: No lowering while we stand there.')).toBeTruthy();
  });

  it('tells two people on call apart, with their numbers', async () => {
    const shift = { version: 1, kind: 'on_call' as const, funeral_home_id: home, note: '' };
    const dee = { ...shift, id: home, member: me, member_name: 'Dee Kowalski', phone: '9045550112' };
    const marcus = { ...shift, id: caseId, member: caseId, member_name: 'Marcus Ames', phone: '' };
    const [first, second] = [
      { date: '2026-11-24', time: '17:00', end_date: '2026-11-25', end_time: '08:00' },
      { date: '2026-11-25', time: '17:00', end_date: '2026-11-26', end_time: '08:00' },
    ] as const;
    server.sheet = {
      ...sheet,
      shifts: [
        { ...dee, ...first },
        { ...marcus, ...second },
      ],
    };
    draw();
    const rows = within(await screen.findByRole('list', { name: 'Shifts' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent?.trim())).toEqual([
      ...['On call: Dee Kowalski until 8:00 AM (904) 555-0112', 'On call: Marcus Ames from 5:00 PM'],
    ]);
    expect(screen.getByRole('link', { name: '(904) 555-0112' }).getAttribute('href')).toBe('tel:9045550112');
  });

  it('links a promised arrival to its first call, apart from an event without a case', async () => {
    const name = { deceased_full_name: 'Josephine Tyndall', case: null };
    const arrival = { ...committal, ...name, kind: 'removal' as const, title: 'Promised arrival', first_call: caseId };
    const training = { ...committal, id: 'training', case: null, deceased_full_name: '', title: 'Training' };
    server.sheet = { ...sheet, events: [{ ...arrival, id: `${caseId}-arrival` }, training] };
    draw();
    const link = await screen.findByRole('link', { name: 'Josephine Tyndall' });
    expect(link.getAttribute('href')).toBe(`/first-calls/${caseId}`);
    expect(screen.getByRole('region', { name: /^Josephine Tyndall/ }).textContent).not.toContain('Training');
  });

  it('remembers the first opening without being asked', async () => {
    draw();
    await waitFor(() => expect(server.see).toHaveBeenCalledTimes(1));
    expect(server.see).toHaveBeenCalledWith({ body: { day: '2026-11-25', member: me, fingerprint: 'one' } });
  });

  it('says what changed since it was printed, until the reader has seen it', async () => {
    server.sheet = {
      ...sheet,
      seen: { at: '2026-11-24T21:10:00.000Z', printed: true, number: 2 },
      changes: [
        {
          ...{ kind: 'changed', event_id: committal.id, title: 'Committal, Jamal Whitfield', field: 'Time' },
          ...{ was: '2:30 PM', now: '2:45 PM', by_name: 'Marcus Ames', at: committal.updated_at },
        },
      ],
    };
    draw();
    expect(await screen.findByText(/^1 change since you printed it/)).toBeTruthy();
    expect(screen.getByText('2:30 PM').tagName).toBe('S');
    expect(server.see).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'I have seen it' }));
    await waitFor(() => expect(server.see).toHaveBeenCalledTimes(1));
  });

  it('leads from an empty sheet to the whole day, and from there to the calendar', async () => {
    server.sheet = { ...sheet, events: [] };
    draw();
    const whole = await screen.findByRole('link', { name: 'See the whole day' });
    expect(whole.getAttribute('href')).toBe('/calendar/run-sheet?day=2026-11-25&member=all');
    server.sheet = { ...sheet, events: [], member: null, member_name: '' };
    cleanup();
    draw();
    expect((await screen.findByRole('link', { name: 'Open the calendar' })).getAttribute('href')).toBe('/calendar');
    expect(screen.getByText('Wednesday, Nov 25')).toBeTruthy();
  });

  it('shows the sheet of this device without a connection', async () => {
    entries.set(`${me}/run-sheet/today/${me}`, sheet);
    draw(() => {
      throw new ApiError(0, 'Offline', {});
    });
    expect(await screen.findByText(/^Offline. This is the sheet of/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
    expect(server.see).not.toHaveBeenCalled();
  });
});
