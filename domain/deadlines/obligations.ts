import { permitsDisposition, validPermits } from '#domain/permits/permit-names.ts';
import { type CalendarDate, instantAt, momentIn } from '#domain/shared/values/calendar-date.ts';
import { hasTwoZones, timeZoneOfState } from '#domain/shared/values/us-state.ts';
import type { DeadlineFacts } from './deadline-facts.ts';
import {
  type DeadlineKind,
  type DeadlineRule,
  days,
  deadlineAt,
  deadlineKinds,
  hours,
  isDuty,
  type Moment,
  productSource,
  type RuleSource,
  rule,
  secondarySource,
  sortable,
} from './rule-builders.ts';
import { stateRules } from './state-rules.ts';

/** Rules for states without their own: the documented clocks (D2 §5, D3 §4) and federal law. */
export const generalRules: readonly DeadlineRule[] = [
  rule('certifier', days('delivered', 5), { why: '5 days after delivery to the doctor.', source: productSource }),
  rule('filing', days('delivered_to_county', 5), {
    why: '5 days after delivery to the county.',
    source: productSource,
  }),
  rule('fetal_death_report', days('death', 5), {
    why: 'A stillbirth is reported as a fetal death. The 5 days are the product’s own rule. States differ: ask the registrar.',
    source: productSource,
  }),
  rule('pending_cause', days('death', 30), {
    why: 'The cause of death is pending. Ask the certifier for it within 30 days of death.',
    source: productSource,
  }),
  rule('amendment', days('amendment_asked', 10), {
    why: 'An amendment is needed. Send it to the registrar within 10 days.',
    source: productSource,
  }),
  rule('cremation_wait', hours('death', 24), {
    why: 'Cremation must be at least 24 hours after death.',
    source: productSource,
  }),
  rule(
    'va_claim',
    { from: 'disposition', amount: 24, unit: 'months', rolls: true },
    {
      why: 'File a non-service-connected burial allowance claim within 2 years of burial or cremation. There is no time limit if the death was service-connected.',
      source: secondarySource('VA Form 21P-530EZ; 38 CFR 3.1703, and 3.110 if the last day is not a business day'),
    },
  ),
];

export interface DeadlineOverride {
  readonly kind: DeadlineKind;
  /** Another day than the rule's; null if unchanged. */
  readonly due: CalendarDate | null;
  /** Profile id of another owner; null if unchanged. */
  readonly owner: string | null;
  readonly settled: 'done' | 'not_needed' | null;
  readonly reason: string;
}

interface Obligation {
  readonly kind: DeadlineKind;
  /** The last day; for a wait the first day after it. */
  readonly due: CalendarDate;
  /** HH:MM by the clock of the case's home, when it ends at a time of that day. */
  readonly time: string | null;
  readonly owner: string | null;
  /** The state of the rule; '' for a general one. */
  readonly state: string;
  readonly why: string;
  readonly source: RuleSource;
  /** `on`: the day, if it was entered. */
  readonly done: { readonly on: CalendarDate | null } | null;
  readonly override: DeadlineOverride | null;
  /** The arrangements violate it: a cremation before the wait is over. */
  readonly broken: boolean;
}

const homeZone = ({ homeTimeZone, homeState }: DeadlineFacts): string | undefined =>
  homeTimeZone ?? timeZoneOfState(homeState);

/** The zone of the death's state; in the home's state, which may have two zones, the home's. */
const deathZone = (facts: DeadlineFacts): string =>
  (facts.state === facts.homeState ? undefined : timeZoneOfState(facts.state)) ?? homeZone(facts) ?? 'UTC';

/** Explains whose clock a time uses when the death's and the home's may differ. */
const clockNote = ({ clock }: DeadlineRule, facts: DeadlineFacts, { day, time }: Moment): string => {
  if (clock.unit !== 'hours') return '';
  const { state, homeState } = facts;
  const [there, here] = [deathZone(facts), homeZone(facts)];
  const read = !hasTwoZones(state)
    ? ''
    : state === homeState
      ? ' The state has two time zones: hours are counted on the home’s clock.'
      : ' The state has two time zones: hours are counted on the clock of most of the state.';
  const differ = here && time && momentIn(there, instantAt(day, time, here)).time !== time;
  return differ ? `${read} The time is shown on the funeral home’s clock.` : read;
};

