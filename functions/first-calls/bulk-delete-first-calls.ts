import { firstCallEndpoints } from '#domain/first-calls/first-call.endpoints.ts';
import { firstCallMessages } from '#domain/first-calls/first-call.status.ts';
import { isAllowed } from '#domain/shared/access/policies.ts';
import { notFound } from '#domain/shared/contract/errors.ts';
import { deceasedNameOf } from '#functions/first-calls/repository/first-call-record.ts';
import { firstCalls } from '#functions/first-calls/repository/first-calls.ts';
import { conflictError } from '#functions/platform/api/conflict.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { ssn } from '#functions/ssn/repository.ts';
import { removeSheet } from './shared/remove-sheet.ts';

/** So many sheets go in one transaction: each takes three actions, and one item announces all. */
const together = 30;

/** All of them or, when one has become a case, none. Cut off in between, the same call goes on with those that are left. */
export const bulkDeleteFirstCalls = handler(
  firstCallEndpoints.bulkDelete,
  { firstCalls, ssn },
  async ({ body }, context) => {
    const { db, work, actor } = context;
    const wanted = [...new Set(body.sheet_ids)];
    const found = await db.firstCalls.findAll(wanted);
    if (found.length === 0) throw notFound();
    const kept = found.filter((sheet) => !isAllowed(actor, 'first-call:delete', sheet));
    if (kept.length) throw converted(kept.map((sheet) => deceasedNameOf(sheet)));
    let deleted = 0;
    for (let at = 0; at < found.length; at += together) {
      const ids = found.slice(at, at + together).map(({ id }) => id);
      deleted += await work.attempt(
        () => db.firstCalls.findAll(ids),
        async (group) => {
          const left = group.filter((sheet) => isAllowed(actor, 'first-call:delete', sheet));
          for (const sheet of left) removeSheet(context, sheet);
          await work.step();
          return left.length;
        },
      );
    }
    const message = `${deleted} first ${deleted === 1 ? 'call' : 'calls'} deleted`;
    return work.finish({ success: true as const, deleted_count: deleted, message });
  },
);

const converted = (names: string[]): Error =>
  conflictError(firstCallEndpoints.bulkDelete, { converted: names, deleted_count: 0 }, firstCallMessages.someAreKept);
