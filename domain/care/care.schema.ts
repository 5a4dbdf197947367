import * as z from 'zod';
import { LawSource } from '#domain/deadlines/deadline.schema.ts';
import { GateCheck } from '#domain/gates/gate.schema.ts';
import { gates } from '#domain/gates/gate-names.ts';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { Instant, version } from '#domain/shared/contract/wire.ts';
import { multilineText, singleLineText } from '#domain/shared/values/text.ts';
import {
  custodyMessages,
  effectDecisions,
  entryKinds,
  maxParts,
  placeKinds,
  readings,
  signers,
  subjectStates,
} from './care-names.ts';
import { PersonalEffect } from './personal-effects.ts';

const needed = (label: string, limit: number) => singleLineText(label, limit).min(1, `${label} is required`);
const note = multilineText('Note', 500).default('');

export const CarePlace = z.object({
  id: z.uuid(),
  version,
  funeral_home_id: z.uuid(),
  funeral_home_name: z.string(),
  name: z.string(),
  kind: z.enum(placeKinds),
  /** How many it holds; null where no one counts. */
  capacity: z.number().int().nullable(),
  /** False: a move there is a release. */
  ours: z.boolean(),
  active: z.boolean(),
});
export type CarePlace = z.output<typeof CarePlace>;

const name = needed('Name', 60);
const capacity = z.number().int().min(1).max(500).nullable();
export const NewPlace = z.object({
  funeral_home_id: idSchema('home'),
  name,
  kind: z.enum(placeKinds, 'Choose a kind from the list'),
  capacity: capacity.default(null),
  /** Counts only for a crematory and for another place. */
  ours: z.boolean().default(false),
});
/** Omitted values stay. The kind cannot change, because entries have it. */
export const PlacePatch = z.object({ name, capacity, active: z.boolean(), version }).partial();

/** A place as it was when an entry was recorded, because places are renamed. */
export const PlaceRef = z.object({ id: z.uuid(), name: z.string(), kind: z.enum(placeKinds), ours: z.boolean() });
export type PlaceRef = z.output<typeof PlaceRef>;

export const Party = z.object({ profile_id: z.uuid().nullable(), name: z.string(), firm: z.string() });
export type Party = z.output<typeof Party>;
/** A member by id, or someone else by name. */
const SentParty = z.object({
  profile: idSchema('profile').nullish(),
  name: singleLineText('Name', 100).default(''),
  firm: singleLineText('Firm', 100).default(''),
});

const Signature = z.object({ of: z.enum(signers), path: z.string() });

/** The path of a drawn signature in a box of 300 by 100, in whole numbers or tenths; a line has a start and an end. */
const point = String.raw`(?:\d{1,2}|[12]\d\d|300)(?:\.\d)? (?:\d{1,2}|100)(?:\.\d)?`;
const strokes = new RegExp(`^(?:M${point}(?:L${point})+)+$`);
const path = z.string().max(4000, 'The signature is too long').regex(strokes, 'The signature cannot be read');
const SentSignature = z.object({ of: z.enum(signers), path });

export const CustodyEntry = z.object({
  subject_id: z.uuid(),
  number: z.number().int(),
  kind: z.enum(entryKinds),
  from: PlaceRef.nullable(),
  /** Where someone was before the first entry: an address, a hospital. */
  from_text: z.string(),
  /** Null where they stay: a cremation, a division, the end. */
  to: PlaceRef.nullable(),
  happened_at: Instant,
  recorded_at: Instant,
  recorded_by_name: z.string(),
  gave: Party.nullable(),
  took: Party.nullable(),
  witness: Party.nullable(),
  read: z.enum(readings),
  reason: z.string(),
  note: z.string(),
  corrects: z.number().int().nullable(),
  signatures: z.array(Signature),
});
export type CustodyEntry = z.output<typeof CustodyEntry>;

/** A body or a part of its cremated remains. */
export const CareSubject = z.object({
  id: z.uuid(),
  case_id: z.uuid(),
  kind: z.enum(['body', 'remains']),
  /** `part` of `of` that its cremation or division began. */
  part: z.number().int(),
  of: z.number().int(),
  parent_id: z.uuid().nullable(),
  tag: z.string(),
  /** Number of the last entry, 0 before the first. The next move sends it as `expected`. */
  number: z.number().int(),
  place: PlaceRef.nullable(),
  /** When they came to this place. */
  since: Instant.nullable(),
  /** Found at a place that is not ours: stays in care until a release, or the end after a disposition, is recorded. */
  found_away: z.boolean(),
  state: z.enum(subjectStates),
});
export type CareSubject = z.output<typeof CareSubject>;

/** A rule about custody. It binds the home, so the home's state counts. */
export const CustodyRule = z.object({
  /** Code of the home's state; '' if the product's own rule applies. */
  state: z.string(),
  /** A sentence for staff and inspectors. */
  asks: z.string(),
  /** Giver and receiver sign when a crematory receives the body. */
  both_sign: z.boolean(),
  /** Retention of the record; null if the source names no time. */
  kept_years: z.number().int().nullable(),
  source: LawSource,
});
export type CustodyRule = Readonly<z.output<typeof CustodyRule>>;

export const CaseCustody = z.object({
  /** The body first, then remains in the order of their beginning. */
  subjects: z.array(CareSubject.extend({ entries: z.array(CustodyEntry) })),
  rule: CustodyRule,
});
export type CaseCustody = z.output<typeof CaseCustody>;

