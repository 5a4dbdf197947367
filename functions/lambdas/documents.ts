import { documentRoutes } from '#functions/documents/routes.ts';
import { readMultipart } from '#functions/platform/api/multipart.ts';
import { serve } from './wiring/api.ts';
import { bucket } from './wiring/documents.ts';
import { table } from './wiring/table.ts';
import { keyWrapper } from './wiring.ts';

export const handler = serve(documentRoutes, {
  table: table(),
  keyWrapper: keyWrapper(),
  documentIntake: bucket(),
  multipart: readMultipart,
});
