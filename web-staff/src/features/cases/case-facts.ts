import { caseConditions } from '#domain/cases/case-conditions.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { hasPacemakerStill } from '#domain/reference-data/pacemaker.ts';
import { serviceTitle } from '#domain/reference-data/service-types.ts';
import { ageInWords, formatDate, isCalendarDate } from '#domain/values/calendar-date.ts';
import { fullName } from '#domain/values/person-name.ts';
import { textOf } from '#domain/values/text-of.ts';
import type { Tone } from '../../ui/chip.tsx';
import { type KinEntry, kinIn, kinText, relationshipOf } from './kin/kin-entries.ts';

/** 'Karin Lindqvist': enough to call somebody. */
export const firstAndLast = (kin: KinEntry): string => fullName(kinText(kin, 'first_name'), kinText(kin, 'last_name'));

/** Whom to call about a case. */
export interface Contact {
  name: string;
  firstName: string;
  relationship: string;
  phone: string;
  email: string;
}

/** The primary next of kin, else the informant as the case names them. */
export const contactOf = (kase: Case): Contact | undefined => {
  const [kin] = kinIn(kase.next_of_kins);
  const name = kin ? firstAndLast(kin) : textOf(kase.informant_name);
  const fallback = {
    phone: textOf(kase.customer_phone) || textOf(kase.submitter_phone),
    email: textOf(kase.customer_email),
  };
  const phone = (kin && kinText(kin, 'phone')) || fallback.phone;
  const email = (kin && kinText(kin, 'email')) || fallback.email;
  if (!name && !phone && !email) return undefined;
  return {
    name: name || fullName(textOf(kase.customer_first_name), textOf(kase.customer_last_name)),
    firstName: (kin ? kinText(kin, 'first_name') : textOf(kase.informant_name).split(' ')[0]) || 'the family',
    relationship: relationshipOf(kin ?? { relationship: kase.informant_relationship }),
    phone,
    email,
  };
};

export interface Flag {
  text: string;
  tone: Tone;
}

/** Services with the body there, after which it is buried as a rule; what is not decided yet may become a cremation. */
const withBurial: readonly unknown[] = ['traditional', 'graveside', 'visitation', 'direct_burial'];
const isOpen = ({ status }: Case): boolean => status !== 'completed' && status !== 'cancelled';
/** Methods of disposition before which no pacemaker is taken out. */
const leaveImplants: readonly unknown[] = ['burial', 'entombment', 'donation', 'removal_from_state'];
const mayBeCremated = (kase: Case): boolean => {
  if (kase.stillborn === true) return false;
  const { disposition_method: method } = kase;
  if (caseConditions.dispositionIsOpen(kase) && method) return !leaveImplants.includes(method);
  return !withBurial.includes(kase.service_type);
};

/** What must not be overlooked about somebody. */
export const flagsOf = (kase: Case): Flag[] => {
  const flags: (Flag | false)[] = [
    hasPacemakerStill(kase) && { text: 'Pacemaker', tone: 'danger' },
    isOpen(kase) &&
      mayBeCremated(kase) &&
      (kase.has_pacemaker ?? null) === null && { text: 'Pacemaker not known', tone: 'warn' },
    kase.communicable_disease === 'yes' && { text: 'Communicable disease', tone: 'danger' },
    kase.ssn_to_follow === true && !kase.social_security_number && { text: 'SSN to follow', tone: 'warn' },
    kase.medical_examiner_case === true && kase.me_released !== true && { text: 'Medical examiner', tone: 'warn' },
    kase.is_veteran === true && {
      text: ['Veteran', branchText(textOf(kase.military_branch))].filter(Boolean).join(' · '),
      tone: 'info',
    },
  ];
  return flags.filter((flag) => flag !== false);
};

const branchText = (branch: string): string =>
  branch
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

/** 'Age 88', 'Age 3 days', 'Stillborn', or '' where a date is missing. */
export const ageOf = (kase: Case): string => {
  if (kase.stillborn === true) return 'Stillborn';
  const [born, died] = [textOf(kase.date_of_birth), textOf(kase.date_of_death)];
  if (!isCalendarDate(born) || !isCalendarDate(died) || died < born) return '';
  const [bornAt, diedAt] = [textOf(kase.time_of_birth), textOf(kase.time_of_death)];
  return `Age ${ageInWords({ born, died, bornAt, diedAt })}`;
};

/** 'Mon, Nov 23': the weekday is what a family asks for. */
export const dayText = (date: string): string => {
  if (!isCalendarDate(date)) return date;
  const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });
  return `${weekday.format(new Date(`${date}T00:00:00Z`))}, ${formatDate(date)}`;
};

/** Where the body is now; until that is recorded, where the death was. */
export const whereNow = (kase: Case): { label: string; place: string } => {
  const now = [textOf(kase.current_body_location), textOf(kase.current_body_city)].filter(Boolean).join(', ');
  if (now) return { label: 'Is at', place: now };
  const death = [textOf(kase.location_of_death), textOf(kase.city_of_death)].filter(Boolean).join(', ');
  return { label: 'Died at', place: death };
};

/** What the service is called and when it is. */
export const serviceOf = (kase: Case) => ({
  label: serviceTitle(textOf(kase.service_type)),
  date: textOf(kase.service_date),
  time: textOf(kase.service_time),
  place: textOf(kase.service_location),
});
