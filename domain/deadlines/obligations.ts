import { permitsDisposition } from '#domain/permits/permit-names.ts';
import type { CalendarDate } from '#domain/values/calendar-date.ts';
import { endOf, type Moment, sortable } from './clocks.ts';
import type { DeadlineFacts } from './deadline-facts.ts';
import { type DeadlineKind, deadlineKinds } from './deadline-kinds.ts';
import type { DeadlineRule, RuleSource } from './deadline-rule.ts';
import { generalRules } from './general-rules.ts';
import { stateRules } from './state-rules.ts';

/** What somebody decided about one deadline of one case, with the reason. */
interface DeadlineOverride {
  readonly kind: DeadlineKind;
  /** Another day than the rule's; null where that holds. */
  readonly due: CalendarDate | null;
  /** Profile of another owner; null where the case's holds. */
  readonly owner: string | null;
  /** It was done, or needs not be done here. */
  readonly settled: 'done' | 'not_needed' | null;
  readonly reason: string;
}

/** Something that has to be done, or to be waited for, with its day. */
interface Obligation {
  readonly kind: DeadlineKind;
  /** The last day; of a wait the first on which it is over. */
  readonly due: CalendarDate;
  /** Where it ends at a time of that day: HH:MM in the state's time zone. */
  readonly time: string | null;
  /** Profile of whoever answers for it; null where nobody is known. */
  readonly owner: string | null;
  /** Code of the state whose rule it is; '' for a general one. */
  readonly state: string;
  readonly why: string;
  readonly source: RuleSource;
  /** Nothing is left to do; `on` which day, where that was entered. */
  readonly done: { readonly on: CalendarDate | null } | null;
  readonly override: DeadlineOverride | null;
  /** What was arranged breaks it: a cremation before the wait is over. */
  readonly broken: boolean;
}

/** Hours of states whose time zone is not known are counted on clocks that never change. */
const unknownZone = 'UTC';

/**
 * What of a completed case is still to be done where its deadlines were kept running: what the law or a claim asks of the home also after the burial, while the
 * certifier's part and the permit are met by filing, and waits are over. Of a cancelled case nothing is.
 */
const outlastsCase: readonly DeadlineKind[] = [
  'pending_cause',
  'filing',
  'amendment',
  'permit_return',
  'permit_expiry',
  'va_claim',
];

/** What is asked for where the remains are: the home's state says it of a death where no such rule is known. */
const whereRemainsAre: readonly DeadlineKind[] = ['permit', 'permit_return', 'cremation_wait', 'preservation'];

const ruleFor = (
  kind: DeadlineKind,
  { state: ofDeath, homeState }: DeadlineFacts,
): { rule: DeadlineRule; state: string } | undefined => {
  for (const state of [ofDeath, ...(whereRemainsAre.includes(kind) ? [homeState] : [])]) {
    const rule = stateRules[state]?.rules.find((one) => one.kind === kind);
    if (rule) return { rule, state };
  }
  const general = generalRules.find((rule) => rule.kind === kind);
  return general && { rule: general, state: '' };
};

const onDay = (day: CalendarDate | undefined): Moment | undefined => (day === undefined ? undefined : { day });

/** Where the clock of a rule starts in this case; undefined while that has not happened. */
const startOf = (rule: DeadlineRule, facts: DeadlineFacts): Moment | undefined =>
  ({
    death: facts.died,
    delivered: onDay(facts.delivered),
    delivered_to_county: onDay(facts.deliveredToCounty),
    disposition: facts.disposition,
    cremation: facts.cremation,
    amendment_asked: onDay(facts.amendmentAsked),
  })[rule.clock.from];

const concerns = (
  { kind, cremationOnly }: DeadlineRule,
  { isCremation, isVeteran, causeIsPending }: DeadlineFacts,
): boolean =>
  kind === 'cremation_wait' || cremationOnly
    ? isCremation
    : kind === 'pending_cause'
      ? causeIsPending
      : kind !== 'va_claim' || isVeteran;

type Done = Obligation['done'];
const done = (on: CalendarDate | '' | null | undefined): Done => ({ on: on || null });

/**
 * What the case itself says of whether a deadline is met by `due`. A day whose time is not known counts only where all of it
 * does: from its first minute for a wait, to its last for what must happen in time.
 */
