import { describe, expect, it } from 'vitest';
import { certificateAlerts, deadlineUrgency, dueText } from './certificate-alerts.ts';

const today = '2026-03-10';

describe('certificateAlerts (D3 §4)', () => {
  it.each([
    [-2739, 'overdue', 'Overdue by 2,739 days'],
    [-3, 'overdue', 'Overdue by 3 days'],
    [-1, 'overdue', 'Overdue by 1 day'],
    [0, 'soon', 'Due in 0 days'],
    [1, 'soon', 'Due in 1 day'],
    [2, 'soon', 'Due in 2 days'],
    [3, 'later', '3 days remaining'],
    [5, 'later', '5 days remaining'],
  ])('rates %i days left as %s, %s', (daysLeft, urgency, text) => {
    expect(deadlineUrgency(daysLeft)).toBe(urgency);
    expect(dueText(daysLeft)).toBe(text);
  });

  it('counts five days from delivery, for the doctor and the county', () => {
    const values = { dc_delivered_to_doctor_date: '2026-03-02', dc_delivered_to_county_date: '2026-03-08' };
    expect(certificateAlerts(values, today)).toEqual([
      { desk: 'doctor', delivered: '2026-03-02', due: '2026-03-07', daysLeft: -3 },
      { desk: 'county', delivered: '2026-03-08', due: '2026-03-13', daysLeft: 3 },
    ]);
  });

  it('returns none once marked as completed or before delivery', () => {
    const values = { dc_delivered_to_doctor_date: '2026-03-02', dc_doctor_completed: true };
    expect(certificateAlerts(values, today)).toEqual([]);
    expect(certificateAlerts({ ...values, dc_doctor_completed: false }, today)).toHaveLength(1);
    expect(certificateAlerts({}, today)).toEqual([]);
    expect(certificateAlerts({ dc_delivered_to_county_date: 'soon' }, today)).toEqual([]);
  });

  it('counts whole days over a leap day, a new year and a change of clocks', () => {
    const left = (delivered: string, on: string) =>
      certificateAlerts({ dc_delivered_to_doctor_date: delivered }, on)[0]?.daysLeft;
    expect(left('2028-02-27', '2028-02-28')).toBe(4);
    expect(left('2026-12-30', '2027-01-01')).toBe(3);
    expect(left('2026-03-06', '2026-03-09')).toBe(2);
    expect(left('2026-10-30', '2026-11-02')).toBe(2);
  });
});
