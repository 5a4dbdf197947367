import type { CareBoard, CareCard, CarePlace, CaseCustody, CustodyEntry } from '#domain/care/care.schema.ts';

const homeId = '0193a000-0000-7000-8000-000000000001';
const idOf = (n: number): string => `0193a000-0000-7000-8000-0000000ca${String(n).padStart(3, '0')}`;

const examplePlace = (n: number, name: string, changes: Partial<CarePlace> = {}): CarePlace => ({
  id: idOf(n),
  version: 1,
  funeral_home_id: homeId,
  funeral_home_name: 'Whitcomb & Ames Funeral Home',
  name,
  kind: 'cooler',
  capacity: null,
  ours: true,
  active: true,
  ...changes,
});

export const cooler = examplePlace(1, 'Cooler 1', { capacity: 2 });
export const room = examplePlace(2, 'Room 2', { kind: 'prep_room' });
export const crematory = examplePlace(3, 'Palatka Crematory', { kind: 'crematory', ours: false });

export const exampleCard = (n: number, name: string, tag: string, changes: Partial<CareCard> = {}): CareCard => {
  const words = name.split(' ');
  return {
    id: idOf(n),
    case_id: idOf(100 + n),
    kind: 'body',
    part: 1,
    of: 1,
    parent_id: null,
    tag,
    number: 2,
    found_away: false,
    place: cooler,
    since: '2026-11-19T14:00:00.000Z',
    state: 'in_care',
    case_number: `WA-2026-00${n}`,
    funeral_home_id: homeId,
    name,
    last_name: words.at(-1) ?? '',
    same_surname: false,
    gate: null,
    next: null,
    initials: words.map((word) => `${word[0]}.`).join(' '),
    effects: { count: 0, undecided: 0 },
    ...changes,
  };
};

export const dorothy = exampleCard(10, 'Dorothy Briggs', 'KVFHMXBRTP', {
  gate: { gate: 'cremation', missing: 3 },
  effects: { count: 2, undecided: 1 },
});
export const walter = exampleCard(11, 'Walter Pruitt', 'PXBTFKMHRV', { same_surname: true });

export const exampleBoard = (changes: Partial<CareBoard> = {}): CareBoard => ({
  at: new Date().toISOString(),
  places: [cooler, room, crematory],
  cards: [dorothy, walter],
  same_surnames: [],
  last_count: null,
  open_counts: [],
  ...changes,
});

const dee = { profile_id: idOf(900), name: 'Dee Kowalski', firm: '' };
export const exampleEntry = (number: number, changes: Partial<CustodyEntry> = {}): CustodyEntry => ({
  subject_id: dorothy.id,
  number,
  kind: 'moved',
  from: cooler,
  from_text: '',
  to: room,
  gave: dee,
  took: dee,
  happened_at: '2026-11-20T11:10:00.000Z',
  recorded_at: '2026-11-20T11:10:00.000Z',
  witness: null,
  recorded_by_name: 'Dee Kowalski',
  read: 'scan',
  reason: '',
  note: '',
  corrects: null,
  signatures: [],
  ...changes,
});

export const exampleCustody = (entries: readonly CustodyEntry[]): CaseCustody => ({
  subjects: [{ ...dorothy, number: entries.length, entries: [...entries] }],
  rule: {
    state: '',
    asks: 'Each change of custody is recorded with both names.',
    both_sign: false,
    kept_years: null,
    source: { text: 'Stillwater', reliability: 'house', reviewed: '2026-11-28' },
  },
});
