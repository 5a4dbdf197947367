import * as z from 'zod';
import { maxThroughApiSize } from '#domain/documents/document.rules.ts';
import { contentOf } from '#domain/documents/document-type.ts';
import { FormReading, ReportReading, SentConfirmation } from '#domain/families/family-review.schema.ts';
import { PublicForm } from '#domain/managed-forms/public-form.ts';
import { endpoint, multipart } from '#domain/shared/contract/endpoint.ts';
import { SuccessResponse } from '#domain/shared/contract/wire.ts';
import {
  DraftCode,
  DraftLink,
  Inquiry,
  IntakeSubmission,
  OpenedReportDraft,
  SentReportDraft,
  StoredReportDraft,
} from './intake.schema.ts';

export const Slug = z
  .string()
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

export const PublicFuneralHome = z.object({
  /** The current address, which differs from the requested one after the home moved to it. */
  slug: z.string(),
  name: z.string(),
  logo_url: z.string().nullable(),
  phone: z.string().nullable(),
  /** Shown in the emergency banner if the home answers at any hour. */
  emergency_phone: z.string().nullable(),
  condolence_message: z.string().nullable(),
  /** Null for the standard form. */
  form: PublicForm.nullable(),
});
export type PublicFuneralHome = z.output<typeof PublicFuneralHome>;

/** Staff can view these files in the browser; nothing opens in another program. */
const isPaper = (bytes: Uint8Array): boolean => /^(pdf|picture)$/.test(contentOf(bytes) ?? '');
const noDraft = { 404: 'There is no such draft with this secret, or its time is over.' };
const draftTries = { by: 'ip', max: 30, seconds: 60, sharedCounter: 'family codes' } as const;
/** Emails about drafts to one address in an hour, links and codes together. */
const draftMails = { by: 'address', max: 10, seconds: 3600, sharedCounter: 'draft mails' } as const;

const receiving = {
  response: z.object({
    success: z.literal(true),
    message: z.string(),
    /** For the phone; also `{a}` of check-status. */
    reference: z.string(),
    /** `{b}` of check-status: the family's code, stored only as a hash. */
    status_token: z.string(),
  }),
  status: 201,
  idempotent: true,
  excludedFromRequestIdentity: ['recaptcha_token'],
  maxBodyBytes: 64 * 1024,
  limits: [
    { by: 'ip', max: 60, seconds: 600 },
    { by: 'ip', counts: 'accepted', max: 5, seconds: 600 },
    // Reports above the limit are stored and marked, so that no family is rejected because of others.
    { by: 'home', max: 60, seconds: 3600 },
  ],
  auditActions: ['submission.received'],
  events: ['intake.submitted'],
} as const;

export const intakeEndpoints = {
  funeralHome: endpoint({
    method: 'GET',
    path: '/api/forms/public/funeral-home/{slug}/',
    permission: 'public',
    summary: "Get a funeral home's public profile: name, logo, phone",
    params: z.object({ slug: Slug }),
    /** A further form of the home; its main one by default. */
    query: z.object({ form: Slug.optional() }),
    response: PublicFuneralHome,
    limits: [{ by: 'ip', max: 120, seconds: 60 }],
  }),
  submit: endpoint({
    method: 'POST',
    path: '/api/forms/public/submit/',
    permission: 'public',
    summary: 'Report a death to a funeral home',
    body: IntakeSubmission,
    errorResponses: { 404: 'There is no home at this address.' },
    ...receiving,
  }),
  inquire: endpoint({
    method: 'POST',
    path: '/api/forms/public/inquire/',
    permission: 'public',
    summary: 'Submit a custom form: pre-need inquiry or obituary details',
    body: Inquiry,
    errorResponses: { 404: 'There is no home at this address.' },
    ...receiving,
  }),
  checkStatus: endpoint({
    method: 'GET',
    path: '/api/forms/public/check-status/{a}/{b}/',
    permission: 'public',
    summary: "Get a report's status by reference and code, or whether a form is published, by slug",
    params: z.object({ a: z.string().max(40), b: z.string().max(100) }),
    response: z.union([FormReading, ReportReading]),
    limits: [{ by: 'ip', max: 30, seconds: 60, sharedCounter: 'family codes' }],
  }),
  confirmFacts: endpoint({
    method: 'POST',
    path: '/api/forms/public/confirm-facts/{a}/{b}/',
    permission: 'public',
    summary: 'Confirm the death certificate data, with corrections',
    params: z.object({ a: z.string().max(40), b: z.string().max(100) }),
    body: SentConfirmation,
    response: SuccessResponse,
    errorResponses: {
      404: 'There is no such reference with this code, or nothing to confirm.',
      409: 'They were confirmed already, or sent anew since.',
    },
    maxBodyBytes: 64 * 1024,
    limits: [{ by: 'ip', max: 30, seconds: 60, sharedCounter: 'family codes' }],
    auditActions: ['family_review.confirmed'],
    events: ['family-review.confirmed'],
  }),
  addPaper: endpoint({
    method: 'POST',
    path: '/api/forms/public/papers/{a}/{b}/',
    permission: 'public',
    summary: 'Upload a photo of a document. It is quarantined until scanned',
    params: z.object({ a: z.string().max(40), b: z.string().max(100) }),
    body: multipart({
      fields: z.object({}),
      files: { file: { takes: isPaper, maxBytes: maxThroughApiSize } },
    }),
    maxBodyBytes: maxThroughApiSize + 100_000,
    response: z.object({ success: z.literal(true), file_name: z.string() }),
    status: 201,
    idempotent: true,
    errorResponses: { 404: 'There is no such reference with this code, or its case has ended.' },
    limits: [
      { by: 'ip', max: 30, seconds: 60, sharedCounter: 'family codes' },
      { by: 'ip', counts: 'accepted', max: 60, seconds: 3600 },
      // Limits one reference, so that its code cannot fill the storage.
      { by: 'address', max: 20, seconds: 86_400 },
    ],
  }),
  keepDraft: endpoint({
    method: 'POST',
    path: '/api/forms/public/drafts/',
    permission: 'public',
    summary: 'Save a report for later and email a link',
    body: SentReportDraft,
    response: StoredReportDraft,
    status: 201,
    idempotent: true,
    excludedFromRequestIdentity: ['recaptcha_token'],
    errorResponses: { 404: 'There is no home at this address.' },
    maxBodyBytes: 64 * 1024,
    limits: [{ by: 'ip', max: 60, seconds: 600 }, { by: 'ip', counts: 'accepted', max: 10, seconds: 600 }, draftMails],
    events: ['report-draft.kept'],
  }),
  askDraftCode: endpoint({
    method: 'POST',
    path: '/api/forms/public/drafts/code/',
    permission: 'public',
    summary: 'Email the access code for a saved report',
    body: DraftLink,
    response: SuccessResponse,
    errorResponses: noDraft,
    limits: [draftTries, draftMails],
    events: ['report-draft.code-asked'],
  }),
  openDraft: endpoint({
    method: 'POST',
    path: '/api/forms/public/drafts/open/',
    permission: 'public',
    summary: 'Open a saved report with its code',
    body: DraftCode,
    response: OpenedReportDraft,
    errorResponses: noDraft,
    limits: [draftTries],
  }),
  forgetDraft: endpoint({
    method: 'POST',
    path: '/api/forms/public/drafts/forget/',
    permission: 'public',
    summary: 'Delete a saved report',
    body: DraftLink,
    response: SuccessResponse,
    errorResponses: noDraft,
    limits: [draftTries],
  }),
} as const;
