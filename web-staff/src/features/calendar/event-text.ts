import { type CalendarEvent, eventKindLabels } from '#domain/calendar/calendar.schema.ts';
import { displayValue } from '#domain/forms/display.ts';
import { serviceTypes } from '#domain/reference-data/service-types.ts';
import { formatTime } from '#domain/values/clock-time.ts';

/** Who an event is about. */
export const nameOf = ({ deceased_full_name }: Pick<CalendarEvent, 'deceased_full_name'>): string =>
  deceased_full_name || 'Name not given';

/** What an event is: 'Cremation', or the type of a service. */
export const kindOf = ({ kind, service_type }: CalendarEvent): string =>
  (kind === 'service' && displayValue({ kind: 'select', options: serviceTypes }, service_type)) ||
  eventKindLabels[kind];

/** 'No time yet' where a service has none; a cremation has none at all. */
export const timeOf = ({ kind, time }: CalendarEvent): string => {
  if (time !== '') return formatTime(time);
  return kind === 'service' ? 'No time yet' : 'Any time';
};

/** The first letters of a home's name, for where there is no room for it: 'WA' for Whitcomb & Ames. */
export const initialsOf = (name: string): string =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
