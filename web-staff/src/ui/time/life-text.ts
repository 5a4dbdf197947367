import { ageOn, formatDate, isCalendarDate } from '#domain/values/calendar-date.ts';

/** 'Mar 4, 1938 – Nov 18, 2026', or the one date that is known. */
export const lifeDates = (birth: string, death: string): string => {
  if (birth && death) return `${formatDate(birth)} – ${formatDate(death)}`;
  if (death) return `Died ${formatDate(death)}`;
  return birth ? `Born ${formatDate(birth)}` : '';
};

/** 'aged 88', or '' when a date is missing. */
export const ageText = (birth: string, death: string): string => {
  if (!isCalendarDate(birth) || !isCalendarDate(death) || death < birth) return '';
  const age = ageOn(birth, death);
  return age > 0 ? `aged ${age}` : '';
};
