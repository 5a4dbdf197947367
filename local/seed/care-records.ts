import { createHash } from 'node:crypto';
import type { CareCount, CustodyEntry } from '#domain/care/care.schema.ts';
import type { EffectDecision, EntryKind, PlaceKind } from '#domain/care/care-names.ts';
import { effectText } from '#domain/care/personal-effects.ts';
import { isOurs } from '#domain/care/places.ts';
import { tagLength, tagLetters } from '#domain/care/tag-code.ts';
import { addDays } from '#domain/shared/values/calendar-date.ts';
import { createCustodyRepository, type SubjectRecord } from '#functions/care/repository/custody.ts';
import { createEffectRepository, type EffectRecord } from '#functions/care/repository/personal-effects.ts';
import {
  createCareCountRepository,
  createCarePlaceRepository,
  type PlaceRecord,
} from '#functions/care/repository/places.ts';
import { entryChanges, newBody, placeRef, remainsOf } from '#functions/care/shared/write-entry.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Calendar, DemoCase, DemoOrganization, StaffEmail } from './demo-organization.ts';
import { demoId, type Seeding } from './seeding.ts';

const places = [
  ['Cooler 1', 'whitcomb-ames', 'cooler', 3],
  ['Preparation room', 'whitcomb-ames', 'prep_room', 1],
  ['Chapel', 'whitcomb-ames', 'chapel', null],
  ['Hearse 1', 'whitcomb-ames', 'vehicle', 1],
  ['Families of Whitcomb & Ames', 'whitcomb-ames', 'family', null],
  ['Cooler 2', 'northside-chapel', 'cooler', 6],
  ['Room 2', 'northside-chapel', 'prep_room', 1],
  ['Live Oak Cemetery', 'northside-chapel', 'cemetery', null],
  ['Ames crematory', 'ames-cremation-care', 'crematory', 2],
  ['Shelf A', 'ames-cremation-care', 'other', 40],
] as const satisfies readonly (readonly [name: string, home: string, kind: PlaceKind, capacity: number | null])[];
type PlaceName = (typeof places)[number][0];

const dee = 'coordinator@whitcomb-ames.example';
const marcus = 'director@whitcomb-ames.example';

interface Step {
  readonly hours: number;
  readonly kind?: EntryKind;
  readonly to?: PlaceName;
  readonly by?: StaffEmail;
}

/** Where the people of the stories are; hours before the seeding. */
const chains: Readonly<Record<string, readonly Step[]>> = {
  'harold-lindqvist': [
    { hours: 60, to: 'Preparation room' },
    { hours: 50, to: 'Cooler 1', by: marcus },
  ],
  'maria-solis': [{ hours: 64, to: 'Cooler 1' }],
  'walter-pruitt': [{ hours: 250, to: 'Cooler 1' }],
  'dorothy-briggs': [{ hours: 14, to: 'Cooler 2' }],
  'jamal-whitfield': [
    { hours: 188, to: 'Cooler 2' },
    { hours: 3, to: 'Room 2', by: marcus },
  ],
  'leonard-voss': [{ hours: 320, to: 'Cooler 2' }],
  'nguyen-van-minh': [
    { hours: 22, to: 'Cooler 2' },
    { hours: 1, to: 'Ames crematory', by: marcus },
  ],
};

interface Effect {
  readonly description: string;
  readonly worn?: true;
  readonly decision: EffectDecision;
}

/** The effects that the form of a case names, with the family's decisions. */
const effects: Readonly<Record<string, { hours: number; decidedBy: string; items: readonly Effect[] }>> = {
  'harold-lindqvist': {
    hours: 59,
    decidedBy: 'Karin Lindqvist',
    items: [
      { description: 'Wedding ring', worn: true, decision: 'stays' },
      { description: 'Wristwatch', decision: 'return' },
      { description: 'Hearing aids', decision: 'return' },
    ],
  },
};

const tagOf = (name: string): string =>
  [...createHash('sha256').update(`tag ${name}`).digest().subarray(0, tagLength)]
    .map((byte) => tagLetters[byte % tagLetters.length])
    .join('');

const placeRecord = (seeding: Seeding, [name, home, kind, capacity]: (typeof places)[number]): PlaceRecord => ({
  id: demoId('care', name),
  version: 1,
  funeral_home_id: seeding.home(home).id,
  name,
  kind,
  capacity,
  ours: isOurs(kind, true),
  active: true,
});

const addChain = async (seeding: Seeding, demo: DemoCase, steps: readonly Step[], begun?: SubjectRecord) => {
  const caseId = demoId('case', demo.name);
  const custody = createCustodyRepository(seeding.table, keysOf(seeding.organizationId));
  const [first] = steps;
  let subject: SubjectRecord = begun ?? {
    ...newBody(
      { id: caseId, organization_id: seeding.organizationId, funeral_home_id: seeding.home(demo.home).id },
      new Date(seeding.instant(first?.hours ?? 0)),
    ),
    tag: tagOf(demo.name),
  };
  let entry: CustodyEntry | undefined;
  for (const { hours, kind = 'moved', to, by = dee } of steps) {
    const [work, at] = [seeding.databaseAs(by, hours).quietWork(), seeding.instant(hours)];
    const place = places.find(([name]) => name === to);
    entry = {
      subject_id: subject.id,
      number: subject.number + 1,
      kind,
      from: subject.place,
      reason: '',
      note: '',
      from_text: subject.place ? '' : 'Place of death',
      to: place ? placeRef(placeRecord(seeding, place)) : null,
      happened_at: at,
      recorded_at: at,
      recorded_by_name: seeding.staffName(by),
      gave: null,
      witness: null,
      took: { profile_id: seeding.staffId(by), name: seeding.staffName(by), firm: '' },
      read: 'scan',
      corrects: null,
      signatures: [],
    };
    const next = {
      ...subject,
      number: entry.number,
      place: entry.to ?? subject.place,
      ended: kind === 'cremated',
      since: entry.to ? at : subject.since,
    };
    work.add(
      subject.number === 0 ? custody.begin(next) : custody.advance(subject, next),
      custody.addEntry(caseId, entry),
    );
    await work.audit('care.moved', caseId, entryChanges(entry)).finish(undefined);
    subject = next;
  }
  if (begun) return { subject, entry };
  const { cases, commit } = seeding.databaseAs(dee, 0);
  const core = await cases.requireCore(caseId);
  await commit([cases.changeCore(core, { has_custody: true }, new Date(core.updated_at))]);
  return { subject, entry };
};

