import { expect, it } from 'vitest';
import type { DayEvent } from './day.schema.ts';
import { openPoints, type RunSheet, sheetChanges, sheetLines } from './run-sheet.ts';
import { runSheetPaper } from './run-sheet-paper.ts';

const need = { member: null, resource: null, words: '', confirmed: true, phone: '' };
const event: DayEvent = {
  ...{ id: 'a', version: 1, kind: 'service', title: '', date: '2026-03-09', time: '13:00' },
  ...{ end_date: '2026-03-09', end_time: '14:15', place: 'Chapel', address: '12 Oak St', is_public: true },
  ...{ in_obituary: false, notes: 'The brother, 987-65-4329, arrives late', wishes: 'No lilies' },
  needs: [
    { ...need, kind: 'person', name: 'Dee Kowalski', role: 'drives the hearse', phone: '6175550100' },
    { ...need, kind: 'person', name: '', role: 'at the door' },
  ],
  contacts: [{ kind: 'clergy', name: 'Rev. Sato', phone: '6175550111', note: '', confirmed: false }],
  ...{ repeats: null, conflict_reason: '', of_fields: true, case: 'c', case_number: 'WA-2026-0007', status: 'active' },
  ...{ deceased_full_name: 'Harold Lindqvist', deceased_last_name: 'Lindqvist', service_type: 'traditional' },
  ...{ vehicle: '', led_by: '', funeral_home_id: 'h', funeral_home_name: 'Whitcomb & Ames' },
  ...{ updated_at: null, updated_by_name: '' },
};
const gone = { ...event, id: 'b', kind: 'reception' as const, title: 'Lunch' };
const before = sheetLines([{ ...event, time: '12:00' }, gone]);
const sheet: RunSheet = {
  ...{ day: '2026-03-09', member: null, member_name: '', organization_name: 'Whitcomb & Ames', phone: '6175550199' },
  ...{ made_at: '2026-03-09T12:00:00.000Z', time_zone: 'America/New_York', fingerprint: 'x', events: [event] },
  ...{ open: openPoints([event]), shifts: [], changes: sheetChanges(before, [event]) },
  seen: { at: '2026-03-08T21:00:00.000Z', printed: true, number: 1 },
};
const textOf = (shown: RunSheet): string => JSON.stringify(runSheetPaper(shown));

it('prints times, places, people, contacts with phones, and the wishes of the family', () => {
  for (const text of [
    ...[
      '1:00 PM to 2:15 PM',
      'Harold Lindqvist',
      'Chapel, 12 Oak St',
      'Dee Kowalski: drives the hearse, (617) 555-0100',
    ],
    ...['Clergy: Rev. Sato, (617) 555-0111, not confirmed', 'No lilies', 'WA-2026-0007'],
  ])
    expect(textOf(sheet)).toContain(text);
  expect(runSheetPaper(sheet).footer).toBe('Confidential. Destroy after the day. · (617) 555-0199');
});

it('prints what changed since it was last seen, and what is still open', () => {
  expect(textOf(sheet)).toContain('Mar 8, 2026, 5:00 PM');
  expect(textOf(sheet)).toContain('Time was: 12:00 PM to 2:15 PM');
  expect(textOf(sheet)).toContain('Lunch, Harold Lindqvist, 1:00 PM to 2:15 PM');
  expect(textOf(sheet)).toContain('Person still open: at the door');
  expect(textOf({ ...sheet, events: [], open: [], changes: [], seen: null })).toContain(
    'Nothing is planned on this day.',
  );
});

it('prints who is on call, for which part of the day, with the number', () => {
  const night = { date: '2026-03-08', time: '17:00', end_date: '2026-03-09', end_time: '08:00', note: '' };
  const about = { id: 's', version: 1, member: 'd', member_name: 'Dee Kowalski', phone: '6175550100' };
  const shift = { ...about, ...night, kind: 'on_call' as const, funeral_home_id: 'h' };
  expect(textOf({ ...sheet, shifts: [shift] })).toContain('On call: Dee Kowalski until 8:00 AM, (617) 555-0100');
});

it('removes a Social Security number that someone wrote into the notes', () => {
  expect(textOf(sheet)).toContain('arrives late');
  expect(textOf(sheet)).not.toContain('987-65-4329');
});
