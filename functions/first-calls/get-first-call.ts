import { firstCallEndpoints } from '#domain/first-calls/first-call.endpoints.ts';
import { firstCalls } from '#functions/first-calls/repository/first-calls.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { presentFirstCall } from './shared/present-first-call.ts';

export const getFirstCall = handler(firstCallEndpoints.get, { firstCalls }, async ({ params }, { db }) =>
  presentFirstCall(db.firstCalls, await db.firstCalls.require(params.id)),
);
