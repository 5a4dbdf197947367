import { createApi } from '#functions/platform/api/api.ts';
import { envelopeRoutes } from '#functions/signatures/envelopes/routes.ts';
import { signatureTemplateRoutes } from '#functions/signatures/templates/routes.ts';
import { table } from './parts/table.ts';
import { apiSettings, keyWrapper } from './parts.ts';

export const handler = createApi(
  [...signatureTemplateRoutes, ...envelopeRoutes],
  { table: table(), keyWrapper: keyWrapper() },
  apiSettings(),
);
