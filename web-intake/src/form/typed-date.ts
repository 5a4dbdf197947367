import { isCalendarDate } from '#domain/values/calendar-date.ts';

/** A day as it is typed: digits alone, any of the three still empty. */
export interface TypedDate {
  month: string;
  day: string;
  year: string;
}

/** What is kept for a typed day: '' for nothing, YYYY-MM-DD when it is whole, else its parts as far as they are. */
export const keptDate = ({ month, day, year }: TypedDate): string => {
  if (!month && !day && !year) return '';
  const whole = month && day && year.length === 4;
  return whole ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : `${year}-${month}-${day}`;
};

/** The typed day of a kept value. */
export const typedOf = (value: string): TypedDate => {
  const [year = '', month = '', day = ''] = value.split('-');
  return { month, day, year };
};

/** As English and Spanish write them, whole or short. */
const monthNames = [
  ...['jan(?:uary)?|ene(?:ro)?', 'feb(?:ruary|rero)?', 'mar(?:ch|zo)?', 'apr(?:il)?|abr(?:il)?', 'mayo?'],
  ...['june?|junio?', 'july?|julio?', 'aug(?:ust)?|ago(?:sto)?', 'sept?(?:ember|iembre)?', 'oct(?:ober|ubre)?'],
  ...['nov(?:ember|iembre)?', 'dec(?:ember)?|dic(?:iembre)?'],
];

/** A whole day out of pasted text: 5/14/1937, 05-14-1937, 1937-05-14, May 14, 1937, 14 May 1937 or 14 de mayo de 1937. */
export const pastedDate = (text: string): TypedDate | undefined => {
  const months = monthNames.flatMap((month, at) => (new RegExp(`\\b(?:${month})\\b`, 'i').test(text) ? [at + 1] : []));
  // Of two months neither can be told to be the one.
  if (months.length > 1) return undefined;
  const [named = 0] = months;
  const [a = '', b = '', c = ''] = text.match(/\d+/g) ?? [];
  const found =
    named > 0
      ? { month: String(named), day: a, year: b }
      : a.length === 4
        ? { month: b, day: c, year: a }
        : { month: a, day: b, year: c };
  return isCalendarDate(keptDate(found)) ? found : undefined;
};
