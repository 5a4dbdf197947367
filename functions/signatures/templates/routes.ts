import { v7 as uuid } from 'uuid';
import { AppError } from '#domain/shared/contract/errors.ts';
import { caseSources } from '#domain/signatures/case-sources.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import { signatureTemplateEndpoints } from '#domain/signatures/signing-service.endpoints.ts';
import { templateTypeLabels, templateTypes, typeOfName } from '#domain/signatures/standard-document-templates.ts';
import { handler, routesOf } from '#functions/platform/api/handler.ts';
import { conflictError } from '#functions/platform/api/strip-to-schema.ts';
import { type SignatureTemplateRecord, signatureTemplates } from '../repository/signature-templates.ts';
import { mappingAfter, presentTemplate, templateChanges } from './shared/template-changes.ts';

/** Throws 409 if another template has this name or DocuSeal template. */
const assertUnique = (
  record: Pick<SignatureTemplateRecord, 'id' | 'name' | 'docuseal_id'>,
  all: readonly SignatureTemplateRecord[],
): void => {
  const others = all.filter(({ id }) => id !== record.id);
  if (others.some(({ name }) => name.toLowerCase() === record.name.toLowerCase()))
    throw new AppError('conflict', { fields: { name: [signatureMessages.nameTaken] } });
  if (record.docuseal_id !== null && others.some(({ docuseal_id }) => docuseal_id === record.docuseal_id))
    throw new AppError('conflict', { fields: { docuseal_template_id: [signatureMessages.boundAlready] } });
};

const needs = { signatureTemplates };

/** A new template is inactive until activation reads its fields at DocuSeal. */
const createTemplate = handler(signatureTemplateEndpoints.create, needs, ({ body }, context) => {
  const { db, work, actor, now } = context;
  const at = now.toISOString();
  const { name, description = '', docuseal_template_id, in_default_set = false } = body;
  const record: SignatureTemplateRecord = {
    id: uuid({ msecs: now.getTime() }),
    organization_id: actor.organizationId,
    version: 1,
    name,
    description,
    template_type: body.template_type ?? typeOfName(name),
    docuseal_id: docuseal_template_id ?? null,
    roles: [],
    fields: [],
    mapping: {},
    is_active: false,
    in_default_set,
    made_by_us: false,
    missing_since: null,
    synced_at: null,
    created_at: at,
    updated_at: at,
    updated_by_name: actor.name,
    deleted_at: null,
  };
  return work.attempt(db.signatureTemplates.all, async (all) => {
    assertUnique(record, all);
    return work
      .add(db.signatureTemplates.create(record))
      .audit('signature_template.created', actor.organizationId, templateChanges(undefined, record))
      .announce('signature-template.changed', actor.organizationId, { template_id: record.id })
      .finish(presentTemplate(record));
  });
});

const updateTemplate = handler(signatureTemplateEndpoints.update, needs, ({ params, body }, context) => {
  const { db, work, actor, now } = context;
  return work.attempt(
    () => db.signatureTemplates.require(params.id),
    async (record) => {
      const { version, mapping, roles, is_active, ...fields } = body;
      if (version !== undefined && version !== record.version)
        throw conflictError(signatureTemplateEndpoints.update, { current: presentTemplate(record) });
      const partOf = new Map(roles?.map(({ name, part }) => [name, part]));
      const next: SignatureTemplateRecord = {
        ...record,
        ...fields,
        is_active: is_active ?? record.is_active,
        mapping: mappingAfter(record, mapping),
        roles: record.roles.map((role) => ({ ...role, part: partOf.get(role.name) ?? role.part })),
        updated_at: now.toISOString(),
        updated_by_name: actor.name,
      };
      assertUnique(next, await db.signatureTemplates.all());
      return work
        .add(db.signatureTemplates.change(record, next))
        .audit('signature_template.updated', actor.organizationId, templateChanges(record, next))
        .announce('signature-template.changed', actor.organizationId, { template_id: record.id })
        .finish(presentTemplate({ ...next, version: record.version + 1 }));
    },
  );
});

/** Existing envelopes keep it; it is no longer offered. */
const deleteTemplate = handler(signatureTemplateEndpoints.delete, needs, ({ params }, context) => {
  const { db, work, actor, now } = context;
  return work.attempt(
    () => db.signatureTemplates.require(params.id),
    async (record) => {
      const gone = { deleted_at: now.toISOString(), updated_at: now.toISOString(), is_active: false };
      return work
        .add(db.signatureTemplates.change(record, { ...record, ...gone, updated_by_name: actor.name }))
        .audit('signature_template.deleted', actor.organizationId, [
          { field: 'signature_templates.name', from: record.name, to: null },
        ])
        .announce('signature-template.deleted', actor.organizationId, { template_id: record.id })
        .finish({ success: true as const });
    },
  );
});

const listTemplates = handler(signatureTemplateEndpoints.list, needs, async ({ query }, { db }) => {
  const { active, template_type } = query;
  const found = (await db.signatureTemplates.all()).filter(
    (template) =>
      (active === undefined || template.is_active === (active === 'true')) &&
      (template_type === undefined || template.template_type === template_type),
  );
  return {
    count: found.length,
    count_is_exact: true,
    next: null,
    previous: null,
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