/** Duties at the place of the remains: the home's rule applies when the state of death has none. */
const whereRemainsAre: readonly DeadlineKind[] = [
  'permit',
  'cremation_permit',
  'permit_return',
  'cremation_wait',
  'preservation',
];

const onDay = (day: CalendarDate | undefined): Moment | undefined => (day === undefined ? undefined : { day });

const startOf = (rule: DeadlineRule, facts: DeadlineFacts): Moment | undefined =>
  ({
    death: facts.died,
    delivered: onDay(facts.delivered),
    delivered_to_county: onDay(facts.deliveredToCounty),
    disposition: facts.disposition,
    cremation: facts.cremation,
    amendment_asked: onDay(facts.amendmentAsked),
  })[rule.clock.from];

/** Duties of a certificate: a stillbirth has none, and received remains leave them to the sender. */
const ofCertificates: readonly DeadlineKind[] = ['first_notice', 'certifier', 'pending_cause', 'filing'];

const concerns = (
  { kind, cremationOnly, clock }: DeadlineRule,
  { isCremation, isStillborn, isVeteran, causeIsPending, receivedFrom }: DeadlineFacts,
): boolean => {
  if (kind === 'fetal_death_report') return isStillborn;
  if ((isStillborn || receivedFrom) && ofCertificates.includes(kind)) return false;
  if (kind === 'cremation_wait' || cremationOnly || clock.from === 'cremation') return isCremation;
  if (kind === 'pending_cause') return causeIsPending;
  return kind !== 'va_claim' || isVeteran;
};

/** Of two states with a wait before cremation, of death and of the crematory, the longer wait applies. */
const ruleFor = (kind: DeadlineKind, facts: DeadlineFacts): { rule: DeadlineRule; state: string } | undefined => {
  const states = [facts.state, ...(whereRemainsAre.includes(kind) ? [facts.crematoryState || facts.homeState] : [])];
  const found = states.flatMap((state) =>
    (stateRules[state] ?? []).filter((rule) => rule.kind === kind).map((rule) => ({ rule, state })),
  );
  const general = generalRules.filter((rule) => rule.kind === kind).map((rule) => ({ rule, state: '' }));
  const concerned = (found.length ? found : general).filter(({ rule }) => concerns(rule, facts));
  return kind === 'cremation_wait'
    ? concerned.toSorted((a, b) => b.rule.clock.amount - a.rule.clock.amount)[0]
    : concerned[0];
};

type Done = Obligation['done'];
const done = (on: CalendarDate | '' | null | undefined): Done => ({ on: on || null });
const doneOnce = (on: CalendarDate | '' | undefined): Done => (on === undefined ? null : done(on));

const cremationAt = ({ cremation }: DeadlineFacts, unknown: '00:00' | '23:59'): string | undefined =>
  cremation && sortable(cremation, unknown);

/** Returns whether the case shows a deadline as met. Without a time the whole day must comply. */
const doneBy = (kind: DeadlineKind, facts: DeadlineFacts, due: Moment, metBy: RegExp | undefined): Done => {
  const { certified, filed, disposition } = facts;
  const permits = validPermits(facts.permits, disposition?.day, metBy);
  // A county files only certified certificates.
  if (kind === 'certifier') return doneOnce(certified ?? filed);
  if (kind === 'filing' || kind === 'fetal_death_report') return doneOnce(filed);
  if (kind === 'pending_cause') return null;
  if (kind === 'amendment') return doneOnce(facts.amended);
  if (kind === 'first_notice') return filed === undefined ? null : done(null);
  if (kind === 'permit' || kind === 'cremation_permit') return permits.length ? done(permits[0]?.issue_date) : null;
  // The clock starts with a permit that has not come back, so it is open.
  if (kind === 'permit_expiry') return null;
  const returned = facts.permits.find(
    ({ permit_name: name, returned_date }) => returned_date && (metBy?.test(name) ?? permitsDisposition(name)),
  );
  if (kind === 'permit_return') return returned ? done(returned.returned_date) : null;
  if (kind === 'va_claim') return facts.hasVaClaim ? done(null) : null;
  if (kind === 'cremation_wait')
    return (cremationAt(facts, '00:00') ?? '') >= sortable(due, '00:00') ? done(null) : null;
  return disposition && sortable(disposition, '23:59') <= sortable(due, '23:59') ? done(null) : null;
};

