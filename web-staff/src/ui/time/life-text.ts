import { ageInWords, formatDate, isCalendarDate } from '#domain/shared/values/calendar-date.ts';

/** 'Mar 4, 1938 – Nov 18, 2026', or the one date that is known. */
export const lifeDates = (birth: string, death: string): string => {
  if (birth && death) return `${formatDate(birth)} – ${formatDate(death)}`;
  if (death) return `Died ${formatDate(death)}`;
  return birth ? `Born ${formatDate(birth)}` : '';
};

/** 'aged 88' or 'aged 3 days'; '' when a date is missing, and on the day of birth, which may be a stillbirth. */
export const ageText = (birth: string, death: string): string => {
  if (!isCalendarDate(birth) || !isCalendarDate(death) || death <= birth) return '';
  return `aged ${ageInWords({ born: birth, died: death })}`;
};
