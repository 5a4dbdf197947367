import { firstCallEndpoints } from '#domain/first-calls/first-call.endpoints.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { createSheet, writing } from './shared/write-sheet.ts';

export const createFirstCall = handler(firstCallEndpoints.create, writing, ({ body }, context) =>
  createSheet(context, body, body.status ?? 'active'),
);
