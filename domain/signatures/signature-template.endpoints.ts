import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { pathParams } from '#domain/shared/contract/ids.ts';
import { currentOf, pageSchema, SuccessResponse } from '#domain/shared/contract/wire.ts';
import {
  CaseSources,
  NewTemplate,
  SignatureTemplate,
  TemplatePatch,
  TemplateQuery,
  TemplateTypes,
} from './signature-template.schema.ts';

const path = '/api/signatures/templates/';
const one = `${path}{id}/` as const;

export const signatureTemplateEndpoints = {
  list: endpoint({
    method: 'GET',
    path,
    permission: 'signature:read',
    summary: 'List the templates of papers to sign by name, all of them at once',
    query: TemplateQuery,
    response: pageSchema(SignatureTemplate),
  }),
  types: endpoint({
    method: 'GET',
    path: `${path}template_types/`,
    permission: 'signature:read',
    summary: 'What papers to sign can be',
    response: TemplateTypes,
  }),
  sources: endpoint({
    method: 'GET',
    path: `${path}case_values/`,
    permission: 'signature:read',
    summary: 'What of a case the fields of a template can be filled with',
    response: CaseSources,
  }),
  create: endpoint({
    method: 'POST',
    path,
    permission: 'signature:manage-templates',
    summary: 'Add a template; its fields are read when it is activated or synced',
    body: NewTemplate,
    response: SignatureTemplate,
    status: 201,
    idempotent: true,
    errorResponses: { 409: 'There is one of this name, or for this DocuSeal template.' },
    auditActions: ['signature_template.created'],
    events: ['signature-template.changed'],
  }),
  get: endpoint({
    method: 'GET',
    path: one,
    permission: 'signature:read',
    summary: 'Read one template',
    params: pathParams.signatureTemplate,
    response: SignatureTemplate,
  }),
  update: endpoint({
    method: 'PATCH',
    path: one,
    permission: 'signature:manage-templates',
    summary: 'Change a template or what its fields are filled with; a stale version is answered 409',
    params: pathParams.signatureTemplate,
    body: TemplatePatch,
    response: SignatureTemplate,
    conflict: currentOf(SignatureTemplate),
    errorResponses: { 409: 'The name is taken, or `version` is stale: `current` is the template as it stands.' },
    auditActions: ['signature_template.updated'],
    events: ['signature-template.changed'],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: one,
    permission: 'signature:manage-templates',
    summary: 'Take a template away; nothing of it at DocuSeal is touched',
    params: pathParams.signatureTemplate,
    response: SuccessResponse,
    auditActions: ['signature_template.deleted'],
    events: ['signature-template.deleted'],
  }),
} as const;