const isBroken = (kind: DeadlineKind, facts: DeadlineFacts, due: Moment): boolean =>
  kind === 'cremation_wait' && (cremationAt(facts, '23:59') ?? '~') < sortable(due, '00:00');

const expiring = ({ permits }: DeadlineFacts): CalendarDate | undefined =>
  permits
    .filter(({ returned_date }) => !returned_date)
    .flatMap(({ expiry_date }) => expiry_date ?? [])
    .sort()[0];

const expiryRule = { text: 'Date on the permit', reliability: 'primary', reviewed: '2026-11-23' } as const;

type Ruled = Pick<Obligation, 'kind' | 'state' | 'why' | 'source'> & { due: Moment; metBy?: RegExp | undefined };

const ruledBy = (kind: DeadlineKind, facts: DeadlineFacts): Ruled | undefined => {
  if (kind === 'permit_expiry') {
    const day = expiring(facts);
    const why = 'A permit on this case expires and has not been returned.';
    return day ? { kind, due: { day }, state: '', why, source: expiryRule } : undefined;
  }
  const found = ruleFor(kind, facts);
  const start = found && startOf(found.rule, facts);
  if (!found || !start) return undefined;
  const { rule, state } = found;
  // Offices of the rule's authority: the VA closes only on federal holidays.
  const there = deathZone(facts);
  const around = { state, deathZone: there, homeZone: homeZone(facts) ?? there, disposition: facts.disposition };
  const due = deadlineAt(rule.clock, start, around, kind === 'cremation_wait' ? 'last' : 'first');
  return { kind, due, state, why: `${rule.why}${clockNote(rule, facts, due)}`, source: rule.source, metBy: rule.metBy };
};

/** Limits until the disposition end with the case, unless one was violated. */
const staysIn = ({ status }: DeadlineFacts, { kind, broken }: Pick<Obligation, 'kind' | 'broken'>): boolean =>
  status !== 'completed' || isDuty(kind) || broken;

/** Returns the obligations of a case, soonest first, done ones last. Reads no clock. */
export function obligationsOf(
  facts: DeadlineFacts,
  { owner, overrides = [] }: { owner: string | null; overrides?: readonly DeadlineOverride[] },
): Obligation[] {
  const found = deadlineKinds.flatMap((kind): Obligation[] => {
    const ruled = facts.isRunning ? ruledBy(kind, facts) : undefined;
    if (!ruled) return [];
    const { metBy, due: dueByRule, ...rest } = ruled;
    const override = overrides.find((override) => override.kind === kind) ?? null;
    const due = override?.due ? { day: override.due } : dueByRule;
    return [
      {
        ...rest,
        due: due.day,
        time: due.time ?? null,
        owner: override?.owner ?? owner,
        done: override?.settled ? done(null) : doneBy(kind, facts, due, metBy),
        broken: isBroken(kind, facts, due),
        override,
      },
    ];
  });
  const asked = found.filter((obligation) => staysIn(facts, obligation));
  const place = ({ done: isDone, due, time }: Obligation): string => `${isDone ? 1 : 0} ${due} ${time ?? '24:00'}`;
  return asked.sort((a, b) => (place(a) < place(b) ? -1 : 1));
}
