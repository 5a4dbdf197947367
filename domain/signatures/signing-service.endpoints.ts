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
const templatePath = `${path}{id}/` as const;

export const signatureTemplateEndpoints = {
  list: endpoint({
    method: 'GET',
    path,
    permission: 'signature:read',
    summary: 'List signature templates by name (not paged)',
    query: TemplateQuery,
    response: pageSchema(SignatureTemplate),
  }),
  types: endpoint({
    method: 'GET',
    path: `${path}template_types/`,
    permission: 'signature:read',
    summary: 'List document types for signature templates',
    response: TemplateTypes,
  }),
  sources: endpoint({
    method: 'GET',
    path: `${path}case_values/`,
    permission: 'signature:read',
    summary: 'List case fields available for template mapping',
    response: CaseSources,
  }),
  create: endpoint({
    method: 'POST',
    path,
    permission: 'signature:manage-templates',
    summary: 'Create a template. Its fields are loaded on activation or sync',
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
    path: templatePath,
    permission: 'signature:read',
    summary: 'Read one template',
    params: pathParams.signatureTemplate,
    response: SignatureTemplate,
  }),
  update: endpoint({
    method: 'PATCH',
    path: templatePath,
    permission: 'signature:manage-templates',
    summary: 'Update a template or its field mapping. Returns 409 if the version is outdated',
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
    path: templatePath,
    permission: 'signature:manage-templates',
    summary: 'Delete a template. The DocuSeal template is not changed',
    params: pathParams.signatureTemplate,
    response: SuccessResponse,
    auditActions: ['signature_template.deleted'],
    events: ['signature-template.deleted'],
  }),
} as const;

const templates = '/api/signatures/templates/';
const envelopes = '/api/signatures/envelopes/';
const noAnswer = 'DocuSeal is not connected, or does not answer.';

/** A user waits for DocuSeal, so its failures are part of the response, never 5xx. */
export const signingServiceEndpoints = {
  available: endpoint({
    method: 'GET',
    path: `${templates}available-templates/`,
    permission: 'signature:manage-templates',
    summary: 'List unlinked DocuSeal templates',
    response: z.array(AvailableTemplate),
    errorResponses: { 409: noAnswer },
  }),
  sync: endpoint({
    method: 'POST',
    path: `${templates}sync-from-docuseal/`,
    permission: 'signature:manage-templates',
    summary:
      'Sync all DocuSeal templates: add new ones, update changed ones, mark missing ones. Skips templates deleted here',
    response: SyncResult,
    errorResponses: { 409: noAnswer },
    auditActions: ['signature_template.synced'],
    events: ['signature-template.synced'],
  }),
  readyMade: endpoint({
    method: 'POST',
    path: `${templates}ready_made/`,
    permission: 'signature:manage-templates',
    summary: 'Create a standard document template, or return the existing one',
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
    summary: "Sync a template's fields from DocuSeal and activate it, once every field was decided or confirmed",
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
      "Preview a template's fields by role with values from a case. Uses the last known fields if DocuSeal is down",
    params: pathParams.signatureTemplate,
    query: FieldPreviewQuery,
    response: FieldPreview,
    errorResponses: { 409: noAnswer },
  }),
  refresh: endpoint({
    method: 'POST',
    path: `${envelopes}{id}/refresh-status/`,
    permission: 'signature:read',
    summary: 'Request a status refresh from DocuSeal (asynchronous)',
    params: pathParams.envelope,
    response: SignatureEnvelope,
    events: ['envelope.check-wanted'],
  }),
  listThere: endpoint({
    method: 'GET',
    path: `${envelopes}docuseal-envelopes/`,
    permission: 'signature:read',
    summary: 'List DocuSeal submissions linked to envelopes (latest 1,000)',
    response: z.array(DocuSealEnvelope),
    errorResponses: { 409: noAnswer },
  }),
  getThere: endpoint({
    method: 'GET',
    path: `${envelopes}docuseal-envelope/{id}/`,
    permission: 'signature:read',
    summary: 'Get a DocuSeal submission of an envelope',
    params: z.object({ id: submissionId }),
    response: DocuSealEnvelope,
    errorResponses: { 404: 'No envelope here has this submission.', 409: noAnswer },
  }),
} as const;
