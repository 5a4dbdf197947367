import type { EventContact, SentNeed } from '#domain/calendar/day.schema.ts';
import type { DayKind, ResourceKind } from '#domain/calendar/day-names.ts';
import { addDays } from '#domain/shared/values/calendar-date.ts';
import { createDayRepository, type DayEventRecord } from '#functions/calendar/repository/days.ts';
import { emptyRecord } from '#functions/calendar/schedule.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Calendar, DemoCase, DemoOrganization, StaffEmail } from './demo-organization.ts';
import { demoId, type Seeding } from './seeding.ts';

const owner = 'owner@whitcomb-ames.example';
const marcus = 'director@whitcomb-ames.example';
const dee = 'coordinator@whitcomb-ames.example';

const resources: readonly (readonly [name: string, kind: ResourceKind, home: string | null])[] = [
  ['Hearse 1', 'vehicle', null],
  ['Hearse 2', 'vehicle', null],
  ['Van 3', 'vehicle', null],
  ['Whitcomb & Ames Chapel', 'room', 'whitcomb-ames'],
  ['Arrangement room', 'room', 'whitcomb-ames'],
];
const minutesBetween = 30;

interface DemoEvent {
  /** Null for the service, whose day, time and place are in the case. */
  readonly at: readonly [day: number, time: string] | null;
  readonly of: string;
  readonly kind: DayKind;
  readonly minutes: number;
  readonly place?: readonly [name: string, address: string];
  /** Names of resources, and emails of people with their roles. */
  readonly vehicle?: string;
  readonly room?: string;
  readonly people?: readonly (readonly [email: StaffEmail, role: string])[];
  readonly contacts?: readonly (readonly [kind: EventContact['kind'], name: string, phone: string])[];
  readonly isPublic?: true;
  readonly wishes?: string;
}

const nationalCemetery = ['St. Augustine National Cemetery', '104 Marine Street, St. Augustine, FL 32084'] as const;
const brendans = ['St. Brendan’s Catholic Cemetery', 'St. Augustine, FL 32084'] as const;
const chapel = ['Whitcomb & Ames Chapel', '74 King Street, St. Augustine, FL 32084'] as const;

const events: readonly DemoEvent[] = [
  {
    of: 'harold-lindqvist',
    kind: 'visitation',
    at: [1, '17:00'],
    minutes: 180,
    place: chapel,
    isPublic: true,
    room: 'Whitcomb & Ames Chapel',
    people: [[dee, 'at the door']],
  },
  {
    of: 'harold-lindqvist',
    kind: 'service',
    at: null,
    minutes: 75,
    isPublic: true,
    room: 'Whitcomb & Ames Chapel',
    people: [[marcus, 'leads the service']],
    contacts: [['musician', 'Ingrid Sand, organ', '9045550161']],
    wishes: 'Erik reads.',
  },
  {
    of: 'harold-lindqvist',
    kind: 'committal',
    at: [2, '12:30'],
    minutes: 30,
    place: nationalCemetery,
    vehicle: 'Hearse 1',
    people: [[marcus, 'drives the hearse']],
    isPublic: true,
    contacts: [['cemetery', 'Honor guard, Sgt. Bell', '9045550162']],
    wishes: 'Flag goes to Karin. No hymn after the committal.',
  },
  {
    of: 'maria-solis',
    kind: 'preparation',
    at: [0, '09:00'],
    minutes: 90,
    people: [[marcus, '']],
    place: ['Preparation room', ''],
  },
  {
    of: 'maria-solis',
    kind: 'committal',
    at: [1, '12:30'],
    minutes: 45,
    place: brendans,
    isPublic: true,
    vehicle: 'Hearse 2',
    contacts: [['clergy', 'Father Joyce', '9045550163']],
  },
  // Needs the hearse of the committal before, which is on its way back then.
  {
    of: 'jamal-whitfield',
    kind: 'committal',
    at: [2, '13:15'],
    minutes: 30,
    vehicle: 'Hearse 1',
    place: ['Evergreen Cemetery', '4535 North Main Street, Jacksonville, FL 32206'],
    isPublic: true,
    people: [[dee, 'leads the procession']],
    wishes: 'His team carries him.',
  },
  { of: 'dorothy-briggs', kind: 'arrangement', at: [1, '10:00'], minutes: 90, people: [[dee, '']] },
  { of: 'nguyen-van-minh', kind: 'delivery', at: [5, '14:00'], minutes: 60, vehicle: 'Van 3' },
];

