import type { CaseRow } from '#domain/cases/case.schema.ts';

/** Kinds of events of a day, in the order of a funeral. */
export const dayKindLabels = {
  removal: 'Removal',
  arrangement: 'Arrangement conference',
  preparation: 'Preparation',
  visitation: 'Visitation',
  service: 'Service',
  procession: 'Procession',
  committal: 'Committal',
  reception: 'Reception',
  cremation: 'Cremation',
  delivery: 'Delivery',
  return: 'Return',
  other: 'Other event',
} as const;
export type DayKind = keyof typeof dayKindLabels;
export const dayKinds = Object.keys(dayKindLabels) as readonly DayKind[];

/** How long an event of each kind lasts while its end is not known, in minutes. */
export const typicalMinutes: Readonly<Record<DayKind, number>> = {
  removal: 90,
  arrangement: 90,
  preparation: 60,
  visitation: 120,
  service: 60,
  procession: 30,
  committal: 30,
  reception: 120,
  cremation: 180,
  delivery: 60,
  return: 30,
  other: 60,
};

/**
 * The events whose date, time and place are fields of the case. Their ids are those of calendars and feeds: the id of
 * the case with this suffix.
 */
export const fieldEvents = {
  service: {
    suffix: 'service',
    section: 'service',
    date: 'service_date',
    time: 'service_time',
    place: 'service_location',
  },
  cremation: {
    suffix: 'cremation',
    section: 'medical',
    date: 'cremation_date',
    time: 'cremation_time',
    place: 'crematory_name',
  },
  committal: {
    suffix: 'disposition',
    section: 'service',
    date: 'disposition_date',
    time: 'disposition_time',
    place: 'disposition_place',
  },
} as const satisfies Partial<Record<DayKind, object>>;
export type FieldEventKind = keyof typeof fieldEvents;

/** Returns the kind of an event whose date is a field of its case; undefined for any other event. */
export const fieldKindOf = (eventId: string): FieldEventKind | undefined =>
  (Object.keys(fieldEvents) as FieldEventKind[]).find((kind) => eventId.endsWith(`-${fieldEvents[kind].suffix}`));

export const needKindLabels = {
  person: 'Person',
  vehicle: 'Vehicle',
  room: 'Room',
  thing: 'Thing',
} as const;
export type NeedKind = keyof typeof needKindLabels;
export const needKinds = Object.keys(needKindLabels) as readonly NeedKind[];

export const resourceKindLabels = {
  vehicle: 'Vehicle',
  room: 'Room',
  equipment: 'Equipment',
} as const;
export type ResourceKind = keyof typeof resourceKindLabels;
export const resourceKinds = Object.keys(resourceKindLabels) as readonly ResourceKind[];

/** The kind of resource that a need takes; undefined for people. */
export const resourceOfNeed: Readonly<Partial<Record<NeedKind, ResourceKind>>> = {
  vehicle: 'vehicle',
  room: 'room',
  thing: 'equipment',
};

export const contactKindLabels = {
  clergy: 'Clergy',
  musician: 'Musician',
  cemetery: 'Cemetery',
  crematory: 'Crematory',
  florist: 'Florist',
  pallbearers: 'Pallbearers',
  caterer: 'Caterer',
  escort: 'Escort',
  family: 'Family',
  other: 'Other',
} as const;
export type ContactKind = keyof typeof contactKindLabels;
export const contactKinds = Object.keys(contactKindLabels) as readonly ContactKind[];

export const shiftKindLabels = {
  on_call: 'On call',
  backup: 'Backup on call',
  working: 'Working',
  off: 'Off',
} as const;
export type ShiftKind = keyof typeof shiftKindLabels;
export const shiftKinds = Object.keys(shiftKindLabels) as readonly ShiftKind[];

export const repeatLabels = {
  week: 'Every week',
  two_weeks: 'Every two weeks',
  month: 'Every month',
} as const;
export type RepeatKind = keyof typeof repeatLabels;
export const repeatKinds = Object.keys(repeatLabels) as readonly RepeatKind[];

export const maxEventsOfCase = 60;
export const maxOfficeEvents = 500;
export const maxNeeds = 40;
export const maxContacts = 20;
export const maxShiftDays = 14;
/** The longest event in days; a range of days is read from this number of days before. */
export const maxEventDays = 3;

/** Values of its case that an event shows. */
export type CaseOfEvent = Pick<
  CaseRow,
  | 'id'
  | 'case_number'
  | 'status'
  | 'deceased_full_name'
  | 'deceased_last_name'
  | 'service_type'
  | 'funeral_home_id'
  | 'funeral_home_name'
>;