const addEffects = async (seeding: Seeding, { name }: DemoCase): Promise<void> => {
  const own = effects[name];
  if (!own) return;
  const caseId = demoId('case', name);
  const repository = createEffectRepository(seeding.table, keysOf(seeding.organizationId));
  const work = seeding.databaseAs(dee, own.hours).quietWork();
  const recorded = { by_name: seeding.staffName(dee), recorded_at: seeding.instant(own.hours) };
  const entries = own.items.flatMap(({ description, worn = false, decision }): EffectRecord[] => {
    const effect_id = demoId('care', `effect ${name} ${description}`);
    const decided_by = own.decidedBy;
    const what = { description, count: 1, worn, note: '', photo_id: null };
    work.audit('effect.listed', caseId, [
      { field: 'effects.description', from: null, to: effectText(what) },
      { field: 'effects.decision', from: null, to: decision },
    ]);
    return [
      { kind: 'listed', id: demoId('care', `listed ${effect_id}`), effect_id, ...recorded, ...what },
      { kind: 'decided', id: demoId('care', `decided ${effect_id}`), effect_id, ...recorded, decision, decided_by },
    ];
  });
  await work.add(repository.write(caseId, await repository.of(caseId), entries)).finish(undefined);
};

/** Ashes that no one has collected: of the cremation nearest to forty days ago. */
const addAshes = async (seeding: Seeding, cases: readonly DemoCase[], { today }: Calendar): Promise<void> => {
  const crematedOn = ({ gates = [] }: DemoCase): string =>
    gates.flatMap((entry) => (entry.kind === 'step' && entry.step === 'cremated' ? [entry.at.slice(0, 10)] : []))[0] ??
    '';
  const before = addDays(today, -40);
  const [demo] = cases
    .filter((one) => crematedOn(one) !== '' && crematedOn(one) <= before)
    .toSorted((a, b) => crematedOn(b).localeCompare(crematedOn(a)));
  if (!demo) return;
  const hours = 40 * 24 + 2;
  const body = await addChain(seeding, demo, [
    { hours: hours + 6, to: 'Ames crematory' },
    { hours, kind: 'cremated', by: marcus },
  ]);
  const [begun] = body.entry ? remainsOf(body.subject, body.entry, 1, new Date(seeding.instant(hours))) : [];
  if (!begun) return;
  const name = `ashes ${demo.name}`;
  const remains = { ...begun.record, id: demoId('care', name), tag: tagOf(name) };
  const custody = createCustodyRepository(seeding.table, keysOf(seeding.organizationId));
  const first = custody.addEntry(remains.case_id, { ...begun.entry, subject_id: remains.id });
  await seeding.table.transact([...custody.begin(remains), first]);
  await addChain(seeding, demo, [{ hours: 40 * 24, to: 'Shelf A' }], remains);
};

/** Last night’s count: one person was seen in another room, and no one has settled it. */
const lastCount = (seeding: Seeding): CareCount => {
  const at = (name: PlaceName) => ({ id: demoId('care', name), name });
  const person = {
    subject_id: demoId('case', 'leonard-voss'),
    case_id: demoId('case', 'leonard-voss'),
    kind: 'body' as const,
    tag: tagOf('leonard-voss'),
    name: 'Leonard Voss',
    place: at('Cooler 2'),
  };
  return {
    id: demoId('care', 'last count'),
    homes: [seeding.home('northside-chapel').id],
    started_at: seeding.instant(12.1),
    counted_at: seeding.instant(12),
    by_name: seeding.staffName(dee),
    expected: 4,
    seen: 3,
    missing: [],
    elsewhere: [{ person, seen_at: at('Room 2') }],
    unknown: [],
    note: '',
    differs: true,
    settled: null,
  };
};

/** Writes places, chains, ashes on a shelf and a count with a difference. */
export const seedCare = async (
  seeding: Seeding,
  { homes }: DemoOrganization,
  cases: readonly DemoCase[],
  calendar: Calendar,
): Promise<void> => {
  const [table, keys] = [seeding.table, keysOf(seeding.organizationId)];
  const repository = createCarePlaceRepository(table, keys);
  const own = places.filter(([, home]) => homes.some(({ slug }) => slug === home));
  if (own.length === 0) return;
  await table.transact(own.map((place) => repository.create(placeRecord(seeding, place))));
  for (const demo of cases) {
    const steps = chains[demo.name];
    if (steps) await addChain(seeding, demo, steps);
    await addEffects(seeding, demo);
  }
  await addAshes(seeding, cases, calendar);
  await table.transact([createCareCountRepository(table, keys).create(lastCount(seeding))]);
};
