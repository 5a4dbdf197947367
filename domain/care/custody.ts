import { type Receiver, receiverOf } from '#domain/gates/gate-names.ts';
import type { FieldErrors } from '#domain/shared/contract/errors.ts';
import { earliestDate } from '#domain/shared/values/calendar-date.ts';
import { isSameName } from '#domain/shared/values/same-name.ts';
import type { CareSubject, CustodyEntry, CustodyRule, PlaceRef } from './care.schema.ts';
import { custodyMessages, type EntryKind, type SignerOfEntry } from './care-names.ts';
import { staysOnBoard } from './places.ts';
import { readTag } from './tag-code.ts';

export interface CustodyHead
  extends Readonly<Pick<CareSubject, 'kind' | 'tag' | 'number' | 'place' | 'since' | 'found_away'>> {
  readonly ended: boolean;
}

/** Returns where a subject is in its life. */
export const stateOf = ({ number, place, found_away, ended }: CustodyHead): CareSubject['state'] => {
  if (ended) return 'ended';
  if (number === 0) return 'expected';
  return place && (found_away || staysOnBoard(place)) ? 'in_care' : 'released';
};

interface ChainOfSubject {
  readonly id: string;
  readonly parent_id: string | null;
  readonly entries: readonly { readonly recorded_at: string }[];
}

/**
 * Returns whether the parent of these remains was found after they began. The entry that begins remains is the last one
 * of their parent.
 */
export const neverBegan = ({ parent_id, entries }: ChainOfSubject, all: readonly ChainOfSubject[]): boolean => {
  const parent = all.find(({ id }) => id === parent_id);
  if (!parent) return false;
  return parent.entries.at(-1)?.recorded_at !== entries[0]?.recorded_at || neverBegan(parent, all);
};

type FromEntry = 'kind' | 'happened_at' | 'gave' | 'took' | 'witness' | 'read' | 'reason' | 'corrects';
export interface Move extends Readonly<Pick<CustodyEntry, FromEntry>> {
  readonly tag: string;
  /** How many remains begin. */
  readonly parts: number | null;
  readonly signed: readonly SignerOfEntry[];
}

interface MoveContext {
  readonly head: CustodyHead;
  readonly to: (PlaceRef & { readonly active: boolean }) | undefined;
  readonly rule: CustodyRule;
  readonly now: Date;
  /** As {@link neverBegan} tells. */
  readonly isVoid?: boolean;
}

/** Clocks of devices differ. */
const toleratedMs = 10 * 60_000;

/** Returns why nothing can have happened at this time in any record; undefined if it can. */
export const timeErrorOf = (happenedAt: string, now: Date): string | undefined => {
  if (Date.parse(happenedAt) > now.getTime() + toleratedMs) return custodyMessages.ahead;
  return happenedAt < earliestDate ? custodyMessages.longAgo : undefined;
};

function* releaseErrors(move: Move, { head, to, rule }: MoveContext): Iterable<[field: string, error: string]> {
  const { gave, took, witness, signed } = move;
  if (to?.ours) yield ['to_place', custodyMessages.isOurs];
  if (head.number === 0) yield ['kind', custodyMessages.neverTaken];
  if (!gave) yield ['gave', custodyMessages.needsName];
  if (!took) yield ['took', custodyMessages.needsName];
  if (gave && took && isSameName(gave.name, took.name)) yield ['took', custodyMessages.needsTwo];
  if (witness && [gave, took].some((one) => one && isSameName(one.name, witness.name)))
    yield ['witness', custodyMessages.needsThird];
  if (move.read === 'not_read') yield ['tag', custodyMessages.needsTag];
  const [hasGiver, hasTaker] = [signed.includes('gave'), signed.includes('took')];
  if (rule.both_sign && to?.kind === 'crematory' && !(hasGiver && hasTaker))
    yield ['signatures', custodyMessages.needsBoth];
  else if (!hasTaker && !witness) yield ['signatures', custodyMessages.needsSignature];
}

