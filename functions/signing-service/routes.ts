import { signingServiceEndpoints } from '#domain/signatures/signing-service.endpoints.ts';
import { routesOf } from '#functions/kernel/handler.ts';
import { activateTemplate, syncTemplates } from './change-templates.ts';
import { makeReadyMade } from './make-ready-made.ts';
import { getThere, listThere, refreshEnvelope } from './read-envelopes.ts';
import { listAvailable, previewFields } from './read-templates.ts';

export const signingServiceRoutes = routesOf(signingServiceEndpoints, {
  available: listAvailable,
  sync: syncTemplates,
  readyMade: makeReadyMade,
  activate: activateTemplate,
  fieldPreview: previewFields,
  refresh: refreshEnvelope,
  listThere,
  getThere,
});
