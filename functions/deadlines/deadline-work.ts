import type { Deadline } from '#domain/deadlines/deadline.schema.ts';
import { factsOf } from '#domain/deadlines/deadline-facts.ts';
import { deadlineLabels } from '#domain/deadlines/deadline-kinds.ts';
import { obligationsOf } from '#domain/deadlines/obligations.ts';
import type { StoredCase } from '#functions/cases/repository/cases.ts';
import type { OverrideRecord } from '#functions/deadlines/repository/deadline-overrides.ts';
import type { Organizations } from '#functions/organizations/repository/organizations.ts';
import type { PermitRecord } from '#functions/permits/repository.ts';

type People = Pick<Organizations, 'profile'>;

/** Names by the ids of profiles; '' for one that is not there. */
export const ownerNames = async (people: People, ids: readonly (string | null)[]): Promise<Map<string, string>> => {
  const distinct = [...new Set(ids.filter((id) => id !== null && id !== ''))] as string[];
  const found = await Promise.all(distinct.map((id) => people.profile(id)));
  return new Map(found.flatMap((one) => (one ? [[one.id, `${one.first_name} ${one.last_name}`.trim()] as const] : [])));
};

interface DeadlineState {
  kase: StoredCase;
  permits: readonly PermitRecord[];
  overrides: readonly OverrideRecord[];
}

/** The deadlines of a case as they are answered. */
export const presentDeadlines = async (
  people: People,
  { kase: caseRecord, permits, overrides }: DeadlineState,
): Promise<Deadline[]> => {
  const { core, sections } = caseRecord;
  const values = Object.fromEntries(Object.entries(sections).map(([id, section]) => [id, section.values]));
  const all = obligationsOf(factsOf(core, values, permits), { owner: core.created_by_id ?? null, overrides });
  const names = await ownerNames(
    people,
    all.map(({ owner }) => owner),
  );
  return all.map((one) => {
    const decided = overrides.find(({ kind }) => kind === one.kind);
    return {
      ...{ kind: one.kind, title: deadlineLabels[one.kind], is_wait: one.kind === 'cremation_wait' },
      ...{ due: one.due, time: one.time, owner: one.owner, owner_name: names.get(one.owner ?? '') ?? '' },
      ...{ state: one.state, why: one.why, source: one.source, broken: one.broken },
      ...{ done: one.done !== null, done_on: one.done?.on ?? null },
      override: decided ? { ...decided } : null,
    };
  });
};
