import { dispositionMethods } from '#domain/shared/reference-data/disposition-methods.ts';
import { serviceTitle } from '#domain/shared/reference-data/service-types.ts';
import { type CalendarEvent, eventKindLabels } from './calendar.schema.ts';

/** Returns the name of the deceased, or a placeholder. */
export const nameOf = ({ deceased_full_name }: Pick<CalendarEvent, 'deceased_full_name'>): string =>
  deceased_full_name || 'Name not given';

type Kind = Pick<CalendarEvent, 'kind' | 'service_type' | 'disposition_method'>;

/** Returns an event's kind in words: 'Cremation', 'Entombment', or the type of service. */
export const kindOf = ({ kind, service_type, disposition_method }: Kind): string => {
  if (kind === 'service') return serviceTitle(service_type);
  const method = kind === 'disposition' && dispositionMethods.find(({ value }) => value === disposition_method);
  return method && method.value !== 'other' ? method.label : eventKindLabels[kind];
};

/** How external calendars show the deceased: their screens are visible to others. */
export const nameFormats = ['initials', 'names'] as const;
export type NameFormat = (typeof nameFormats)[number];
