import type { CaseStatus } from '#domain/cases/case.schema.ts';
import type { RuleSource } from '#domain/deadlines/rule-builders.ts';
import { displayValue } from '#domain/shared/forms/display.ts';
import { serviceTypes } from '#domain/shared/reference-data/service-types.ts';
import { formatDate, isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { formatTime } from '#domain/shared/values/date-time.ts';

export const serviceTypeOf = (value: string): string => displayValue({ kind: 'select', options: serviceTypes }, value);

export const statusText = (status: CaseStatus): string => status.charAt(0).toUpperCase() + status.slice(1);

/** 'Mar 14, 2026, 10:30 AM'; either part may be missing. */
export const dayAndTime = (day: string, time: string | null | undefined): string =>
  [day && formatDate(day), time && formatTime(time)].filter(Boolean).join(', ');

/** 'Mon, Nov 23': families ask for the weekday. */
export const dayText = (date: string): string => {
  if (!isCalendarDate(date)) return date;
  const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });
  return `${weekday.format(new Date(`${date}T00:00:00Z`))}, ${formatDate(date)}`;
};

const reliabilities: Readonly<Record<RuleSource['reliability'], string>> = {
  primary: 'confirmed in the statute',
  secondary: 'from a secondary source',
  own: 'not yet confirmed; verify before relying on it',
  house: 'no law asks for it',
};

/** 'Florida Statutes 497.607; confirmed in the statute; reviewed Nov 28, 2026.' */
export const sourceText = ({ text, reliability, reviewed }: RuleSource): string =>
  `${text.replace(/\.$/, '')}; ${reliabilities[reliability]}; reviewed ${formatDate(reviewed)}.`;