/** Omitted values are blank. The caller takes, except at a release. */
export const SentMove = z.object({
  /** By default the body, whose record the first move opens. */
  subject: idSchema('care-subject').optional(),
  kind: z.enum(entryKinds).default('moved'),
  /** The number of the last entry as the sender knows it. */
  expected: z.number().int().min(0).max(99_999),
  to_place: idSchema('care-place', custodyMessages.needsPlace).nullish(),
  from_text: singleLineText('From', 200).default(''),
  happened_at: Instant,
  gave: SentParty.nullish(),
  took: SentParty.nullish(),
  witness: SentParty.nullish(),
  read: z.enum(readings).default('not_read'),
  /** Letters as they were read. */
  tag: z.string().max(100).default(''),
  reason: singleLineText('Reason', 300).default(''),
  note,
  corrects: z.number().int().min(1).nullish(),
  parts: z.number().int().min(1).max(maxParts, custodyMessages.parts).nullish(),
  signatures: z.array(SentSignature).max(3).default([]),
});
export type SentMove = z.output<typeof SentMove>;

export const Moved = z.object({
  entry: CustodyEntry,
  subject: CareSubject,
  begun: z.array(CareSubject),
});

/** 409: another entry came first (`current`), or checks of the gate are missing (`missing`). */
export const MoveConflict = z.object({
  current: z.object({ subject: CareSubject, entry: CustodyEntry.nullable() }).optional(),
  missing: z.array(GateCheck).optional(),
});

export const CareCard = CareSubject.extend({
  case_number: z.string(),
  funeral_home_id: z.uuid(),
  name: z.string(),
  last_name: z.string(),
  initials: z.string(),
  /** Someone else in care at any place has this last name. */
  same_surname: z.boolean(),
  /** The next gate that is not passed, as lists show it; null if none is asked. */
  gate: z.object({ gate: z.enum(gates), missing: z.number().int() }).nullable(),
  /** On the clock of the home; time '' if unknown. */
  next: z.object({ what: z.string(), date: z.iso.date(), time: z.string() }).nullable(),
  /** Effects that are here, and those without a decision. */
  effects: z.object({ count: z.number().int(), undecided: z.number().int() }),
});
export type CareCard = z.output<typeof CareCard>;

const CountedPlace = PlaceRef.pick({ id: true, name: true });
const CountedPerson = CareCard.pick({ case_id: true, tag: true, name: true, kind: true }).extend({
  subject_id: z.uuid(),
  place: CountedPlace,
});

export const CareCount = z.object({
  id: z.uuid(),
  homes: z.array(z.uuid()),
  started_at: Instant,
  counted_at: Instant,
  by_name: z.string(),
  expected: z.number().int(),
  seen: z.number().int(),
  missing: z.array(CountedPerson),
  /** Seen at another place than recorded. */
  elsewhere: z.array(z.object({ person: CountedPerson, seen_at: CountedPlace })),
  /** Tags of no one in care. */
  unknown: z.array(z.object({ tag: z.string(), place: CountedPlace })),
  note: z.string(),
  differs: z.boolean(),
  /** Explanation of the difference; null while it is open. */
  settled: z.object({ note: z.string(), by_name: z.string(), at: Instant }).nullable(),
});
export type CareCount = z.output<typeof CareCount>;

export const NewCount = z.object({
  homes: z.array(idSchema('home')).min(1, 'Choose a funeral home').max(50),
  started_at: Instant,
  seen: z.array(z.object({ tag: needed('Tag', 40), place: idSchema('care-place') })).max(1000),
  note,
});
export const CountSettlement = z.object({ note: multilineText('What is known', 500).min(1, 'Say what is known') });

export const CareBoard = z.object({
  at: Instant,
  /** Active places and any with people, by home, kind and name. */
  places: z.array(CarePlace),
  /** Everybody in care, longest first. A card's place is in `places`. */
  cards: z.array(CareCard),
  same_surnames: z.array(z.string()),
  last_count: CareCount.nullable(),
  /** Counts with a difference that no one has settled. */
  open_counts: z.array(CareCount),
});
export type CareBoard = z.output<typeof CareBoard>;

export const EffectReceipt = z.object({
  id: z.uuid(),
  /** As they were when they were returned. */
  effects: z.array(z.object({ id: z.uuid(), description: z.string(), count: z.number().int() })),
  happened_at: Instant,
  recorded_at: Instant,
  recorded_by_name: z.string(),
  gave: Party,
  took: Party,
  note: z.string(),
  signatures: z.array(Signature),
});
export type EffectReceipt = z.output<typeof EffectReceipt>;

export const CaseEffects = z.object({ effects: z.array(PersonalEffect), receipts: z.array(EffectReceipt) });
export type CaseEffects = z.output<typeof CaseEffects>;

const sentWhat = {
  description: needed('Description', 200),
  count: z.number().int().max(999),
  worn: z.boolean(),
  note: singleLineText('Note', 300),
  photo_id: idSchema('document').nullable(),
};
const decision = z.enum(effectDecisions);
const decided_by = singleLineText('Decided by', 100);
export const NewEffect = z.object({
  ...sentWhat,
  count: sentWhat.count.min(1).default(1),
  worn: z.boolean().default(false),
  note: sentWhat.note.default(''),
  photo_id: sentWhat.photo_id.default(null),
  decision: decision.optional(),
  decided_by: decided_by.default(''),
});
/** A correction, with its reason, or a decision; a count of 0 strikes the effect. */
export const EffectChange = z
  .object({ ...sentWhat, count: sentWhat.count.min(0), decision, decided_by, reason: singleLineText('Reason', 300) })
  .partial();
export const NewReturn = z.object({
  effects: z.array(idSchema('effect')).min(1, 'Choose what is returned').max(100),
  happened_at: Instant,
  /** By default the caller. */
  gave: SentParty.nullish(),
  took: SentParty,
  note,
  signatures: z.array(SentSignature).max(2).default([]),
});
