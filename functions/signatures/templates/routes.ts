import { signatureTemplateEndpoints } from '#domain/signatures/signature-template.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { createTemplate, deleteTemplate, updateTemplate } from './change-templates.ts';
import { getTemplate, listCaseSources, listTemplates, listTemplateTypes } from './read-templates.ts';

export const signatureTemplateRoutes = routesOf(signatureTemplateEndpoints, {
  list: listTemplates,
  types: listTemplateTypes,
  sources: listCaseSources,
  create: createTemplate,
  get: getTemplate,
  update: updateTemplate,
  delete: deleteTemplate,
});
