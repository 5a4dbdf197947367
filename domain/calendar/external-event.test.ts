import { describe, expect, it } from 'vitest';
import type { CalendarEvent } from './calendar.schema.ts';
import { deadlineToExternalEvent, outsideEvent, toExternalEvent } from './external-event.ts';

const service: CalendarEvent = {
  ...{ id: 'a-service', kind: 'service', case_id: 'a', case_number: 'WA-2026-0007', status: 'active' },
  ...{
    deceased_full_name: 'Harold “Hal” Lindqvist',
    deceased_last_name: 'Lindqvist',
    service_type: 'graveside',
    disposition_method: '',
  },
  ...{ date: '2026-03-07', time: '10:00', place: 'Oak Hill,\nSection 4', vehicle: '', led_by: '' },
  ...{ funeral_home_id: 'home', funeral_home_name: 'Whitcomb & Ames' },
};
const outside = (more: Partial<CalendarEvent> = {}, naming: 'initials' | 'names' = 'initials') =>
  outsideEvent(toExternalEvent({ ...service, ...more }), { timeZone: 'America/New_York', naming });
const instants = (more: Partial<CalendarEvent>) => {
  const { span } = outside(more);
  return 'instants' in span ? [span.instants.from, span.instants.to].map((at) => at.toISOString()) : [];
};

describe('outsideEvent', () => {
  it('shows the kind, the initials, the place and the case number, nothing else', () => {
    expect(outside()).toMatchObject({
      ...{ id: 'a-service', title: 'Graveside service: H. H. L.', place: 'Oak Hill, Section 4', isFirm: true },
      ...{ notes: 'Case WA-2026-0007, Whitcomb & Ames', path: '/cases/a' },
    });
    expect(outside({}, 'names').title).toBe('Graveside service: Harold “Hal” Lindqvist');
    expect(outside({ deceased_full_name: '' }).title).toBe('Graveside service: Name not given');
    expect(outside({ status: 'draft' }).isFirm).toBe(false);
  });

  it('converts the time at the home to instants across daylight saving changes', () => {
    expect(instants({})).toEqual(['2026-03-07T15:00:00.000Z', '2026-03-07T16:00:00.000Z']);
    expect(instants({ date: '2026-03-09' })).toEqual(['2026-03-09T14:00:00.000Z', '2026-03-09T15:00:00.000Z']);
    // The skipped hour, and the repeated one.
    expect(instants({ date: '2026-03-08', time: '02:30' })[0]).toBe('2026-03-08T07:30:00.000Z');
    expect(instants({ date: '2026-11-01', time: '01:30' })[0]).toBe('2026-11-01T05:30:00.000Z');
  });

  it('makes a deadline an all-day event with its own id', () => {
    const row = { case_id: 'a', case_number: 'WA-2026-0007', deceased_name: 'Harold Lindqvist' };
    const due = deadlineToExternalEvent({ ...row, kind: 'filing', due: '2026-03-09' }, 'Whitcomb & Ames');
    expect(outsideEvent(due, { timeZone: 'America/New_York', naming: 'initials' })).toEqual({
      ...{ id: 'a-filing', title: 'File death certificate: H. L.', place: '', path: '/cases/a', isFirm: true },
      ...{ notes: 'Deadline for case WA-2026-0007, Whitcomb & Ames' },
      span: { days: { from: '2026-03-09', before: '2026-03-10' } },
    });
  });

  it('makes an event without a time an all-day event', () => {
    expect(outside({ time: '', date: '2026-12-31' }).span).toEqual({
      days: { from: '2026-12-31', before: '2027-01-01' },
    });
  });
});
