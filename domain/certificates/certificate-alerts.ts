import type { Values } from '#domain/shared/forms/rules.ts';
import { addDays, type CalendarDate, daysBetween, isCalendarDate } from '#domain/shared/values/calendar-date.ts';

/** A certificate is due this many days after delivery (D3 §4 and §9). */
export const certificateDays = 5;
/** D3 §9. */
const soonDays = 2;

export type CertificateHolder = 'doctor' | 'county';
type DeadlineUrgency = 'overdue' | 'soon' | 'later';

interface CertificateAlert {
  desk: CertificateHolder;
  delivered: CalendarDate;
  due: CalendarDate;
  /** Whole days; negative once overdue. */
  daysLeft: number;
}

/** Returns how near a deadline is (D3 §4): below 0 days overdue, 0 to 2 soon. */
export function deadlineUrgency(daysLeft: number): DeadlineUrgency {
  if (daysLeft < 0) return 'overdue';
  return daysLeft <= soonDays ? 'soon' : 'later';
}

const days = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'day' : 'days'}`;

/** Returns “Overdue by 3 days”, “Due in 2 days” or “4 days remaining” (D3 §4). */
export function dueText(daysLeft: number): string {
  const urgency = deadlineUrgency(daysLeft);
  if (urgency === 'overdue') return `Overdue by ${days(-daysLeft)}`;
  return urgency === 'soon' ? `Due in ${days(daysLeft)}` : `${days(daysLeft)} remaining`;
}

const desks = ['doctor', 'county'] as const satisfies readonly CertificateHolder[];

/** Returns where the certificate is, by its section's `values`, and the days left there (D3 §4). */
export function certificateAlerts(values: Values, today: CalendarDate): CertificateAlert[] {
  return desks.flatMap((desk) => {
    const delivered = values[`dc_delivered_to_${desk}_date`];
    if (values[`dc_${desk}_completed`] === true || typeof delivered !== 'string' || !isCalendarDate(delivered))
      return [];
    const due = addDays(delivered, certificateDays);
    return [{ desk, delivered, due, daysLeft: daysBetween(today, due) }];
  });
}
