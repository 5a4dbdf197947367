import { envelopeRoutes } from '#functions/signatures/envelopes/routes.ts';
import { signatureTemplateRoutes } from '#functions/signatures/templates/routes.ts';
import { serve } from './wiring/api.ts';
import { table } from './wiring/table.ts';
import { keyWrapper } from './wiring.ts';

export const handler = serve([...signatureTemplateRoutes, ...envelopeRoutes], {
  table: table(),
  keyWrapper: keyWrapper(),
});
