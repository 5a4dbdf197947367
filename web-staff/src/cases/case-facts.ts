import { caseConditions } from '#domain/cases/case-conditions.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { balanceOf, balanceStatusLabels } from '#domain/payments/payment.rules.ts';
import { displayValue } from '#domain/shared/forms/display.ts';
import { dispositionMethods, methodOf } from '#domain/shared/reference-data/disposition-methods.ts';
import { hasPacemakerStill } from '#domain/shared/reference-data/pacemaker.ts';
import { serviceTitle } from '#domain/shared/reference-data/service-types.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { ageInWords, type CalendarDate, isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { formatMoney, parseMoney } from '#domain/shared/values/money.ts';
import type { Tone } from '../ui/chip.tsx';
import { branchText, dayText } from './parts/case-text.ts';

type Flag = { text: string; tone: Tone };

/** Services usually followed by burial; any other undecided case may become a cremation. */
const withBurial: readonly unknown[] = ['traditional', 'visitation'];
const isOpen = ({ status }: Case): boolean => status !== 'completed' && status !== 'cancelled';
/** Methods of disposition that leave a pacemaker in place. */
const leaveImplants: readonly unknown[] = ['burial', 'entombment', 'donation', 'removal_from_state'];
const mayBeCremated = (caseRecord: Case): boolean => {
  if (caseRecord.stillborn === true) return false;
  const method = methodOf(caseRecord);
  return method ? !leaveImplants.includes(method) : !withBurial.includes(caseRecord.service_type);
};

export const flagsOf = (caseRecord: Case): Flag[] => {
  const flags: (Flag | false)[] = [
    hasPacemakerStill(caseRecord) && { text: 'Pacemaker', tone: 'danger' },
    isOpen(caseRecord) &&
      mayBeCremated(caseRecord) &&
      (caseRecord.has_pacemaker ?? null) === null && { text: 'Pacemaker unknown', tone: 'warn' },
    caseRecord.communicable_disease === 'yes' && { text: 'Communicable disease', tone: 'danger' },
    caseRecord.ssn_to_follow === true && !caseRecord.social_security_number && { text: 'SSN to follow', tone: 'warn' },
    caseRecord.medical_examiner_case === true &&
      caseRecord.me_released !== true && { text: 'Medical examiner', tone: 'warn' },
    caseRecord.is_veteran === true && {
      text: ['Veteran', branchText(asString(caseRecord.military_branch))].filter(Boolean).join(' · '),
      tone: 'info',
    },
  ];
  return flags.filter((flag) => flag !== false);
};

/** 'Age 88', 'Age 3 days', 'Stillborn', or '' if a date is missing. */
export const ageOf = (caseRecord: Case): string => {
  if (caseRecord.stillborn === true) return 'Stillborn';
  const [born, died] = [asString(caseRecord.date_of_birth), asString(caseRecord.date_of_death)];
  if (!isCalendarDate(born) || !isCalendarDate(died) || died < born) return '';
  const [bornAt, diedAt] = [asString(caseRecord.time_of_birth), asString(caseRecord.time_of_death)];
  return `Age ${ageInWords({ born, died, bornAt, diedAt })}`;
};

interface Place {
  readonly label: string;
  readonly place: string;
}

/** Returns the disposition once its day is past, which the last recorded place of the body does not know. */
const dispositionBefore = (caseRecord: Case, today: CalendarDate): Place | undefined => {
  const isPast = (day: unknown): boolean => asString(day) !== '' && asString(day) < today;
  if (caseConditions.isCremation(caseRecord))
    return isPast(caseRecord.cremation_date)
      ? {
          label: `Cremation ${dayText(asString(caseRecord.cremation_date))}`,
          place: asString(caseRecord.crematory_name),
        }
      : undefined;
  if (caseConditions.dispositionHasDay(caseRecord))
    return isPast(caseRecord.disposition_date)
      ? {
          label: displayValue({ kind: 'select', options: dispositionMethods }, caseRecord.disposition_method),
          place: [asString(caseRecord.disposition_place), dayText(asString(caseRecord.disposition_date))]
            .filter(Boolean)
            .join(', '),
        }
      : undefined;
  return caseConditions.isBurial(caseRecord) && isPast(caseRecord.service_date)
    ? { label: `Burial ${dayText(asString(caseRecord.service_date))}`, place: asString(caseRecord.cemetery_name) }
    : undefined;
};

/**
 * Returns where the body is: its place in care, which every move records; else its place of disposition once that is
 * past, where the case says it is now, or the place of death.
 */
export const whereNow = (caseRecord: Case, today: CalendarDate, inCare?: string): Place => {
  if (inCare) return { label: 'Now at', place: inCare };
  const after = dispositionBefore(caseRecord, today);
  if (after?.place) return after;
  const now = [asString(caseRecord.current_body_location), asString(caseRecord.current_body_city)]
    .filter(Boolean)
    .join(', ');
  if (now && !after) return { label: 'Now at', place: now };
  const death = [asString(caseRecord.location_of_death), asString(caseRecord.city_of_death)].filter(Boolean).join(', ');
  return { label: 'Place of death', place: death };
};

interface Money {
  readonly label: string;
  readonly text: string;
  readonly of: string;
}

/** Returns the balance, or what was received before a contract total is agreed; undefined without both. */
export const moneyOf = (caseRecord: Case): Money | undefined => {
  const [contract = 0, paid = 0] = [caseRecord.contract_total, caseRecord.total_paid].map(
    (amount) => parseMoney(asString(amount)) ?? 0,
  );
  if (contract === 0 && paid === 0) return undefined;
  const { balance, status } = balanceOf(contract, paid);
  return {
    label: balance < 0 ? balanceStatusLabels[status] : 'Balance',
    text: formatMoney(Math.abs(balance)),
    of: status === 'deposit' ? '· no contract total yet' : `of ${formatMoney(contract)}`,
  };
};

export const serviceOf = (caseRecord: Case) => ({
  label: serviceTitle(asString(caseRecord.service_type)),
  date: asString(caseRecord.service_date),
  time: asString(caseRecord.service_time),
  place: asString(caseRecord.service_location),
});
