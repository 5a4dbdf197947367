import { officialsPermit } from '#domain/permits/permit-names.ts';
import {
  addDays,
  addMonths,
  type CalendarDate,
  daysBetween,
  instantAt,
  momentIn,
} from '#domain/shared/values/calendar-date.ts';
import { nextBusinessDay } from './holidays.ts';

/** Things to do by a day, in the order of a case's life. */
export const duties = [
  'first_notice',
  'certifier',
  'pending_cause',
  'filing',
  'fetal_death_report',
  'amendment',
  'permit',
  'cremation_permit',
  'permit_return',
  'permit_expiry',
  'va_claim',
] as const;
/** Limits that hold until or from an instant; shown in the case, without reminders. */
const limits = ['cremation_wait', 'preservation'] as const;
export const deadlineKinds = [...duties, ...limits] as const;
export type DeadlineKind = (typeof deadlineKinds)[number];
export type Duty = (typeof duties)[number];

export const deadlineLabels: Readonly<Record<DeadlineKind, string>> = {
  first_notice: 'First notice of death',
  certifier: 'Medical certification',
  pending_cause: 'Pending cause of death',
  filing: 'File death certificate',
  fetal_death_report: 'Fetal death report',
  amendment: 'Amendment of the certificate',
  permit: 'Permit before disposition',
  cremation_permit: 'Coroner’s or medical examiner’s cremation permit',
  permit_return: 'Return endorsed permit',
  permit_expiry: 'Permit expires',
  va_claim: 'VA burial claim',
  cremation_wait: 'Cremation waiting period',
  preservation: 'Refrigeration or embalming',
};

export const isDuty = (kind: string): kind is Duty => (duties as readonly string[]).includes(kind);

/** The default number of days before a deadline on which its owner is reminded: when it is soon (D3 §9). */
const defaultDays = 2;
const daysBefore: Partial<Record<Duty, number>> = { va_claim: 60 };
/** A deadline overdue for longer is known already, or older than reminders. */
const daysAfter = 7;
/** No emails at night. */
const [morning, evening] = ['07:00', '21:00'];

/** Returns whether to remind the owner of a deadline at this local time of its home. */
export function reminderIsDue(
  kind: Duty,
  due: CalendarDate,
  { day, time }: { day: CalendarDate; time: string },
): boolean {
  const left = daysBetween(day, due);
  return left <= (daysBefore[kind] ?? defaultDays) && left >= -daysAfter && time >= morning && time < evening;
}

type ClockStart = 'death' | 'delivered' | 'delivered_to_county' | 'disposition' | 'cremation' | 'amendment_asked';

/** Hours include changes of the clocks; days and months end with the day. */
interface Clock {
  readonly from: ClockStart;
  readonly amount: number;
  readonly unit: 'hours' | 'days' | 'months';
  /** If it ends on a day with closed offices, it moves to the next business day. */
  readonly rolls?: true;
  /** It ends with the day of disposition at the latest. */
  readonly beforeDisposition?: true;
}

/** `primary`: the law; `secondary`: a summary; `own`: not checked; `house`: a rule of this product. No legal advice. */
export const reliabilities = ['primary', 'secondary', 'own', 'house'] as const;
type Reliability = (typeof reliabilities)[number];

export interface RuleSource {
  readonly text: string;
  readonly reliability: Reliability;
  readonly reviewed: string;
}

export interface DeadlineRule {
  readonly kind: DeadlineKind;
  readonly clock: Clock;
  /** A sentence for staff. */
  readonly why: string;
  readonly cremationOnly?: true;
  /** The only names of permits that meet the duty; by default any permit for disposition does. */
  readonly metBy?: RegExp;
  readonly source: RuleSource;
}

const reviewed = '2026-11-28';
export const primarySource = (text: string): RuleSource => ({ text, reliability: 'primary', reviewed });
export const secondarySource = (text: string): RuleSource => ({ text, reliability: 'secondary', reviewed });
export const unverifiedSource = (text: string): RuleSource => ({ text, reliability: 'own', reviewed });
export const productSource: RuleSource = { text: 'The product’s own rule', reliability: 'house', reviewed };

type ClockEnd = Pick<Clock, 'rolls' | 'beforeDisposition'>;

export const hours = (from: ClockStart, amount: number, end?: ClockEnd): Clock => ({
  from,
  amount,
  unit: 'hours',
  ...end,
});
export const days = (from: ClockStart, amount: number, end?: ClockEnd): Clock => ({
  from,
  amount,
  unit: 'days',
  ...end,
});
const byDisposition = days('disposition', 0);

type RuleText = Omit<DeadlineRule, 'kind' | 'clock'>;

export const rule = (kind: DeadlineKind, clock: Clock, text: RuleText): DeadlineRule => ({ kind, clock, ...text });
/** The wait before a cremation; 48 hours by default. */
export const cremationWait = (state: string, source: RuleSource, wait = 48): DeadlineRule =>
  rule('cremation_wait', hours('death', wait), {
    why: `${state} does not allow cremation within ${wait} hours of death.`,
    source,
  });
export const permitRequired = (text: RuleText): DeadlineRule => rule('permit', byDisposition, text);

/** A coroner's or medical examiner's permit required before a cremation, next to the general one. */
export const officialsPermitRequired = (why: string, source: RuleSource): DeadlineRule =>
  rule('cremation_permit', byDisposition, { why, source, cremationOnly: true, metBy: officialsPermit });

export interface Moment {
  readonly day: CalendarDate;
  readonly time?: string | undefined;
}

interface Surroundings {
  readonly state: string;
  /** The IANA zone of the time of death. */
  readonly deathZone: string;
  /** The IANA zone of the home, in which an end is shown. */
  readonly homeZone: string;
  readonly disposition?: Moment | undefined;
}

/** Returns a moment as sortable text; `unknown` replaces a missing time. */
export const sortable = ({ day, time }: Moment, unknown: '00:00' | '23:59'): string => `${day} ${time ?? unknown}`;

/**
 * Adds hours across changes of the clocks. An unknown or repeated time counts as the safe one: `first` for a duty,
 * `last` for a wait.
 */
function hoursLater(
  { day, time }: Moment,
  hours: number,
  { deathZone, homeZone }: Surroundings,
  unknown: 'first' | 'last',
): Moment {
  if (time === undefined && unknown === 'first' && hours % 24 === 0) return { day: addDays(day, hours / 24) };
  const from = instantAt(day, time ?? (unknown === 'first' ? '00:00' : '23:59'), deathZone, unknown);
  return momentIn(homeZone, new Date(from.getTime() + hours * 3_600_000));
}

/** Returns when a clock ends in the home's time. `unknown` replaces a missing time; a day's end has none. */
export function deadlineAt(
  clock: Clock,
  start: Moment,
  around: Surroundings,
  unknown: 'first' | 'last' = 'first',
): Moment {
  const { state, disposition } = around;
  const end = ran(clock, start, around, unknown);
  const open = clock.rolls ? { day: nextBusinessDay(state, end.day) } : end;
  return clock.beforeDisposition && disposition && sortable(disposition, '23:59') < sortable(open, '23:59')
    ? disposition
    : open;
}

function ran({ amount, unit }: Clock, start: Moment, around: Surroundings, unknown: 'first' | 'last'): Moment {
  if (amount === 0) return start;
  if (unit === 'hours') return hoursLater(start, amount, around, unknown);
  return { day: unit === 'days' ? addDays(start.day, amount) : addMonths(start.day, amount) };
}
