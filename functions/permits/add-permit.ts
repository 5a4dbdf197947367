import { v7 as uuid } from 'uuid';
import { permitEndpoints } from '#domain/permits/permit.endpoints.ts';
import { maxPermits, sentPermit } from '#domain/permits/permit.rules.ts';
import { permitMessages } from '#domain/permits/permit-messages.ts';
import { assertAllowed } from '#domain/shared/access/policies.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { todayOfCase } from '#functions/cases/shared/today-of-case.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { permitChanges, permitContent, presentPermit, scanOf, writing } from './shared/permit-work.ts';

/** Adds a permit; that its number is the only one of the case holds in the same transaction. */
export const addPermit = handler(permitEndpoints.add, writing, ({ params: { id }, body }, context) => {
  const { db, work, actor, now } = context;
  return context.work.attempt(async () => {
    const [core, list] = await Promise.all([db.cases.requireCore(id), db.permits.of(id)]);
    assertAllowed(actor, 'permit:edit', core);
    if (list.entries.length >= maxPermits) throw invalid({ non_field_errors: [permitMessages.tooMany] });
    const today = await todayOfCase(db, core, now);
    const content = permitContent(sentPermit(body), list.entries, today);
    const { scan, changes } = await scanOf(db, id, null, body.scan ?? null);
    const at = now.toISOString();
    const permit = {
      ...{ id: uuid({ msecs: now.getTime() }), ...content, scan },
      ...{ created_at: at, updated_at: at, created_by_name: actor.name },
    };
    return work
      .add(db.permits.write(id, list, [...list.entries, permit]), db.cases.changeCore(core, {}, now))
      .audit('permit.added', id, [...permitChanges({}, content), ...changes])
      .announce('permit.added', id, { permit_id: permit.id, case_id: id })
      .finish(presentPermit(permit, today));
  });
});