const doneBy = (kind: DeadlineKind, facts: DeadlineFacts, due: Moment, approvalCounts: boolean): Done => {
  const { certified, filed, cremation, disposition } = facts;
  const permits = facts.permits.filter(({ permit_name }) => permitsDisposition(permit_name, approvalCounts));
  if (kind === 'certifier') return certified === undefined ? null : done(certified);
  if (kind === 'filing') return filed === undefined ? null : done(filed);
  if (kind === 'pending_cause') return null;
  if (kind === 'amendment') return facts.amended === undefined ? null : done(facts.amended);
  if (kind === 'first_notice') return filed === undefined ? null : done(null);
  if (kind === 'permit') return permits.length ? done(permits[0]?.issue_date) : null;
  const returned = facts.permits.find((permit) => permit.returned_date);
  if (kind === 'permit_return' || kind === 'permit_expiry') return returned ? done(returned.returned_date) : null;
  if (kind === 'va_claim') return facts.hasVaClaim ? done(null) : null;
  if (kind === 'cremation_wait')
    return cremation && sortable(cremation, '00:00') >= sortable(due, '00:00') ? done(null) : null;
  return disposition && sortable(disposition, '23:59') <= sortable(due, '23:59') ? done(null) : null;
};

/** Whether what is arranged breaks a wait at any time of its day. */
const isBroken = (kind: DeadlineKind, { cremation }: DeadlineFacts, due: Moment): boolean =>
  kind === 'cremation_wait' && cremation !== undefined && sortable(cremation, '23:59') < sortable(due, '00:00');

/** The first of the permits to expire that have not come back. */
const expiring = ({ permits }: DeadlineFacts): CalendarDate | undefined =>
  permits
    .filter(({ returned_date }) => !returned_date)
    .flatMap(({ expiry_date }) => expiry_date ?? [])
    .sort()[0];

const expiryRule = { text: 'The permit itself', reliability: 'primary', reviewed: '2026-11-23' } as const;

type Ruled = Pick<Obligation, 'kind' | 'state' | 'why' | 'source'> & { due: Moment; approvalCounts: boolean };

const ruledBy = (kind: DeadlineKind, facts: DeadlineFacts): Ruled | undefined => {
  if (kind === 'permit_expiry') {
    const day = expiring(facts);
    const why = 'A permit of the case expires, and has not come back.';
    return day ? { kind, due: { day }, state: '', why, source: expiryRule, approvalCounts: false } : undefined;
  }
  const found = ruleFor(kind, facts);
  const start = found && startOf(found.rule, facts);
  if (!found || !start || !concerns(found.rule, facts)) return undefined;
  const { rule, state } = found;
  const timeZone = (stateRules[facts.state] ?? stateRules[state])?.timeZone ?? unknownZone;
  // Offices are those of the authority whose rule it is: the VA is closed on federal holidays alone.
  const around = { state, timeZone, disposition: facts.disposition };
  const due = endOf(rule.clock, start, around, kind === 'cremation_wait' ? 'last' : 'first');
  return { kind, due, state, why: rule.why, source: rule.source, approvalCounts: rule.approvalCounts === true };
};

/** Whether a deadline is asked for in a case at all. */
const isAsked = (kind: DeadlineKind, { isRunning, status }: DeadlineFacts): boolean =>
  isRunning && (status !== 'completed' || outlastsCase.includes(kind));

/**
 * The dated obligations of a case, the nearest first, those that are done last. `owner` answers for those that nobody
 * else was given. It reads no clock: whether one is overdue depends on the day it is read.
 */
export function obligationsOf(
  facts: DeadlineFacts,
  { owner, overrides = [] }: { owner: string | null; overrides?: readonly DeadlineOverride[] },
): Obligation[] {
  const found = deadlineKinds.flatMap((kind): Obligation[] => {
    const ruled = isAsked(kind, facts) ? ruledBy(kind, facts) : undefined;
    if (!ruled) return [];
    const { approvalCounts, due: dueByRule, ...rest } = ruled;
    const override = overrides.find((one) => one.kind === kind) ?? null;
    const due = override?.due ? { day: override.due } : dueByRule;
    return [
      {
        ...rest,
        due: due.day,
        time: due.time ?? null,
        owner: override?.owner ?? owner,
        done: override?.settled ? done(null) : doneBy(kind, facts, due, approvalCounts),
        broken: isBroken(kind, facts, due),
        override,
      },
    ];
  });
  const place = ({ done: isDone, due, time }: Obligation): string => `${isDone ? 1 : 0} ${due} ${time ?? '24:00'}`;
  return found.sort((a, b) => (place(a) < place(b) ? -1 : 1));
}
