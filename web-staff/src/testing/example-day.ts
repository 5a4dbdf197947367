import type { DayConflict, DayEvent, EventNeed } from '#domain/calendar/day.schema.ts';

const caseId = '0190a000-0000-7000-8000-00000000000c';

export const needWith = (changes: Partial<EventNeed> = {}): EventNeed => ({
  kind: 'vehicle',
  member: null,
  resource: null,
  words: '',
  role: '',
  confirmed: false,
  name: '',
  phone: '',
  ...changes,
});

/** The visitation of the evening before the service. */
export const dayEventWith = (changes: Partial<DayEvent> = {}): DayEvent => ({
  id: '0195a000-0000-7000-8000-00000000000a',
  version: 1,
  kind: 'visitation',
  title: '',
  date: '2026-11-24',
  time: '17:00',
  end_date: '2026-11-24',
  end_time: '19:00',
  place: 'Chapel',
  address: '',
  is_public: true,
  in_obituary: false,
  notes: '',
  wishes: '',
  needs: [],
  contacts: [],
  repeats: null,
  conflict_reason: '',
  of_fields: false,
  case: caseId,
  case_number: 'WA-2026-0001',
  status: 'active',
  deceased_full_name: 'Harold Lindqvist',
  deceased_last_name: 'Lindqvist',
  service_type: 'traditional',
  vehicle: '',
  led_by: '',
  funeral_home_id: '0193a000-0000-7000-8000-000000000001',
  funeral_home_name: 'Whitcomb & Ames',
  updated_at: null,
  updated_by_name: '',
  ...changes,
});

/** The service of the next day, whose date is a field of the case. */
export const serviceWith = (changes: Partial<DayEvent> = {}): DayEvent =>
  dayEventWith({
    id: `${caseId}-service`,
    version: 0,
    kind: 'service',
    of_fields: true,
    date: '2026-11-25',
    time: '13:00',
    end_date: '2026-11-25',
    end_time: '14:00',
    ...changes,
  });

/** Hearse 1, which another funeral needs as well. */
export const conflictWith = (changes: Partial<DayConflict> = {}): DayConflict => ({
  of: 'vehicle',
  name: 'Hearse 1',
  event_ids: [dayEventWith().id, 'other'],
  with: 'Committal, Pruitt',
  date: '2026-11-24',
  time: '17:30',
  end_time: '19:00',
  reason: '',
  free: [{ id: '0196a000-0000-7000-8000-000000000002', name: 'Hearse 2' }],
  ...changes,
});
