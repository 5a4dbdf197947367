import type { Values } from '#domain/shared/forms/rules.ts';
import { addDays, type CalendarDate, daysBetween, isCalendarDate } from '#domain/shared/values/calendar-date.ts';

/** So many days after it was delivered a desk is late with a certificate (D3 §4 and §9). */
export const certificateDays = 5;
/** From so few days on a deadline is soon (D3 §9). */
const soonDays = 2;

/** Before whom a certificate lies. */
export type CertificateHolder = 'doctor' | 'county';
type DeadlineUrgency = 'overdue' | 'soon' | 'later';

interface CertificateAlert {
  desk: CertificateHolder;
  delivered: CalendarDate;
  due: CalendarDate;
  /** Whole days until it is due; negative once it is over. */
  daysLeft: number;
}

/** How near a deadline is by the whole days until it (D3 §4): below 0 overdue, 0 to 2 soon. */
export function deadlineUrgency(daysLeft: number): DeadlineUrgency {
  if (daysLeft < 0) return 'overdue';
  return daysLeft <= soonDays ? 'soon' : 'later';
}

const days = (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`;

/** “Overdue by 3 days”, “Due in 2 days”, “4 days remaining” (D3 §4). */
export function dueText(daysLeft: number): string {
  const standing = deadlineUrgency(daysLeft);
  if (standing === 'overdue') return `Overdue by ${days(-daysLeft)}`;
  return standing === 'soon' ? `Due in ${days(daysLeft)}` : `${days(daysLeft)} remaining`;
}

const desks = ['doctor', 'county'] as const satisfies readonly CertificateHolder[];

/**
 * The desks at which a certificate lies where it is `today`, with the days they have left: 5 after delivery, unless they
 * are marked as completed (D3 §4). `values` are those of the case's tracking section.
 */
export function certificateAlerts(values: Values, today: CalendarDate): CertificateAlert[] {
  return desks.flatMap((desk) => {
    const delivered = values[`dc_delivered_to_${desk}_date`];
    if (values[`dc_${desk}_completed`] === true || typeof delivered !== 'string' || !isCalendarDate(delivered))
      return [];
    const due = addDays(delivered, certificateDays);
    return [{ desk, delivered, due, daysLeft: daysBetween(today, due) }];
  });
}
