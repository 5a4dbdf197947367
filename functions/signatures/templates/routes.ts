import { caseSources } from '#domain/signatures/case-sources.ts';
import { signatureTemplateEndpoints } from '#domain/signatures/signing-service.endpoints.ts';
import { templateTypeLabels, templateTypes } from '#domain/signatures/standard-document-templates.ts';
import { handler, routesOf } from '#functions/platform/api/handler.ts';
import { signatureTemplates } from '../repository/signature-templates.ts';
import { createTemplate, deleteTemplate, updateTemplate } from './change-templates.ts';
import { presentTemplate } from './shared/template-changes.ts';

const needs = { signatureTemplates };

const listTemplates = handler(signatureTemplateEndpoints.list, needs, async ({ query }, { db }) => {
  const { active, template_type } = query;
  const found = (await db.signatureTemplates.all()).filter(
    (template) =>
      (active === undefined || template.is_active === (active === 'true')) &&
      (template_type === undefined || template.template_type === template_type),
  );
  return {
    ...{ count: found.length, count_is_exact: true, next: null, previous: null },
    results: found.map(presentTemplate),
  };
});

const getTemplate = handler(signatureTemplateEndpoints.get, needs, async ({ params }, { db }) =>
  presentTemplate(await db.signatureTemplates.require(params.id)),
);

const listTemplateTypes = handler(signatureTemplateEndpoints.types, {}, async () =>
  templateTypes.map((value) => ({ value, label: templateTypeLabels[value] })),
);

const listCaseSources = handler(signatureTemplateEndpoints.sources, {}, async () => [...caseSources]);

export const signatureTemplateRoutes = routesOf(signatureTemplateEndpoints, {
  list: listTemplates,
  types: listTemplateTypes,
  sources: listCaseSources,
  create: createTemplate,
  get: getTemplate,
  update: updateTemplate,
  delete: deleteTemplate,
});
