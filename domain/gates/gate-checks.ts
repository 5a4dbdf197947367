import { effectsHere, effectText } from '#domain/care/personal-effects.ts';
import type { CaseSectionId } from '#domain/cases/sections/case-sections.ts';
import { obligationsOf } from '#domain/deadlines/obligations.ts';
import { type DeadlineKind, type Moment, productSource, type RuleSource } from '#domain/deadlines/rule-builders.ts';
import { officialsPermit, permitsDisposition, validPermits } from '#domain/permits/permit-names.ts';
import { isBlank, isYes } from '#domain/shared/forms/field.ts';
import {
  dispositionMethods,
  isInCemetery,
  leavesAshes,
  proposedMethod,
} from '#domain/shared/reference-data/disposition-methods.ts';
import { hasPacemakerStill } from '#domain/shared/reference-data/pacemaker.ts';
import { serviceTypes } from '#domain/shared/reference-data/service-types.ts';
import { asString, stringAt } from '#domain/shared/values/as-string.ts';
import { formatDate, instantAt } from '#domain/shared/values/calendar-date.ts';
import { formatDateTime, formatTime } from '#domain/shared/values/date-time.ts';
import { isSameName } from '#domain/shared/values/same-name.ts';
import { timeZoneOfState } from '#domain/shared/values/us-state.ts';
import { authorizationOf, type Signer } from './authorization.ts';
import { entriesOf, identifications } from './gate-entries.ts';
import type { GateFacts } from './gate-facts.ts';
import type { Check, Gate, Receiver } from './gate-names.ts';

/** The place of a check's fix, or the record that proves it. */
interface PlaceOfCheck {
  readonly section?: CaseSectionId;
  readonly field?: string;
  readonly permit_id?: string;
  readonly envelope_id?: string;
  /** A call of its own. */
  readonly record?: 'identification' | 'objection' | 'authorization' | 'effects';
}

export interface Finding {
  readonly state: 'met' | 'missing' | 'not_needed';
  /** A sentence for staff: who and when, what is missing, or why it is not needed. */
  readonly text: string;
  readonly place: PlaceOfCheck;
  readonly source?: RuleSource | undefined;
}

interface Asked {
  readonly gate: Gate;
  /** On the clock of the home. */
  readonly at: Moment;
  /** The receiver of a release. */
  readonly receiver: Receiver;
}
type Checker = (facts: GateFacts, asked: Asked) => Finding;

const met = (text: string, place: PlaceOfCheck, source?: RuleSource): Finding => ({
  state: 'met',
  text,
  place,
  source,
});
const missing = (text: string, place: PlaceOfCheck, source?: RuleSource): Finding => ({
  state: 'missing',
  text,
  place,
  source,
});
const notNeeded = (text: string, place: PlaceOfCheck = {}, source?: RuleSource): Finding => ({
  state: 'not_needed',
  text,
  place,
  source,
});

const labelIn = (options: readonly { value: string; label: string }[], value: unknown): string =>
  options.find((option) => option.value === value)?.label ?? '';
const listed = (parts: readonly string[]): string => parts.filter(Boolean).join(', ');
const isStillborn = ({ deadlines }: GateFacts): boolean => deadlines.isStillborn;

/** Returns a duty or limit of the law for a step at this moment. */
const obligationAt = (kind: DeadlineKind, facts: GateFacts, { at }: Asked) => {
  const isCremation = leavesAshes(facts.method);
  const law = { ...facts.deadlines, status: 'active' as const, isRunning: true, isCremation };
  const moments = { disposition: at, cremation: isCremation ? at : undefined };
  return obligationsOf({ ...law, ...moments }, { owner: null, overrides: facts.decisions }).find(
    (obligation) => obligation.kind === kind,
  );
};

