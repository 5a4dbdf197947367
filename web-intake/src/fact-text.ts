import type { CertificateFact } from '#domain/families/family-review.schema.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatTime } from '#domain/shared/values/date-time.ts';
import { locale, t } from './language.ts';

/** “Mar 4, 2026” and “4:35 AM”, as the page's language writes them; undefined for what is neither. */
const momentText = (kind: CertificateFact['kind'], value: string): string | undefined => {
  const isDay = kind === 'date' && /^\d{4}-\d\d-\d\d$/.test(value);
  if (!isDay && !(kind === 'time' && /^\d\d:\d\d$/.test(value))) return undefined;
  if (locale() === 'en-US') return isDay ? formatDate(value) : formatTime(value);
  const at = new Date(isDay ? `${value}T12:00Z` : `1970-01-01T${value}Z`);
  const style = isDay ? ({ dateStyle: 'long' } as const) : ({ timeStyle: 'short' } as const);
  return at.toLocaleString(locale(), { ...style, timeZone: 'UTC' });
};

/** A value of a line as it is read; the words of choices in the page's language, what somebody wrote as it stands. */
export const shownFact = (fact: CertificateFact, value: string): string => {
  const chosen = fact.options.find((option) => option.value === value)?.label;
  const text = chosen ?? momentText(fact.kind, value);
  if (text !== undefined) return t(text);
  if (value !== fact.value) return value;
  // Several answers of a list stand in one line.
  return fact.kind === 'words'
    ? fact.text
        .split(', ')
        .map((part) => t(part))
        .join(', ')
    : fact.text;
};
