import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import { localTimeText, longDate, relationshipOf, spokenTime } from './first-call-text.ts';
import type { FirstCallDraft } from './parts/kept-calls.ts';
import { type Answers, nameOf, questions } from './take-call-call.ts';

/** A piece of what is read aloud: words, or an answer that leads back to its question. */
export type Piece = string | { answer: string; question: string };

interface Now {
  /** Today and the time of day where the home is. */
  today: string;
  time: string;
  yesterday: string;
}

const answered = (question: string, answer: string): Piece => ({ question, answer });

/** 'tonight at 2:50 AM', 'last night at …', 'today at …', 'on Oct 28, 2025'. */
export const spokenDeath = ({ date_of_death: day = '', time_of_death: time = '' }: Answers, now: Now): string => {
  const isNight = now.time < '08:00';
  const when =
    day === now.today
      ? isNight && time < '06:00'
        ? 'tonight'
        : 'today'
      : day === now.yesterday
        ? isNight && time >= '18:00'
          ? 'last night'
          : 'yesterday'
        : `on ${formatDate(day)}`;
  return time ? `${when} at ${spokenTime(time)}` : when;
};

/** A number as it is said: '904 · 555 · 01 · 71', and one abroad with its country's code: '+52 · 55 · 1234 · 5678'. */
export const spokenNumber = (phone: string): string => {
  const written = formatPhone(phone);
  if (/^\+(?!1\b)/.test(written)) return written.split(' ').join(' · ');
  const digits = phone.replace(/\D/g, '').slice(-10);
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6, 8), digits.slice(8)].filter(Boolean).join(' · ');
};

const minutesBetween = (from: string, to: string): number => (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 60_000;

const spokenArrival = (at: string, { today, time }: Now): Piece[] => {
  const minutes = minutesBetween(`${today}T${time}`, at);
  if (minutes <= 5) return ['We are ', answered('arrival', 'on our way'), ' to you now.'];
  const about = minutes >= 50 && minutes <= 70 ? 'in about one hour, ' : '';
  return [`We will be there `, answered('arrival', `${about}near ${localTimeText(at, today)}`), '.'];
};

/**
 * What is read aloud to whoever called, before anything is saved: three sentences of the answers, the number in pairs.
 * What nobody knows is not spoken of.
 */
export const readBack = ({ answers }: FirstCallDraft, now: Now): Piece[][] => {
  const name = nameOf({ answers });
  const { date_of_birth: born, date_of_death: died, kin_phone: phone, removal_expected_at: arrival } = answers;
  const place = questions.find(({ id }) => id === 'place')?.answer(answers, now.today) ?? '';
  const nextOfKin = [answers.kin_first_name, answers.kin_last_name].filter(Boolean).join(' ');
  const relationship = relationshipOf(answers.kin_relationship).toLowerCase();
  // Nobody is called "brother or sister" to their face, nor "other".
  const relation = /\bor\b|^other\b/.test(relationship) ? '' : relationship;
  const death: Piece[] = [
    ...(name ? [answered('name', name)] : ['Somebody']),
    ...(born ? [', born ', answered('born', longDate(born)), ','] : []),
    ...(died ? [' died ', answered('died', spokenDeath(answers, now))] : [' has died']),
    ...(place ? [died ? ' at ' : '. We come to ', answered('place', place)] : []),
    '.',
  ];
  const caller: Piece[] = [
    ...(nextOfKin ? ['You are ', answered('kin', relation ? `${nextOfKin}, ${relation}` : nextOfKin)] : []),
    ...(nextOfKin && phone ? [', and we reach you at '] : phone ? ['We reach you at '] : []),
    ...(phone ? [answered('phone', spokenNumber(phone))] : []),
    ...(nextOfKin || phone ? ['.'] : []),
  ];
  return [death, caller, [...(arrival ? spokenArrival(arrival, now) : []), ' Is all of that right?']].filter(
    (pieces) => pieces.length > 0,
  );
};

/** The questions that are still open, or to which nobody knew the answer, for a reminder under the sentences. */
export const notKnown = (call: FirstCallDraft): string[] =>
  questions.filter(({ fields }) => !fields.some((name) => call.answers[name])).map(({ label }) => label.toLowerCase());
