import { displayValue } from '#domain/shared/forms/display.ts';
import { knownRelationships } from '#domain/shared/reference-data/relationships.ts';
import { formatDate, isCalendarDate } from '#domain/shared/values/calendar-date.ts';

/** 'Brother or sister' for 'sibling'. */
export const relationshipOf = (value: unknown): string =>
  displayValue({ kind: 'select', options: knownRelationships }, value);

/** A name to call the sheet by, also while nobody knows one. */
export const deceasedName = (name: string): string => name.trim() || 'Name not known yet';

/** '2:50 AM' for '02:50'; '' for nothing. */
export const spokenTime = (time: string): string => {
  const [hours = Number.NaN, minutes = ''] = [Number(time.slice(0, 2)), time.slice(3, 5)];
  if (!/^\d\d:\d\d/.test(time)) return '';
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`;
};

const months = 'January February March April May June July August September October November December'.split(' ');

/** 'March 9, 1941'. */
export const longDate = (date: string): string =>
  isCalendarDate(date) ? `${months[Number(date.slice(5, 7)) - 1]} ${Number(date.slice(8))}, ${date.slice(0, 4)}` : date;

/** 'Died Oct 28, 2025, 2:50 AM', as far as it is known. */
export const diedText = ({ date_of_death: day = '', time_of_death: time = '' }): string =>
  day ? `Died ${[formatDate(day), spokenTime(time)].filter(Boolean).join(', ')}` : 'Date of death not known yet';

/** '4:15 AM' of 'YYYY-MM-DDTHH:MM' on `today`, with the day in front on another one. */
export const localTimeText = (at: string, today: string): string => {
  const [day = '', time = ''] = [at.slice(0, 10), spokenTime(at.slice(11, 16))];
  return day === today || !isCalendarDate(day) ? time : `${formatDate(day)}, ${time}`;
};
