import { type DeletedRecord, privacyEndpoints } from '#domain/privacy/erasure.endpoints.ts';
import { erasableKinds, erasureBlockedReason } from '#domain/privacy/erasure.ts';
import { assertAllowed } from '#domain/registry/policies.ts';
import type { AuditEntry } from '#domain/shared/audit/audit-log.schema.ts';
import { notFound } from '#domain/shared/contract/errors.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import { countErasableEntries, type Deleted, histories } from '#functions/organizations/repository/histories.ts';
import { keyWrapper } from '#functions/platform/api/dependencies.ts';
import { handler, organizationScopedRoutes } from '#functions/platform/api/handler.ts';
import { subjectKeys } from '#functions/platform/store/subject-keys.ts';

/** Returns the newest value that the entries (newest first) contain of a field. */
const lastOf = (entries: readonly AuditEntry[], name: string): string => {
  for (const { changes } of entries)
    for (const { field, from, to } of changes)
      if (field.split('.').at(-1) === name && (to || from)) return String(to || from);
  return '';
};

/** Returns the deceased's name, or that of the family if there is none. */
const nameOf = (kind: Deleted['kind'], entries: readonly AuditEntry[]): string => {
  const family = kind === 'submission' ? 'informant_' : '';
  const prefixes = kind === 'customer' ? [''] : ['deceased_', family];
  const names = prefixes.map((of) => fullName(lastOf(entries, `${of}first_name`), lastOf(entries, `${of}last_name`)));
  return names.find((name) => name !== '') ?? '';
};

const presented = ({ kind, id, entries }: Deleted, opened: readonly AuditEntry[], now: Date): DeletedRecord => {
  const deleted = entries.find(({ action }) => action === `${kind}.deleted`) ?? entries[0];
  return {
    id,
    kind,
    name: nameOf(kind, opened),
    case_number: kind === 'case' ? lastOf(opened, 'case_number') : '',
    deleted_at: deleted?.at ?? '',
    deleted_by_name: deleted?.actor_name ?? '',
    kept_because: erasureBlockedReason({ isThere: false, history: entries }, now) ?? null,
  };
};

const listDeletedRecords = handler(
  privacyEndpoints.deletedRecords,
  { histories, subjectKeys, keyWrapper },
  async ({ query }, { db, cursor, keyWrapper, now }) => {
    const start = query.cursor === undefined ? undefined : await cursor.open(query.cursor);
    const { found, next } = await db.histories.deleted(start);
    const results = await Promise.all(
      found.map(async (one) => {
        const { kind } = erasableKinds[one.kind];
        const open = await db.subjectKeys.opener({ kind, id: one.id }, keyWrapper);
        return presented(one, one.entries.map(open), now);
      }),
    );
    results.sort((a, b) => b.deleted_at.localeCompare(a.deleted_at));
    return { results, next_cursor: next && (await cursor.seal(next)) };
  },
);

/** Only the values are erased: who did what, when and to which fields stays. Idempotent. */
const forgetHistory = handler(
  privacyEndpoints.forget,
  { histories },
  async ({ params, body }, { db, work, actor, now }) => {
    const subject = { kind: body.kind, id: params.id };
    const { isThere, isSealed, history } = await db.histories.of(subject);
    if (history.length === 0) throw notFound();
    assertAllowed(actor, 'history:forget', { isThere, history, now });
    const { forgotten, inClear: in_clear } = countErasableEntries(history);
    if (isSealed) work.add(db.histories.forget(subject)).audit(erasableKinds[body.kind].action, params.id);
    return work.finish({ success: true as const, forgotten, in_clear });
  },
);

export const privacyScopedRoutes = organizationScopedRoutes(privacyEndpoints, {
  deletedRecords: listDeletedRecords,
  forget: forgetHistory,
});