const contact = { note: '', confirmed: true };
const noName = { member: null, resource: null, words: '', role: '', confirmed: true };

const needsOf = (seeding: Seeding, { vehicle, room, people = [] }: DemoEvent): SentNeed[] => [
  ...people.map(([email, role]) => ({ ...noName, kind: 'person' as const, member: seeding.staffId(email), role })),
  ...(vehicle ? [{ ...noName, kind: 'vehicle' as const, resource: demoId('day', vehicle) }] : []),
  ...(room ? [{ ...noName, kind: 'room' as const, resource: demoId('day', room) }] : []),
];

const eventOf = (seeding: Seeding, demo: DemoEvent, { day }: Calendar): DayEventRecord => {
  const { of, kind, at, minutes, place = ['', ''], isPublic = false, wishes = '', contacts = [] } = demo;
  const caseId = demoId('case', of);
  const id = at ? demoId('day', `${of} ${kind}`) : `${caseId}-${kind}`;
  return {
    ...emptyRecord(id, caseId, kind),
    version: 1,
    minutes,
    wishes,
    is_public: isPublic,
    in_obituary: isPublic,
    ...(at ? { date: day(at[0]), time: at[1] } : {}),
    place: at ? place[0] : '',
    address: place[1],
    needs: needsOf(seeding, demo),
    contacts: contacts.map(([of, name, phone]) => ({ ...contact, kind: of, name, phone })),
    updated_at: seeding.instant(20),
    updated_by_name: seeding.staffName(dee),
  };
};

const meetingOf = (seeding: Seeding, { today }: Calendar): DayEventRecord => {
  const weekday = new Date(`${today}T12:00:00Z`).getUTCDay();
  return {
    ...emptyRecord(demoId('day', 'staff meeting'), null, 'other'),
    version: 1,
    title: 'Staff meeting',
    place: 'Arrangement room',
    time: '08:30',
    minutes: 45,
    date: addDays(today, -((weekday + 5) % 7)),
    repeats: { every: 'week', until: null, skipped: [] },
    funeral_home_id: demoId('home', 'whitcomb-ames'),
    updated_at: seeding.instant(20),
    updated_by_name: seeding.staffName(owner),
  };
};

const nights = 14;

/** Sorts by its first day, as shifts are read. */
const shiftId = (day: string): string => {
  const hex = Date.parse(`${day}T00:00:00Z`).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${demoId('day', `shift ${day}`).slice(15)}`;
};

/** Writes resources, nights on call, events around the next services, and a weekly meeting. */
export const seedDay = async (
  seeding: Seeding,
  { homes }: DemoOrganization,
  cases: readonly DemoCase[],
  calendar: Calendar,
): Promise<void> => {
  if (!homes.some(({ slug }) => slug === 'whitcomb-ames')) return;
  const days = createDayRepository(seeding.table, keysOf(seeding.organizationId));
  const home = demoId('home', 'whitcomb-ames');
  const writes = [
    ...resources.map(([name, kind, of]) =>
      days.createResource({
        id: demoId('day', name),
        version: 1,
        funeral_home_id: of && demoId('home', of),
        kind,
        name,
        note: '',
        minutes_between: kind === 'vehicle' ? minutesBetween : 0,
        active: true,
      }),
    ),
    ...Array.from({ length: nights }, (_, night) => {
      const date = calendar.day(night);
      const member = seeding.staffId(night % 2 ? dee : marcus) ?? '';
      return days.createShift({
        id: shiftId(date),
        version: 1,
        member,
        kind: 'on_call',
        funeral_home_id: home,
        date,
        time: '17:00',
        end_date: calendar.day(night + 1),
        end_time: '08:00',
        note: '',
      });
    }),
    days.create(meetingOf(seeding, calendar)),
  ];
  const known = new Set(cases.map(({ name }) => name));
  const ofCases = events.filter(({ of }) => known.has(of)).map((demo) => days.create(eventOf(seeding, demo, calendar)));
  for (const write of [...writes, ...ofCases]) await seeding.table.transact([write].flat());
};
