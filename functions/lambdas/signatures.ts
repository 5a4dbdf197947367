import { createApi } from '#functions/platform/api/api.ts';
import { envelopeRoutes } from '#functions/signatures/envelopes/routes.ts';
import { signatureTemplateRoutes } from '#functions/signatures/templates/routes.ts';
import { table } from './wiring/table.ts';
import { apiSettings, keyWrapper } from './wiring.ts';

export const handler = createApi(
  [...signatureTemplateRoutes, ...envelopeRoutes],
  { table: table(), keyWrapper: keyWrapper() },
  apiSettings(),
);
