import {
  erasableKinds,
  type Forgettable,
  forgettableKinds,
  recordStillExistsMessage,
} from '#domain/privacy/erasure.ts';
import { type AuditAction, type AuditKind, auditActions, isEncrypted } from '#domain/shared/audit/audit-actions.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { type StoredAuditEntry, storedEntry } from '#functions/platform/store/audit/audit-log.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import type { Key, Table, Write } from '#functions/platform/store/table.ts';

/** More entries than a record ever has. */
const maxEntries = 50_000;
const walkedAtOnce = 200;
const walkedAtMost = 5_000;
const foundAtMost = 20;

interface Subject {
  kind: Forgettable;
  id: string;
}
/** A deleted record whose history still shows personal data; its entries newest first. */
export interface Deleted extends Subject {
  entries: StoredAuditEntry[];
}

const kindOf = new Map<string, Forgettable>(forgettableKinds.map((kind) => [erasableKinds[kind].kind, kind]));
const auditKind = (kind: Forgettable): AuditKind => erasableKinds[kind].kind;

const recordKey = (keys: Keys, { kind, id }: Subject): Key => {
  if (kind === 'customer') return keys.customer(id);
  if (kind === 'submission') return keys.submission(id);
  return kind === 'case' ? keys.case(id) : keys.firstCall(id);
};
const subjectKey = (keys: Keys, { kind, id }: Subject): Key => keys.subjectKey(auditKind(kind), id);
const nameOf = ({ kind, id }: Subject): string => `${kind} ${id}`;
const pkOf = ({ pk }: Key): string => pk;

/** Unknown actions of older releases count as personal. */
const tellsOfPeople = (action: string): boolean =>
  !Object.hasOwn(auditActions, action) || isEncrypted(action as AuditAction);

/** Counts entries with personal data: those that can be erased, and those from before histories were encrypted. */
export const countErasableEntries = (history: readonly StoredAuditEntry[]): { forgotten: number; inClear: number } => ({
  forgotten: history.filter(({ sealed }) => sealed !== undefined).length,
  inClear: history.filter(
    ({ action, changes }) => tellsOfPeople(action) && changes.some(({ from, to }) => from !== null || to !== null),
  ).length,
});

const historiesIn = (table: Table, keys: Keys) => {
  /** Returns the deleted ones of some records whose history still has its key. */
  const deletedAmong = async (subjects: readonly Subject[]): Promise<Subject[]> => {
    const remembered = new Set((await table.getAll(subjects.map((subject) => subjectKey(keys, subject)))).map(pkOf));
    const spokenOf = subjects.filter((subject) => remembered.has(subjectKey(keys, subject).pk));
    const there = new Set((await table.getAll(spokenOf.map((subject) => recordKey(keys, subject)))).map(pkOf));
    return spokenOf.filter((subject) => !there.has(recordKey(keys, subject).pk));
  };
  const newest = async ({ kind, id }: Subject, limit: number) =>
    table.query({ pk: keys.audit(auditKind(kind), id), newestFirst: true, limit });
  /** Only records whose newest entry is in this part of the timeline, so that a longer walk returns each once. */
  const readSubjects = async (subjects: readonly Subject[], start: string | undefined): Promise<Deleted[]> => {
    const all = await Promise.all(
      subjects.map(async (subject) => {
        const items = await newest(subject, 500);
        const isInRange = start !== undefined && String(items[0]?.gsi1sk) >= start;
        return isInRange ? [] : [{ ...subject, entries: items.map(storedEntry) }];
      }),
    );
    return all.flat();
  };
  return {
    /** Returns a record's whole history, whether the record exists, and whether the history can be erased. */
    async of(subject: Subject): Promise<{ isThere: boolean; isSealed: boolean; history: StoredAuditEntry[] }> {
      const key = subjectKey(keys, subject);
      const [found, items] = await Promise.all([
        table.getAll([key, recordKey(keys, subject)]),
        table.query({ pk: keys.audit(auditKind(subject.kind), subject.id), limit: maxEntries }),
      ]);
      const isSealed = found.some(({ pk }) => pk === key.pk);
      return { isSealed, isThere: found.length > (isSealed ? 1 : 0), history: items.map(storedEntry) };
    },
    /** Walks the timeline backwards from `start`; `next` is the place to continue, null at its beginning. */
    async deleted(
      start: string | undefined,
      atOnce = walkedAtOnce,
    ): Promise<{ found: Deleted[]; next: string | null }> {
      const seen = new Set<string>();
      const found: Deleted[] = [];
      let position = start;
      for (let walked = 0; walked < walkedAtMost && found.length < foundAtMost; walked += atOnce) {
        const items = await table.query({
          pk: keys.auditTimeline(),
          index: 'gsi1',
          newestFirst: true,
          limit: atOnce,
          ...(position === undefined ? {} : { between: ['0', position] as const }),
        });
        const subjects = items.flatMap(({ pk }): Subject[] => {
          const [, , , named = '', id = ''] = pk.split('#');
          const kind = kindOf.get(named);
          const isNew = kind !== undefined && !seen.has(nameOf({ kind, id }));
          if (isNew) seen.add(nameOf({ kind, id }));
          return isNew ? [{ kind, id }] : [];
        });
        found.push(...(await readSubjects(await deletedAmong(subjects), start)));
        if (items.length < atOnce) return { found, next: null };
        position = String(items.at(-1)?.gsi1sk);
      }
      return { found, next: position ?? null };
    },
    /** Destroys a history's key, unless the record exists again, for example after an undone merge. */
    forget: (subject: Subject): Write[] => [
      {
        check: recordKey(keys, subject),
        when: 'absent',
        refused: () => new AppError('conflict', { detail: recordStillExistsMessage }),
      },
      { delete: subjectKey(keys, subject) },
    ],
  };
};

export const histories = {
  grants: ['table:forget', 'table:audit-read'],
  in: historiesIn,
} as const satisfies Repository;
