import type { Deadline } from '#domain/deadlines/deadline.schema.ts';
import { type Duty, isDuty } from '#domain/deadlines/rule-builders.ts';
import { balanceOf } from '#domain/payments/payment.rules.ts';
import { hasPacemakerStill } from '#domain/shared/reference-data/pacemaker.ts';
import { serviceTitle } from '#domain/shared/reference-data/service-types.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { type CalendarDate, daysBetween, earliestDate, formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatTime } from '#domain/shared/values/date-time.ts';
import { formatMoney, parseMoney } from '#domain/shared/values/money.ts';
import { capitalize } from '#domain/shared/values/text.ts';
import type { NextStep } from './case.schema.ts';
import { caseConditions } from './case-conditions.ts';
import type { CaseSectionId } from './sections/case-sections.ts';

/** The section of a case in which each duty is done. */
export const sectionOfDuty = {
  first_notice: 'deathCertificate',
  pending_cause: 'medical',
  amendment: 'deathCertificate',
  certifier: 'deathCertificate',
  filing: 'deathCertificate',
  fetal_death_report: 'deathCertificate',
  permit: 'compliance',
  cremation_permit: 'compliance',
  permit_return: 'compliance',
  permit_expiry: 'compliance',
  va_claim: 'veteran',
} as const satisfies Record<Duty, CaseSectionId>;

/** Something still open on an active case, and where it is done. */
export interface OpenItem {
  readonly id: string;
  readonly label: string;
  /** Why or until when, as a sentence. */
  readonly detail: string;
  readonly section: CaseSectionId;
  readonly field?: string;
  /** The last day, and the time of that day if it ends then. */
  readonly due?: CalendarDate;
  readonly time?: string | null;
  /** The words of its section if no day is known. */
  readonly short?: string;
  /** False for an event that only has to pass. */
  readonly isAction: boolean;
  /** The day of an event. */
  readonly day?: CalendarDate;
}

type Values = Readonly<Record<string, unknown>>;
type OpenDeadline = Pick<Deadline, 'kind' | 'title' | 'due' | 'time' | 'done' | 'broken' | 'is_wait'>;

const item = (id: string, label: string, section: CaseSectionId, more: Partial<OpenItem> = {}): OpenItem => ({
  id,
  label,
  section,
  detail: '',
  isAction: true,
  ...more,
});

const dayAndTime = (day: string, time: string | null): string =>
  [formatDate(day), time && formatTime(time)].filter(Boolean).join(', ');

const pacemakerItem = (values: Values): OpenItem[] => {
  if (!hasPacemakerStill(values) || !caseConditions.isCremation(values)) return [];
  const day = asString(values.cremation_date);
  const detail = day
    ? `It must be out before the cremation on ${formatDate(day)}.`
    : 'It must be out before cremation.';
  return [
    item('pacemaker', 'Record pacemaker removal', 'medical', {
      detail,
      field: 'pacemaker_removed_by',
      short: 'Pacemaker in place',
      ...(day ? { due: day } : {}),
    }),
  ];
};

/** Returns what is still to come: the service, and a cremation without a service of its own. */
const eventItems = (values: Values, today: CalendarDate): OpenItem[] => {
  const event = (id: string, name: string, day: string, section: CaseSectionId): OpenItem[] =>
    day >= today ? [item(id, `${name} on ${formatDate(day)}`, section, { isAction: false, day })] : [];
  return [
    ...event('service', serviceTitle(asString(values.service_type)), asString(values.service_date), 'service'),
    ...(caseConditions.isCremation(values)
      ? event('cremation', 'Cremation', asString(values.cremation_date), 'medical')
      : []),
  ];
};

const balanceItem = (values: Values): OpenItem[] => {
  const [contract, paid] = [values.contract_total, values.total_paid].map(
    (amount) => parseMoney(asString(amount)) ?? 0,
  );
  const { balance } = balanceOf(contract ?? 0, paid ?? 0);
  return balance > 0
    ? [item('balance', `Collect ${formatMoney(balance)}`, 'financial', { short: 'Balance open' })]
    : [];
};

