import { type CalendarDate, isCalendarDate, withCentury } from './calendar-date.ts';
import type { Language } from './language.ts';

/** In English and Spanish, long and short. */
const monthNames = [
  'jan(?:uary)?|ene(?:ro)?',
  'feb(?:ruary|rero)?',
  'mar(?:ch|zo)?',
  'apr(?:il)?|abr(?:il)?',
  'mayo?',
  'june?|junio?',
  'july?|julio?',
  'aug(?:ust)?|ago(?:sto)?',
  'sept?(?:ember|iembre)?|set(?:iembre)?',
  'oct(?:ober|ubre)?',
  'nov(?:ember|iembre)?',
  'dec(?:ember)?|dic(?:iembre)?',
].map((names) => new RegExp(`\\b(?:${names})\\b`, 'i'));

/** The number of the month that one word names, '' for none. */
export const monthInWord = (word: string): string => {
  const at = monthNames.findIndex((month) => month.test(word));
  return at === -1 ? '' : String(at + 1);
};

/**
 * Returns the date in a text such as 5/14/1937, 14/5/37, May 14, 1937 or 14 de mayo de 1937; undefined if incomplete
 * or ambiguous. In Spanish 5/6/1938 is ambiguous. A two-digit year is the latest one up to `latest`.
 */
export const parsePastedDate = (
  text: string,
  latest: CalendarDate,
  language: Language = 'en',
): CalendarDate | undefined => {
  const months = monthNames.flatMap((month, at) => (month.test(text) ? [String(at + 1)] : []));
  // Two months are ambiguous.
  if (months.length > 1) return undefined;
  const [a = '', b = '', c = ''] = text.match(/\d+/g) ?? [];
  const isYearFirst = a.length === 4;
  const [month = a, day = b, year = c] = months[0]
    ? [months[0], ...(isYearFirst ? [b, a] : [a, b])]
    : isYearFirst
      ? [b, c, a]
      : [a, b, c];
  if (!months[0] && !isYearFirst) {
    // No month has a number above 12.
    if (b && Number(a) > 12 && Number(b) <= 12) return parsePastedDate(`${b}/${a}/${c}`, latest);
    if (language === 'es' && Number(b) <= 12 && Number(a) !== Number(b)) return undefined;
  }
  const date = withCentury(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, latest);
  return isCalendarDate(date) ? date : undefined;
};
