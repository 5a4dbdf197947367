import * as z from 'zod';
import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { pathParams } from '#domain/shared/contract/ids.ts';
import { currentOf, pageSchema, SuccessResponse } from '#domain/shared/contract/wire.ts';
import { SignatureEnvelope } from './envelope.schema.ts';
import {
  ActivateTemplate,
  AvailableTemplate,
  CaseSources,
  DocuSealEnvelope,
  FieldPreview,
  FieldPreviewQuery,
  NewTemplate,
  SignatureTemplate,
  StandardDocumentWanted,
  SyncResult,
  submissionId,
  TemplatePatch,
  TemplateQuery,
  TemplateTypes,
} from './signing-service.schema.ts';

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

const templates = '/api/signatures/templates/';
const envelopes = '/api/signatures/envelopes/';
const noAnswer = 'DocuSeal is not connected, or does not answer.';

/** What is read at DocuSeal while somebody waits; it never answers 5xx because of it. */
export const signingServiceEndpoints = {
  available: endpoint({
    method: 'GET',
    path: `${templates}available-templates/`,
    permission: 'signature:manage-templates',
    summary: 'The templates at DocuSeal that no template here is connected to',
    response: z.array(AvailableTemplate),
    errorResponses: { 409: noAnswer },
  }),
  sync: endpoint({
    method: 'POST',
    path: `${templates}sync-from-docuseal/`,
    permission: 'signature:manage-templates',
    summary:
      'Read all templates at DocuSeal: what is new is added, what has changed is read anew, what is gone is marked; what was deleted here is left',
    response: SyncResult,
    errorResponses: { 409: noAnswer },
    auditActions: ['signature_template.synced'],
    events: ['signature-template.synced'],
  }),
  readyMade: endpoint({
    method: 'POST',
    path: `${templates}ready_made/`,
    permission: 'signature:manage-templates',
    summary: 'Make one of the usual papers at DocuSeal and here, filled from a case; where there is one it is answered',
    body: StandardDocumentWanted,
    response: SignatureTemplate,
    errorResponses: { 409: `${noAnswer} Its edition may take no papers either.` },
    auditActions: ['signature_template.created'],
    events: ['signature-template.changed'],
  }),
  activate: endpoint({
    method: 'POST',
    path: `${templates}{id}/activate/`,
    permission: 'signature:manage-templates',
    summary:
      'Read the fields of a template at DocuSeal and offer it from now on, once every field was decided or confirmed',
    params: pathParams.signatureTemplate,
    body: ActivateTemplate,
    response: SignatureTemplate,
    errorResponses: {
      409: `It is connected to no template, that has no fields, or nobody has confirmed what stands in some. ${noAnswer}`,
    },
    auditActions: ['signature_template.activated'],
    events: ['signature-template.activated'],
  }),
  fieldPreview: endpoint({
    method: 'GET',
    path: `${templates}{id}/field-preview/`,
    permission: 'signature:read',
    summary:
      'The fields of a template by role as DocuSeal has them now, or had them when it answered last, with what a case says',
    params: pathParams.signatureTemplate,
    query: FieldPreviewQuery,
    response: FieldPreview,
    errorResponses: { 409: noAnswer },
  }),
  refresh: endpoint({
    method: 'POST',
    path: `${envelopes}{id}/refresh-status/`,
    permission: 'signature:read',
    summary: 'Have DocuSeal asked how an envelope stands now; it is shown as soon as that has answered',
    params: pathParams.envelope,
    response: SignatureEnvelope,
    events: ['envelope.check-wanted'],
  }),
  listThere: endpoint({
    method: 'GET',
    path: `${envelopes}docuseal-envelopes/`,
    permission: 'signature:read',
    summary: 'The submissions at DocuSeal that belong to envelopes here, among the newest thousand there',
    response: z.array(DocuSealEnvelope),
    errorResponses: { 409: noAnswer },
  }),
  getThere: endpoint({
    method: 'GET',
    path: `${envelopes}docuseal-envelope/{id}/`,
    permission: 'signature:read',
    summary: 'One submission as DocuSeal has it now; of an envelope here and of no other',
    params: z.object({ id: submissionId }),
    response: DocuSealEnvelope,
    errorResponses: { 404: 'No envelope here has this submission.', 409: noAnswer },
  }),
} as const;