const method: Checker = ({ method: agreed, sections: { service }, entries }, { gate, receiver }) => {
  const place = { section: 'service', field: 'disposition_method' } as const;
  if (!agreed) return missing('No one has entered the method of disposition.', place);
  const label = labelIn(dispositionMethods, agreed);
  // A body is buried only by its own method; cremated remains may be buried after any.
  const isCremated = entriesOf(entries, 'step').some(({ step }) => step === 'cremated');
  const goesTo = gate === 'burial' ? 'cemetery' : gate === 'cremation' ? 'crematory' : receiver;
  const contradicts =
    (goesTo === 'cemetery' && !isInCemetery(agreed) && !isCremated) ||
    (goesTo === 'crematory' && !leavesAshes(agreed)) ||
    (goesTo === 'program' && agreed !== 'donation');
  if (contradicts) return missing(`The method is ${label.toLowerCase()}.`, place);
  const proposed = proposedMethod(service?.service_type);
  const type = labelIn(serviceTypes, service?.service_type);
  const isAsh = proposed === 'cremation' && leavesAshes(agreed);
  if (proposed && proposed !== agreed && !isAsh && !(proposed === 'burial' && agreed === 'entombment'))
    return missing(`The method is ${label.toLowerCase()}, but the service is “${type}”.`, place);
  return met(isBlank(service?.disposition_method) ? `${label}, by the service “${type}”` : label, place);
};

const identified: Checker = ({ entries, signatures }) => {
  const place = { record: 'identification' } as const;
  const entry = entriesOf(entries, 'identification').at(-1);
  if (entry) {
    const who = listed([entry.identified_by, entry.relationship]);
    return met(`${who}: ${labelIn(identifications, entry.how).toLowerCase()}, ${formatDateTime(entry.at)}`, place);
  }
  const paper = signatures.find(({ type, signed_at }) => type === 'identification' && signed_at);
  return paper
    ? met(`${listed([paper.name, paper.relationship])}, by a signed paper`, { envelope_id: paper.envelope_id })
    : missing('No one has identified the deceased.', place);
};

/** Whether the family approved embalming (16 CFR 453.5), with who said so and when. */
export function embalmingOf({ sections: { disclosuresAgreement: agreement } }: Pick<GateFacts, 'sections'>): {
  readonly answer: 'approved' | 'refused' | 'not_asked';
  readonly by: string;
  readonly on: string;
  readonly how: string;
} {
  const [how, by, on] = (['embalming_approval', 'embalming_approved_by', 'embalming_approved_on'] as const).map(
    (name) => stringAt(agreement, name),
  );
  const refusedOn = stringAt(agreement, 'embalming_refused_on');
  const isApproved = Boolean(how && on && (by || how === 'law'));
  const isRefused = !isBlank(agreement?.embalming_refused_by) && !(isApproved && (on ?? '') > refusedOn);
  if (isRefused) return { answer: 'refused', by: stringAt(agreement, 'embalming_refused_by'), on: refusedOn, how: '' };
  return { answer: isApproved ? 'approved' : 'not_asked', by: by ?? '', on: on ?? '', how: how ?? '' };
}

const embalmingLaw: RuleSource = { text: '16 CFR 453.5', reliability: 'secondary', reviewed: productSource.reviewed };

const embalming: Checker = (facts, { gate }) => {
  const { answer, by, on } = embalmingOf(facts);
  const place = { section: 'disclosuresAgreement', field: 'embalming_approved_by' } as const;
  const who = listed([by, on && formatDate(on)]);
  if (answer === 'approved') return met(who || 'Required by law', place, embalmingLaw);
  if (answer === 'not_asked') return missing('No one has asked the family.', place, embalmingLaw);
  return gate === 'viewing'
    ? notNeeded(`Refused by ${who}. Keep refrigerated until the viewing.`, place, embalmingLaw)
    : missing(`Do not embalm. Refused by ${who}.`, place, embalmingLaw);
};

const nameOfSigner = ({ name, note }: Signer): string => (note ? `${name} (${note})` : name);

const authorization: Checker = (facts) => {
  const { rule, who, agreement, signers, needed, signed, isComplete } = authorizationOf(facts);
  const place = { record: 'authorization' } as const;
  const people = (state: Signer['state']) => signers.filter((one) => one.state === state);
  if (signers.length === 0) return missing('No one on the case has the right to decide.', place, rule.source);
  const against = [...people('declined'), ...people('withdrawn')].map(nameOfSigner).join(', ');
  const reached = people('unreachable').map(nameOfSigner).join(', ');
  const text = [
    `${signed} of ${needed} signed: ${who.charAt(0).toLowerCase()}${who.slice(1)}${agreement === 'majority' ? ', by majority' : ''}.`,
    against && `Declined or withdrawn: ${against}.`,
    reached && `Cannot be reached: ${reached}.`,
  ];
  return (isComplete ? met : missing)(text.filter(Boolean).join(' '), place, rule.source);
};

