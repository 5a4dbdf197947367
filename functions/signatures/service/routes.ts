import { signingServiceEndpoints } from '#domain/signatures/signing-service.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { activateTemplate } from './activate-template.ts';
import { listAvailableTemplates } from './list-available-templates.ts';
import { makeReadyMadeTemplate } from './make-ready-made-template.ts';
import { previewFields } from './preview-fields.ts';
import { getSubmission, listSubmissions } from './read-submissions.ts';
import { refreshEnvelope } from './refresh-envelope.ts';
import { syncTemplates } from './sync-templates.ts';

export const signingServiceRoutes = routesOf(signingServiceEndpoints, {
  available: listAvailableTemplates,
  sync: syncTemplates,
  readyMade: makeReadyMadeTemplate,
  activate: activateTemplate,
  fieldPreview: previewFields,
  refresh: refreshEnvelope,
  listThere: listSubmissions,
  getThere: getSubmission,
});
