import { permitEndpoints } from '#domain/permits/permit.endpoints.ts';
import { assertAllowed } from '#domain/shared/access/policies.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { indexOfPermit, permitChanges, writing } from './shared/permit-work.ts';

/** Deletes a permit; the trail of the case keeps what it said. */
export const deletePermit = handler(permitEndpoints.delete, writing, ({ params: { id, permitId } }, context) => {
  const { db, work, actor, now } = context;
  return context.work.attempt(async () => {
    const [core, list] = await Promise.all([db.cases.requireCore(id), db.permits.of(id)]);
    const at = indexOfPermit(list.entries, permitId);
    assertAllowed(actor, 'permit:edit', core);
    return work
      .add(db.permits.write(id, list, list.entries.toSpliced(at, 1)), db.cases.changeCore(core, {}, now))
      .audit('permit.deleted', id, permitChanges({ ...list.entries[at] }, {}))
      .announce('permit.deleted', id, { permit_id: permitId, case_id: id })
      .finish({ success: true as const });
  });
});