const objection: Checker = ({ entries }) => {
  const place = { record: 'objection' } as const;
  const all = entriesOf(entries, 'objection');
  const unsettled = all.filter(({ settled }) => settled === null);
  if (unsettled.length > 0)
    return missing(unsettled.map(({ raised_by, text }) => `${raised_by}: ${text}`).join(' '), place);
  return met(all.length > 0 ? 'Every objection is settled.' : 'No objection is recorded.', place);
};

const permit: Checker = (facts, asked) => {
  const obligation = obligationAt('permit', facts, asked);
  const source = obligation?.source ?? productSource;
  const place = { section: 'compliance' } as const;
  const [first] = validPermits(facts.permits, asked.at.day);
  if (obligation ? obligation.done : first) {
    const settled = obligation?.override?.settled;
    if (settled) return notNeeded(obligation.override?.reason ?? '', place, source);
    const text = first ? `${first.permit_name} ${first.permit_number}` : 'On file';
    return met(
      listed([text, first?.issue_date ? formatDate(first.issue_date) : '']),
      first ? { permit_id: first.id } : place,
      source,
    );
  }
  return missing(
    facts.permits.length > 0
      ? 'No permit on the case allows the disposition on that day.'
      : 'There is no permit on the case.',
    place,
    source,
  );
};

const examiner: Checker = (facts, asked) => {
  const { medical } = facts.sections;
  const released = { section: 'medical', field: 'me_released' } as const;
  if (isYes(medical?.medical_examiner_case) && !isYes(medical?.me_released))
    return missing('It is a medical examiner’s case and has not been released.', released);
  const asksState = asked.gate === 'cremation' || (asked.gate === 'release' && asked.receiver !== 'firm');
  const obligation =
    asksState && leavesAshes(facts.method) ? obligationAt('cremation_permit', facts, asked) : undefined;
  if (!obligation)
    return isYes(medical?.medical_examiner_case)
      ? met('Released by the medical examiner', released)
      : notNeeded(
          'It is no medical examiner’s case, and no rule of the state asks for a clearance.',
          released,
          productSource,
        );
  const { source, why } = obligation;
  if (obligation.override?.settled) return notNeeded(obligation.override.reason, { section: 'compliance' }, source);
  const paper = facts.permits.find(({ permit_name }) => permitsDisposition(permit_name, officialsPermit));
  return obligation.done
    ? met(listed([paper?.permit_name ?? '', paper?.permit_number ?? '']), paper ? { permit_id: paper.id } : {}, source)
    : missing(why, { section: 'compliance' }, source);
};

/** Returns the time zone of the case's home. */
export const zoneOf = ({ deadlines: { homeTimeZone, homeState } }: GateFacts): string =>
  homeTimeZone ?? timeZoneOfState(homeState) ?? 'UTC';

/**
 * Returns the facts without identifications, signatures and settlements of objections from after a moment: what came
 * after a step did not permit it.
 */
export function knownAt(facts: GateFacts, { day, time = '23:59' }: Moment): GateFacts {
  // A moment is a whole minute: a signature within the minute of the question counts.
  const end = instantAt(day, time, zoneOf(facts), 'last').getTime() + 60_000;
  return {
    ...facts,
    entries: facts.entries
      .filter((entry) => entry.kind !== 'identification' || entry.at <= `${day}T${time}`)
      .map((entry) =>
        entry.kind === 'objection' && entry.settled && Date.parse(entry.settled.at) >= end
          ? { ...entry, settled: null }
          : entry,
      ),
    signatures: facts.signatures.filter(({ signed_at }) => !signed_at || Date.parse(signed_at) < end),
  };
}

/** The wait is over by the minute; of a time that comes twice the earlier counts for the step, the later for the wait. */
const wait: Checker = (facts, asked) => {
  const { died } = facts.deadlines;
  const place = { section: 'deceased', field: died?.time ? 'date_of_death' : 'time_of_death' } as const;
  if (!died) return missing('The date of death is not known.', { section: 'deceased', field: 'date_of_death' });
  const obligation = obligationAt('cremation_wait', facts, asked);
  if (!obligation) return notNeeded('No waiting period applies.', place, productSource);
  const { due, time, source, override } = obligation;
  if (override?.settled) return notNeeded(override.reason, place, source);
  const zone = zoneOf(facts);
  const over = instantAt(due, time ?? '00:00', zone, 'last');
  const until = listed([formatDate(due), time ? formatTime(time) : '']);
  const { day, time: minute = '00:00' } = asked.at;
  return instantAt(day, minute, zone, 'first') >= over
    ? met(`Over as of ${until}`, place, source)
    : missing(`Not over before ${until}.${died.time ? '' : ' The time of death is not known.'}`, place, source);
};

