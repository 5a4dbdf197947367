import type { CertificateFact } from '#domain/families/family-review.schema.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatTime } from '#domain/shared/values/date-time.ts';
import { locale, t } from './language.ts';

/** “Mar 4, 2026” and “4:35 AM” in the page's language; undefined for other values. */
const momentText = (kind: CertificateFact['kind'], value: string): string | undefined => {
  const isDay = kind === 'date' && /^\d{4}-\d\d-\d\d$/.test(value);
  if (!isDay && !(kind === 'time' && /^\d\d:\d\d$/.test(value))) return undefined;
  if (locale() === 'en-US') return isDay ? formatDate(value) : formatTime(value);
  const at = new Date(isDay ? `${value}T12:00Z` : `1970-01-01T${value}Z`);
  const style = isDay ? ({ dateStyle: 'long' } as const) : ({ timeStyle: 'short' } as const);
  return at.toLocaleString(locale(), { ...style, timeZone: 'UTC' });
};

/** Returns a value as text: choices in the page's language, the family's words as they are. */
export const shownFact = (fact: CertificateFact, value: string): string => {
  const chosen = fact.options.find((option) => option.value === value)?.label;
  const text = chosen ?? momentText(fact.kind, value);
  if (text !== undefined) return t(text);
  if (value !== fact.value) return value;
  // A list's answers are on one line.
  return fact.kind === 'words'
    ? fact.text
        .split(', ')
        .map((part) => t(part))
        .join(', ')
    : fact.text;
};
