import { firstCallEndpoints } from '#domain/first-calls/first-call.endpoints.ts';
import { handler } from '#functions/kernel/handler.ts';
import { presentFirstCall } from './shared/present-first-call.ts';
import { assertVersion, changeSheet, writing } from './shared/write-sheet.ts';

/** A whole draft becomes active; an active sheet stays so, whatever a client that sends it back says. */
export const updateFirstCall = handler(firstCallEndpoints.update, writing, ({ params, body }, context) => {
  const { db, work } = context;
  const { version, status, ...sent } = body;
  return work.attempt(
    () => db.firstCalls.require(params.id),
    async (before) => {
      await assertVersion(db.firstCalls, before, version);
      const wanted = status === 'active' && before.status === 'draft' ? 'active' : before.status;
      const next = await changeSheet(context, before, sent, wanted);
      return work.finish(await presentFirstCall(db.firstCalls, next));
    },
  );
});
