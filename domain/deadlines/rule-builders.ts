import { officialsPermit } from '#domain/permits/permit-names.ts';
import {
  addDays,
  addMonths,
  type CalendarDate,
  daysBetween,
  instantAt,
  momentIn,
} from '#domain/shared/values/calendar-date.ts';
import { addBusinessDays, nextBusinessDay } from './holidays.ts';

/** What has to be done by a day, in the order of a case's life. */
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
/** What holds until an instant, or from one on; nobody is reminded of it, the case shows it. */
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

/** So many days before its day the owner of a deadline is told, unless stated: when it is soon (D3 §9). */
const defaultDays = 2;
const daysBefore: Partial<Record<Duty, number>> = { va_claim: 60 };
/** What is late by more is known, or from before there were reminders. */
const daysAfter = 7;
/** Nobody is written to at night. */
const [morning, evening] = ['07:00', '21:00'];

/** Whether the owner of a deadline is to be told now, where the clocks of its home show this. */
export function reminderIsDue(
  kind: Duty,
  due: CalendarDate,
  { day, time }: { day: CalendarDate; time: string },
): boolean {
  const left = daysBetween(day, due);
  return left <= (daysBefore[kind] ?? defaultDays) && left >= -daysAfter && time >= morning && time < evening;
}

/** Where a clock starts. */
type ClockStart =
  | 'death'
  /** The certificate was delivered to the certifier. */
  | 'delivered'
  /** The certificate was delivered to the county. */
  | 'delivered_to_county'
  /** The day of burial or cremation. */
  | 'disposition'
  | 'cremation'
  /** An amendment of the certificate was asked for. */
  | 'amendment_asked';

/** How long it runs. Hours run through changes of the clocks; days, business days and months end with the day. */
interface Clock {
  readonly from: ClockStart;
  readonly amount: number;
  readonly unit: 'hours' | 'days' | 'business_days' | 'months';
  /** Where it ends on a day on which offices are closed, it ends on the next business day. */
  readonly rolls?: true;
  /** It ends with the day of disposition at the latest. */
  readonly beforeDisposition?: true;
}

/**
 * Where a rule was read: in the text of the law, in a summary of it, or nowhere yet (`own`, to be checked). `house` marks
 * the product's own rule, which no law asks for. None is legal advice.
 */
export const reliabilities = ['primary', 'secondary', 'own', 'house'] as const;
type Reliability = (typeof reliabilities)[number];

export interface RuleSource {
  readonly text: string;
  readonly reliability: Reliability;
  /** When the rule was last looked at. */
  readonly reviewed: string;
}

export interface DeadlineRule {
  readonly kind: DeadlineKind;
  readonly clock: Clock;
  /** Why, in a sentence that people read. */
  readonly why: string;
  /** It concerns cremations alone. */
  readonly cremationOnly?: true;
  /** Names of the papers that alone meet a duty of a permit, where any permit for disposition does not. */
  readonly metBy?: RegExp;
  readonly source: RuleSource;
}

const reviewed = '2026-11-28';
export const primarySource = (text: string): RuleSource => ({ text, reliability: 'primary', reviewed });
export const secondarySource = (text: string): RuleSource => ({ text, reliability: 'secondary', reviewed });
export const unverifiedSource = (text: string): RuleSource => ({ text, reliability: 'own', reviewed });
/** The source of a rule of the product, which holds where no law is known. */
export const house: RuleSource = { text: 'The product’s own rule', reliability: 'house', reviewed };

export const hours = (from: ClockStart, amount: number): Clock => ({ from, amount, unit: 'hours' });
export const days = (from: ClockStart, amount: number): Clock => ({ from, amount, unit: 'days' });
/** By the day of disposition. */
const byDisposition = days('disposition', 0);

export const rule = (kind: DeadlineKind, clock: Clock, why: string, source: RuleSource): DeadlineRule => ({
  ...{ kind, clock, why, source },
});
/** So many hours after death a state allows no cremation, 48 unless stated. */
export const cremationWait = (state: string, source: RuleSource, wait = 48): DeadlineRule =>
  rule(
    'cremation_wait',
    hours('death', wait),
    `${state} does not allow cremation within ${wait} hours of death.`,
    source,
  );
export const permitRequiredBeforeDisposition = (why: string, source: RuleSource): DeadlineRule =>
  rule('permit', byDisposition, why, source);

/** The permit of a coroner or medical examiner that a state asks for before a cremation, next to the general one. */
export const officialsPermitRequired = (why: string, source: RuleSource): DeadlineRule => ({
  ...rule('cremation_permit', byDisposition, why, source),
  cremationOnly: true,
  metBy: officialsPermit,
});

/** A day, with the time of day where that counts and is known. */
export interface Moment {
  readonly day: CalendarDate;
  readonly time?: string | undefined;
}

interface Surroundings {
  /** Code of the state; '' where it is not known. */
  readonly state: string;
  /** The IANA zone of the death, whose clocks its time was read on. */
  readonly deathZone: string;
  /** The IANA zone of the case's home, on whose clocks an end is shown. */
  readonly homeZone: string;
  /** When the burial or cremation is, on the home's clocks. */
  readonly disposition?: Moment | undefined;
}

/** A moment as text that sorts by time; `unknown` is the time of one that has none. */
export const sortable = ({ day, time }: Moment, unknown: '00:00' | '23:59'): string => `${day} ${time ?? unknown}`;

/**
 * Hours later, through changes of the clocks: 48 hours from 11:30 PM may end at 12:30 AM. A start without a time, or at an hour
 * that comes twice, counts as the safe one: `first` for what must be done in time, `last` for what must be waited for.
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

/**
 * Returns when a clock that starts at `start` ends, on the clocks of the case's home. `unknown` says what a start without a
 * time of day counts as; what ends with a day has no time.
 */
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
  if (unit === 'days') return { day: addDays(start.day, amount) };
  if (unit === 'months') return { day: addMonths(start.day, amount) };
  return { day: addBusinessDays(around.state, start.day, amount) };
}