function* errorsOfKind(move: Move, context: MoveContext): Iterable<[field: string, error: string]> {
  const { head, to } = context;
  switch (move.kind) {
    case 'moved':
      if (to && !to.ours) yield ['to_place', custodyMessages.notOurs];
      break;
    case 'found':
      if (move.reason === '') yield ['reason', custodyMessages.needsReason];
      break;
    case 'released':
      yield* releaseErrors(move, context);
      break;
    case 'cremated':
      if (head.kind !== 'body') yield ['kind', custodyMessages.onlyBody];
      else if (head.place?.kind !== 'crematory') yield ['kind', custodyMessages.notACrematory];
      break;
    case 'parted':
      if (head.kind !== 'remains') yield ['kind', custodyMessages.onlyRemains];
      else if (head.number === 0) yield ['kind', custodyMessages.neverTaken];
      if ((move.parts ?? 0) < 2) yield ['parts', custodyMessages.parts];
      break;
    case 'closed':
      if (head.number === 0) yield ['kind', custodyMessages.neverTaken];
      else if (head.place?.ours && !context.isVoid) yield ['kind', custodyMessages.stillHere];
      else if (head.kind === 'body' && head.place?.kind === 'crematory') yield ['kind', custodyMessages.notCremated];
  }
}

/** Returns whether an entry of this kind says a new place. */
export const hasPlace = (kind: EntryKind): boolean => kind === 'moved' || kind === 'found' || kind === 'released';

/** Returns every error of an entry by field, for a record that has not ended and whose last number was expected. */
export const moveErrors = (move: Move, context: MoveContext): FieldErrors => {
  const { head, to, now } = context;
  const errors: FieldErrors = {};
  const add = (field: string, error: string): void => {
    errors[field] = [...(errors[field] ?? []), error];
  };
  const timeError = timeErrorOf(move.happened_at, now);
  if (timeError) add('happened_at', timeError);
  else if (move.kind !== 'found' && head.since && Date.parse(move.happened_at) < Date.parse(head.since) - toleratedMs)
    add('happened_at', custodyMessages.before);
  if (move.read !== 'not_read' && readTag(move.tag) !== head.tag) add('tag', custodyMessages.notThisTag(head.tag));
  if (move.corrects !== null && move.corrects > head.number) add('corrects', custodyMessages.notCorrectable);
  if (hasPlace(move.kind)) {
    if (!to) add('to_place', custodyMessages.needsPlace);
    else if (!to.active) add('to_place', custodyMessages.closedPlace);
    // A release to the place where they were found explains the find.
    else if (to.id === head.place?.id && !(move.kind === 'released' && head.found_away))
      add('to_place', custodyMessages.alreadyThere);
  }
  for (const [field, error] of errorsOfKind(move, context)) add(field, error);
  return errors;
};

/** Returns the receiver of a release by its place. */
export const receiverAt = ({ kind }: PlaceRef, method: string): Receiver => {
  if (kind === 'crematory' || kind === 'cemetery' || kind === 'family') return kind;
  if (kind === 'another_firm') return 'firm';
  return receiverOf(method) === 'program' ? 'program' : 'family';
};

interface Seen {
  readonly tag: string;
  readonly place: { readonly id: string; readonly name: string };
}

/**
 * Compares the tags that were seen with the record of the counted places. `all` is everybody in care; those at places
 * that were not counted are neither seen nor missed. A tag that was seen twice counts where it was seen last. `elsewhere` were
 * at another place than recorded, and no one in care by the record has the tags of `unknown`.
 */
export const countDifferences = <Person extends Seen>(
  all: readonly Person[],
  sightings: readonly Seen[],
  isCounted: (person: Person) => boolean,
) => {
  const last = new Map(sightings.map((one) => [one.tag, one]));
  const known = new Set(all.map(({ tag }) => tag));
  const placed = all.flatMap((person) => {
    const at = last.get(person.tag)?.place;
    return at ? [{ person, seen_at: at }] : [];
  });
  return {
    seen: placed.flatMap(({ person, seen_at }) =>
      seen_at.id === person.place.id && isCounted(person) ? [person] : [],
    ),
    missing: all.filter((person) => isCounted(person) && !last.has(person.tag)),
    elsewhere: placed.filter(({ person, seen_at }) => seen_at.id !== person.place.id),
    unknown: [...last.values()].filter(({ tag }) => !known.has(tag)),
  };
};