/**
 * Returns what is open before an active case is finished, the most urgent first: a pacemaker before a cremation, a
 * cremation that is too early, deadlines by their day, the service, and the balance. `values` are the flat fields of
 * the case, `deadlines` all of the case, `today` the day at its location.
 */
export function openItems(values: Values, deadlines: readonly OpenDeadline[], today: CalendarDate): OpenItem[] {
  const early = deadlines
    .filter(({ broken, done }) => broken && !done)
    .map(({ kind, due, time }) =>
      item(`early.${kind}`, 'Move the cremation', caseConditions.isCremation(values) ? 'medical' : 'service', {
        detail: `It is too early: not before ${dayAndTime(due, time)}.`,
        field: caseConditions.isCremation(values) ? 'cremation_date' : 'disposition_date',
        short: 'Cremation too early',
      }),
    );
  const duties = deadlines
    .filter(({ kind, done, is_wait }) => isDuty(kind) && !done && !is_wait)
    .toSorted((a, b) => a.due.localeCompare(b.due))
    .map(({ kind, title, due, time }) => {
      const isDelivered = kind === 'filing' && asString(values.dc_delivered_to_county_date) !== '';
      const until = `${due < today ? 'was due' : 'due'} ${dayAndTime(due, time)}.`;
      return item(kind, isDelivered ? 'Record the filing' : title, isDuty(kind) ? sectionOfDuty[kind] : 'deceased', {
        detail: isDelivered ? `With the county, ${until}` : capitalize(until),
        due,
        time,
      });
    });
  return [...pacemakerItem(values), ...early, ...duties, ...eventItems(values, today), ...balanceItem(values)];
}

/**
 * Returns the most urgent open item of an active case and those that follow it when a day passes, to be stored in its
 * row, which does not know the day on which it is read.
 */
export function nextSteps(values: Values, deadlines: readonly OpenDeadline[]): NextStep[] {
  const items = openItems(values, deadlines, earliestDate);
  const lasting = items.findIndex(({ day }) => day === undefined);
  return items
    .slice(0, lasting < 0 ? items.length : lasting + 1)
    .map(({ label, due = '', day = '' }) => ({ label, due, until: day }));
}

/** Returns the first of these steps that is still to come on a day. */
export const nextStepOn = (steps: readonly NextStep[], today: CalendarDate): NextStep | undefined =>
  steps.find(({ until }) => until === '' || until >= today);

/** The words of a section about its open items; '' for an event that only has to pass. */
export interface SectionDue {
  readonly text: string;
  readonly isLate: boolean;
}

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });
const monthAndDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const monthAndYear = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });
/** A weekday without a date is clear for the next six days. */
const weekdays = 6;

const dueOf = ({ due, time, short = '' }: OpenItem, now: { day: CalendarDate; time: string }): SectionDue => {
  if (!due) return { text: short, isLate: false };
  const days = daysBetween(now.day, due);
  if (days < 0 || (days === 0 && time && time < now.time)) return { text: 'Overdue', isLate: true };
  const far = due.slice(0, 4) === now.day.slice(0, 4) ? monthAndDay : monthAndYear;
  const day = (days <= weekdays ? weekday : far).format(new Date(`${due}T00:00:00Z`));
  return { text: days === 0 ? 'Due today' : `Due ${day}`, isLate: false };
};

/** Returns the sections that hold an open item, each with the most urgent of its words: the nearest day precedes none. */
export function dueBySection(
  items: readonly OpenItem[],
  now: { day: CalendarDate; time: string },
): ReadonlyMap<CaseSectionId, SectionDue> {
  const nearest = items.toSorted((a, b) => (a.due ?? '9999').localeCompare(b.due ?? '9999'));
  const found = new Map<CaseSectionId, SectionDue>();
  for (const one of nearest) if (!found.get(one.section)?.text) found.set(one.section, dueOf(one, now));
  return found;
}
