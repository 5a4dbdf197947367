import { firstCallEndpoints } from '#domain/first-calls/first-call.endpoints.ts';
import { firstCallMessages } from '#domain/first-calls/first-call.status.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { presentFirstCall } from './shared/present-first-call.ts';
import { assertVersion, changeSheet, writing } from './shared/write-sheet.ts';

/** A whole draft becomes active; an active sheet stays so. */
export const updateFirstCall = handler(firstCallEndpoints.update, writing, ({ params, body }, context) => {
  const { db, work } = context;
  const { version, status, ...sent } = body;
  return work.attempt(
    () => db.firstCalls.require(params.id),
    async (before) => {
      await assertVersion(db.firstCalls, before, version);
      if (status === 'draft' && before.status === 'active') throw invalid({ status: [firstCallMessages.staysActive] });
      const wanted = status === 'active' && before.status === 'draft' ? 'active' : before.status;
      const next = await changeSheet(context, before, sent, wanted);
      return work.finish(await presentFirstCall(db.firstCalls, next));
    },
  );
});
