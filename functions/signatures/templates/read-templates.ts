import { caseSources } from '#domain/signatures/case-sources.ts';
import { signatureTemplateEndpoints } from '#domain/signatures/signature-template.endpoints.ts';
import { templateTypeLabels, templateTypes } from '#domain/signatures/template-types.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { signatureTemplates } from '#functions/signatures/repository/signature-templates.ts';
import { presentTemplate } from '#functions/signatures/templates/shared/present-template.ts';

const needs = { signatureTemplates };

export const listTemplates = handler(signatureTemplateEndpoints.list, needs, async ({ query }, { db }) => {
  const { active, template_type } = query;
  const found = (await db.signatureTemplates.all()).filter(
    (one) =>
      (active === undefined || one.is_active === (active === 'true')) &&
      (template_type === undefined || one.template_type === template_type),
  );
  return {
    ...{ count: found.length, count_is_exact: true, next: null, previous: null },
    results: found.map(presentTemplate),
  };
});

export const getTemplate = handler(signatureTemplateEndpoints.get, needs, async ({ params }, { db }) =>
  presentTemplate(await db.signatureTemplates.require(params.id)),
);

export const listTemplateTypes = handler(signatureTemplateEndpoints.types, {}, async () =>
  templateTypes.map((value) => ({ value, label: templateTypeLabels[value] })),
);

export const listCaseSources = handler(signatureTemplateEndpoints.sources, {}, async () => [...caseSources]);
