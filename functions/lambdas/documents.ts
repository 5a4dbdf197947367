import { documentRoutes } from '#functions/documents/routes.ts';
import { createApi } from '#functions/platform/api/api.ts';
import { readMultipart } from '#functions/platform/api/multipart.ts';
import { bucket } from './wiring/documents.ts';
import { table } from './wiring/table.ts';
import { apiSettings, keyWrapper } from './wiring.ts';

export const handler = createApi(
  documentRoutes,
  { table: table(), keyWrapper: keyWrapper(), documentIntake: bucket(), multipart: readMultipart },
  apiSettings(),
);
