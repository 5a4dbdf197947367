import { endpoint } from '#domain/contract/endpoint.ts';
import { ids } from '#domain/contract/ids.ts';
import { currentOf, Done, pageOf } from '#domain/contract/wire.ts';
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
    may: 'signature:read',
    summary: 'List the templates of papers to sign by name, all of them at once',
    query: TemplateQuery,
    response: pageOf(SignatureTemplate),
  }),
  types: endpoint({
    method: 'GET',
    path: `${path}template_types/`,
    may: 'signature:read',
    summary: 'What papers to sign can be',
    response: TemplateTypes,
  }),
  sources: endpoint({
    method: 'GET',
    path: `${path}case_values/`,
    may: 'signature:read',
    summary: 'What of a case the fields of a template can be filled with',
    response: CaseSources,
  }),
  create: endpoint({
    method: 'POST',
    path,
    may: 'signature:manage-templates',
    summary: 'Add a template; its fields are read when it is activated or synced',
    body: NewTemplate,
    response: SignatureTemplate,
    status: 201,
    idempotent: true,
    refusals: { 409: 'There is one of this name, or for this DocuSeal template.' },
    records: ['signature_template.created'],
    announces: ['signature-template.changed'],
  }),
  get: endpoint({
    method: 'GET',
    path: one,
    may: 'signature:read',
    summary: 'Read one template',
    params: ids.signatureTemplate,
    response: SignatureTemplate,
  }),
  update: endpoint({
    method: 'PATCH',
    path: one,
    may: 'signature:manage-templates',
    summary: 'Change a template or what its fields are filled with; a stale version is answered 409',
    params: ids.signatureTemplate,
    body: TemplatePatch,
    response: SignatureTemplate,
    conflict: currentOf(SignatureTemplate),
    refusals: { 409: 'The name is taken, or `version` is stale: `current` is the template as it stands.' },
    records: ['signature_template.updated'],
    announces: ['signature-template.changed'],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: one,
    may: 'signature:manage-templates',
    summary: 'Take a template away; nothing of it at DocuSeal is touched',
    params: ids.signatureTemplate,
    response: Done,
    records: ['signature_template.deleted'],
    announces: ['signature-template.deleted'],
  }),
} as const;