const pacemaker: Checker = (facts, { gate }) => {
  const { medical } = facts.sections;
  const place = { section: 'medical', field: 'has_pacemaker' } as const;
  if (isStillborn(facts)) return notNeeded('Stillborn', place, productSource);
  if (isBlank(medical?.has_pacemaker)) return missing('No one has answered whether there is a pacemaker.', place);
  if (!isYes(medical?.has_pacemaker)) return met('There is none', place);
  const removal = { section: 'medical', field: 'pacemaker_removed_by' } as const;
  if (hasPacemakerStill(medical ?? {}))
    return gate === 'preparation'
      ? met('There is a pacemaker', removal)
      : missing('There is a pacemaker, and no one has recorded its removal.', removal);
  const on = asString(medical?.pacemaker_removed_on);
  return met(`Removed by ${listed([asString(medical?.pacemaker_removed_by), formatDate(on)])}`, removal);
};

const precautions: Checker = ({ sections: { medical } }) => {
  const place = { section: 'medical', field: 'communicable_disease' } as const;
  const answer = asString(medical?.communicable_disease);
  if (!answer) return missing('No one has answered whether there is a communicable disease.', place);
  return met(
    answer === 'no'
      ? 'No known infection'
      : answer === 'yes'
        ? 'Communicable disease'
        : 'Unknown: take every precaution',
    place,
  );
};

const effects: Checker = ({ sections: { innerOffice, notes }, effects: entries }) => {
  const place = { section: 'innerOffice', field: 'personal_effects_decision' } as const;
  const items = effectsHere(entries);
  const open = items.filter(({ decision }) => decision === null);
  if (open.length > 0) return missing(`No one has decided: ${listed(open.map(effectText))}`, { record: 'effects' });
  if (entries.length > 0) return met(listed(items.map(effectText)) || 'None are here', { record: 'effects' });
  const decided = asString(innerOffice?.personal_effects_decision);
  const list = asString(innerOffice?.personal_effects_description) || asString(notes?.personal_effects_description);
  if (!decided) return missing(list ? `No one has decided: ${list}` : 'No one has decided.', place);
  const words = { none: 'There are none', return: 'They return to the family', stay: 'They stay with the deceased' };
  return met(words[decided as keyof typeof words] ?? 'Some stay, some return', place);
};

const names: Checker = (facts, asked) => {
  const { deceasedName: name } = facts;
  const place = { section: 'deceased', field: 'deceased_first_name' } as const;
  if (!name && isStillborn(facts)) return notNeeded('No name was given', place, productSource);
  if (!name) return missing('The case has no name.', place);
  const signer = authorizationOf(facts).signers.filter(({ state }) => state === 'signed');
  const permits = validPermits(facts.permits, asked.at.day);
  // An examiner's approval may name someone else, and permits no disposition.
  const approvals = validPermits(facts.permits, asked.at.day, officialsPermit).filter(
    (one) => one.name_on_permit !== '' && !permits.includes(one),
  );
  const papers = [
    ...(leavesAshes(facts.method) ? signer.map(({ name_on_paper }) => ['Authorization', name_on_paper]) : []),
    ...[...permits, ...approvals].map(({ name_on_permit }) => ['Permit', name_on_permit]),
  ] as const;
  const differs = papers.filter(([, other = '']) => other !== '' && !isSameName(other, name));
  if (differs.length > 0)
    return missing(`${differs.map(([paper, other]) => `${paper} says ${other}`).join('. ')}.`, place);
  if (papers.length === 0) return missing('There is no paper to compare the name with.', { section: 'compliance' });
  const [blank] = papers.find(([, other]) => other === '') ?? [];
  if (blank === 'Permit') return missing('Enter the name that is on the permit.', { section: 'compliance' });
  if (blank) return missing('Enter the name that is on the authorization.', { record: 'authorization' });
  return met(name, place);
};

/** The rule of each check, by its name. */
export const checkers: Readonly<Record<Check, Checker>> = {
  method,
  identified,
  embalming,
  authorization,
  objection,
  permit,
  examiner,
  wait,
  pacemaker,
  precautions,
  effects,
  names,
};
