import { permitEndpoints } from '#domain/permits/permit.endpoints.ts';
import { sentPermit } from '#domain/permits/permit.rules.ts';
import type { SentPermit } from '#domain/permits/permit.schema.ts';
import { assertAllowed } from '#domain/shared/access/policies.ts';
import { todayOfCase } from '#functions/cases/shared/today-of-case.ts';
import type { ContextOf } from '#functions/platform/api/context.ts';
import { handler } from '#functions/platform/api/handler.ts';
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
    // The number alone, which says which permit it is: nothing is different.
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

/** Changes what was sent of a permit. */
export const updatePermit = handler(permitEndpoints.update, writing, ({ params, body }, context) =>
  change(context, params, body, false),
);

/** The whole of a permit: what was not sent is blank from then on. */
export const replacePermit = handler(permitEndpoints.replace, writing, ({ params, body }, context) =>
  change(context, params, body, true),
);
