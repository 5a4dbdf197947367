import { firstCallEndpoints } from '#domain/first-calls/first-call.endpoints.ts';
import { assertAllowed } from '#domain/shared/access/policies.ts';
import { firstCalls } from '#functions/first-calls/repository/first-calls.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { ssn } from '#functions/ssn/repository.ts';
import { removeSheet } from './shared/remove-sheet.ts';

export const deleteFirstCall = handler(firstCallEndpoints.delete, { firstCalls, ssn }, ({ params }, context) =>
  context.work.attempt(
    () => context.db.firstCalls.require(params.id),
    (sheet) => {
      // The case holds what was said; the sheet stays with it as its source.
      assertAllowed(context.actor, 'first-call:delete', sheet);
      removeSheet(context, sheet);
      return context.work.finish({ success: true as const });
    },
  ),
);
