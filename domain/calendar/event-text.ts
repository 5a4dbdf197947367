import { dispositionMethods } from '#domain/shared/reference-data/disposition-methods.ts';
import { serviceTitle } from '#domain/shared/reference-data/service-types.ts';
import { type CalendarEvent, eventKindLabels } from './calendar.schema.ts';

/** Who an event is about. */
export const nameOf = ({ deceased_full_name }: Pick<CalendarEvent, 'deceased_full_name'>): string =>
  deceased_full_name || 'Name not given';

type Kind = Pick<CalendarEvent, 'kind' | 'service_type' | 'disposition_method'>;

/** What an event is: 'Cremation', 'Entombment', or the kind of service. */
export const kindOf = ({ kind, service_type, disposition_method }: Kind): string => {
  if (kind === 'service') return serviceTitle(service_type);
  const method = kind === 'disposition' && dispositionMethods.find(({ value }) => value === disposition_method);
  return method && method.value !== 'other' ? method.label : eventKindLabels[kind];
};

/** How a calendar outside of the product calls the person: whoever looks over a shoulder reads it. */
export const nameFormats = ['initials', 'names'] as const;
export type NameFormat = (typeof nameFormats)[number];

/** 'H. L.' for Harold Lindqvist; 'Name not given' where there is none. */
export const initialsOfPerson = (name: string): string =>
  name
    .split(/\s+/)
    .flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? [])
    .map((letter) => `${letter.toUpperCase()}.`)
    .join(' ') || nameOf({ deceased_full_name: '' });

/** 'Graveside service: H. L.', the title of something outside of the product. */
export const titleOutside = (what: string, name: string, naming: NameFormat): string =>
  `${what}: ${naming === 'names' ? nameOf({ deceased_full_name: name }) : initialsOfPerson(name)}`;
