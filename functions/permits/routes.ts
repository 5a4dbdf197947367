import { v7 as uuid } from 'uuid';
import { permitEndpoints, type SentPermit } from '#domain/permits/permit.endpoints.ts';
import { maxPermits, sentPermit } from '#domain/permits/permit.rules.ts';
import { permitMessages } from '#domain/permits/permit-names.ts';
import { assertAllowed } from '#domain/registry/policies.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { cases } from '#functions/cases/repository/cases.ts';
import { todayOfCase } from '#functions/cases/shared/today-of-case.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { type ContextOf, handler, routesOf } from '#functions/platform/api/handler.ts';
import { permits } from './repository.ts';
import { indexOfPermit, permitChanges, permitContent, presentPermit, scanOf, writing } from './shared/permit-work.ts';

type Context = ContextOf<typeof permitEndpoints.update, typeof writing>;

const change = (
  context: Context,
  { id, permitId }: { id: string; permitId: string },
  sent: SentPermit,
  whole: boolean,
) => {
  const { db, work, actor, now } = context;
  return context.work.attempt(async () => {
    const [core, list] = await Promise.all([db.cases.requireCore(id), db.permits.of(id)]);
    const at = indexOfPermit(list.entries, permitId);
    const [before] = list.entries.slice(at);
    if (!before) throw new Error('no permit where it stands');
    assertAllowed(actor, 'permit:edit', core);
    const today = await todayOfCase(db, core, now);
    const values = { ...(whole ? {} : before), ...sentPermit(sent) };
    const content = permitContent(values, list.entries.toSpliced(at, 1), today);
    const kept = whole ? null : before.scan;
    const { scan, changes: ofScan } = await scanOf(db, id, before.scan, sent.scan === undefined ? kept : sent.scan);
    const changes = [...permitChanges({ ...before }, content), ...ofScan];
    // The number is always included to name the permit; without another change nothing changed.
    if (changes.length === 1 && before.permit_number === content.permit_number)
      return work.finish(presentPermit(before, today));
    const next = { ...before, ...content, scan, updated_at: now.toISOString() };
    return work
      .add(db.permits.write(id, list, list.entries.with(at, next)), db.cases.changeCore(core, {}, now))
      .audit('permit.updated', id, changes)
      .announce('permit.updated', id, { permit_id: permitId, case_id: id })
      .finish(presentPermit(next, today));
  });
};

const updatePermit = handler(permitEndpoints.update, writing, ({ params, body }, context) =>
  change(context, params, body, false),
);

const replacePermit = handler(permitEndpoints.replace, writing, ({ params, body }, context) =>
  change(context, params, body, true),
);

/** The transaction also enforces that the number is unique in the case. */
const addPermit = handler(permitEndpoints.add, writing, ({ params: { id }, body }, context) => {
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
      id: uuid({ msecs: now.getTime() }),
      ...content,
      scan,
      created_at: at,
      updated_at: at,
      created_by_name: actor.name,
    };
    return work
      .add(db.permits.write(id, list, [...list.entries, permit]), db.cases.changeCore(core, {}, now))
      .audit('permit.added', id, [...permitChanges({}, content), ...changes])
      .announce('permit.added', id, { permit_id: permit.id, case_id: id })
      .finish(presentPermit(permit, today));
  });
});

const deletePermit = handler(permitEndpoints.delete, writing, ({ params: { id, permitId } }, context) => {
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

const listPermits = handler(
  permitEndpoints.list,
  { cases, permits, organizations },
  async ({ params }, { db, now }) => {
    const [core, { entries }] = await Promise.all([db.cases.requireCore(params.id), db.permits.of(params.id)]);
    const today = await todayOfCase(db, core, now);
    return entries.map((permit) => presentPermit(permit, today));
  },
);

export const permitRoutes = routesOf(permitEndpoints, {
  list: listPermits,
  add: addPermit,
  update: updatePermit,
  replace: replacePermit,
  delete: deletePermit,
});
