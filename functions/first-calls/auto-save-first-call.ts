import { firstCallEndpoints } from '#domain/first-calls/first-call.endpoints.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { presentFirstCall } from './shared/present-first-call.ts';
import { assertVersion, changeSheet, createSheet, writing } from './shared/write-sheet.ts';

/** Gaps stop no draft; what is malformed is named, and an active sheet stays whole. */
export const autoSaveFirstCall = handler(firstCallEndpoints.autoSave, writing, ({ body }, context) => {
  const { db, work } = context;
  const { id, version, ...sent } = body;
  if (!id) return createSheet(context, sent, 'draft');
  return work.attempt(
    () => db.firstCalls.require(id),
    async (before) => {
      await assertVersion(db.firstCalls, before, version);
      const next = await changeSheet(context, before, sent);
      return work.finish(await presentFirstCall(db.firstCalls, next));
    },
  );
});
