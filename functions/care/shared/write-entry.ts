import { randomInt } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { CustodyEntry, Party, PlaceRef, SentMove } from '#domain/care/care.schema.ts';
import { custodyMessages } from '#domain/care/care-names.ts';
import { partyText } from '#domain/care/entry-text.ts';
import { newTag } from '#domain/care/tag-code.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { isSameName } from '#domain/shared/values/same-name.ts';
import type { SubjectRecord } from '#functions/care/repository/custody.ts';
import type { PlaceRecord } from '#functions/care/repository/places.ts';
import type { CaseRecord } from '#functions/cases/repository/case-record.ts';
import type { Organizations } from '#functions/organizations/repository/organizations.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import type { Change } from '#functions/platform/store/audit/audit-log.ts';

/** Returns the record of a body before its first entry; its id is that of the case. */
export const newBody = (
  { id, organization_id, funeral_home_id }: Pick<CaseRecord, 'id' | 'organization_id' | 'funeral_home_id'>,
  now: Date,
): SubjectRecord => ({
  id,
  organization_id,
  case_id: id,
  funeral_home_id,
  kind: 'body',
  part: 1,
  of: 1,
  parent_id: null,
  tag: newTag(randomInt),
  number: 0,
  place: null,
  since: null,
  found_away: false,
  ended: false,
  created_at: now.toISOString(),
});

/** Returns the remains that a cremation or a division begins, at the same place and with the same first entry. */
export const remainsOf = (parent: SubjectRecord, entry: CustodyEntry, of: number, now: Date) =>
  Array.from({ length: of }, (_, at) => {
    const id = uuid({ msecs: now.getTime() });
    const record: SubjectRecord = {
      ...parent,
      id,
      kind: 'remains',
      part: at + 1,
      of,
      parent_id: parent.id,
      tag: newTag(randomInt),
      number: 1,
      since: entry.happened_at,
      found_away: false,
      ended: false,
      created_at: now.toISOString(),
    };
    return { record, entry: { ...entry, subject_id: id, number: 1, signatures: [], corrects: null } };
  });

export const placeRef = ({ id, name, kind, ours }: PlaceRecord): PlaceRef => ({ id, name, kind, ours });

/** Returns who gives or takes with the name of a member as it is now. Throws 400 for someone who is no member. */
export const partyOf = async (
  organizations: Pick<Organizations, 'profile'>,
  field: string,
  sent: SentMove['gave'],
): Promise<Party | null> => {
  if (sent?.profile) {
    const profile = await organizations.profile(sent.profile);
    if (!profile) throw invalid({ [field]: [custodyMessages.needsName] });
    return { profile_id: profile.id, name: `${profile.first_name} ${profile.last_name}`.trim(), firm: '' };
  }
  // A dot or an invisible letter names no one.
  return sent && !isSameName(sent.name, '') ? { profile_id: null, name: sent.name, firm: sent.firm } : null;
};

export const partyOfActor = ({ id, name }: Actor): Party => ({ profile_id: id, name, firm: '' });

/** Returns the changes of an entry for the audit log, without signatures. */
export const entryChanges = (entry: CustodyEntry): Change[] =>
  Object.entries({
    kind: { from: null, to: entry.kind },
    number: { from: null, to: String(entry.number) },
    place: { from: entry.from?.name ?? entry.from_text, to: entry.to?.name ?? null },
    gave: { from: null, to: partyText(entry.gave) },
    took: { from: null, to: partyText(entry.took) },
    witness: { from: null, to: partyText(entry.witness) },
    reason: { from: null, to: entry.reason },
    note: { from: null, to: entry.note },
  })
    .map(([field, { from, to }]) => ({ field: `care.${field}`, from: from || null, to: to || null }))
    .filter(({ from, to }) => from !== null || to !== null);
