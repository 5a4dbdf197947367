import { privacyEndpoints } from '#domain/privacy/erasure.endpoints.ts';
import { erasableKinds } from '#domain/privacy/erasure.ts';
import { assertAllowed } from '#domain/shared/access/policies.ts';
import { notFound } from '#domain/shared/contract/errors.ts';
import { countErasableEntries, histories } from '#functions/organizations/repository/histories.ts';
import { handler } from '#functions/platform/api/handler.ts';

/** Who did what, when and to which fields stays, and so does the chain over it. Done twice is done once. */
export const forgetHistory = handler(
  privacyEndpoints.forget,
  { histories },
  async ({ params, body }, { db, work, actor, now }) => {
    const subject = { kind: body.kind, id: params.id };
    const { isThere, isSealed, history } = await db.histories.of(subject);
    if (history.length === 0) throw notFound();
    assertAllowed(actor, 'history:forget', { isThere, history, now });
    const { forgotten, inClear: in_clear } = countErasableEntries(history);
    if (isSealed) work.add(db.histories.forget(subject)).audit(erasableKinds[body.kind].deed, params.id);
    return work.finish({ success: true as const, forgotten, in_clear });
  },
);
