import { firstCallEndpoints } from '#domain/first-calls/first-call.endpoints.ts';
import { handler } from '#functions/kernel/handler.ts';
import { firstCalls } from '#functions/records/first-calls/first-calls.ts';
import { presentFirstCall } from './shared/present-first-call.ts';

export const getFirstCall = handler(firstCallEndpoints.get, { firstCalls }, async ({ params }, { db }) =>
  presentFirstCall(db.firstCalls, await db.firstCalls.require(params.id)),
);
