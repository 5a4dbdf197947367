import * as z from 'zod';
import { endpoint } from '#domain/contract/endpoint.ts';
import { Instant } from '#domain/contract/wire.ts';
import { PublicForm } from '#domain/managed-forms/public-form.ts';
import { IntakeSubmission } from './intake.schema.ts';

/** A slug as it stands in the page's address: lower-case words joined by hyphens. */
export const Slug = z
  .string()
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

export const PublicFuneralHome = z.object({
  /** The current address; another one than asked for when the home has moved to it. */
  slug: z.string(),
  name: z.string(),
  logo_url: z.string().nullable(),
  phone: z.string().nullable(),
  /** Shown in the emergency banner when the home answers at any hour. */
  emergency_phone: z.string().nullable(),
  condolence_message: z.string().nullable(),
  /** The form that is open at the address; null for the form that every home has. */
  form: PublicForm.nullable(),
});
export type PublicFuneralHome = z.output<typeof PublicFuneralHome>;

export const intakeEndpoints = {
  funeralHome: endpoint({
    method: 'GET',
    path: '/api/forms/public/funeral-home/{slug}/',
    may: 'public',
    summary: 'Name, logo and phone of the home behind a public address',
    params: z.object({ slug: Slug }),
    /** One of the home's further forms; its main one without. */
    query: z.object({ form: Slug.optional() }),
    response: PublicFuneralHome,
    limits: [{ by: 'ip', max: 120, seconds: 60 }],
  }),
  submit: endpoint({
    method: 'POST',
    path: '/api/forms/public/submit/',
    may: 'public',
    summary: 'A family reports a death to one home',
    body: IntakeSubmission,
    refusals: { 404: 'There is no home at this address.' },
    response: z.object({
      success: z.literal(true),
      message: z.string(),
      /** Said on the telephone; also `{a}` of check-status. */
      reference: z.string(),
      /** `{b}` of check-status: 32 random bytes, kept by the server only as a hash. */
      status_token: z.string(),
    }),
    status: 201,
    idempotent: true,
    freshPerTry: ['recaptcha_token'],
    maxBodyBytes: 64 * 1024,
    limits: [
      { by: 'ip', max: 60, seconds: 600 },
      { by: 'ip', counts: 'accepted', max: 5, seconds: 600 },
      // Beyond it reports are kept and marked: no family is turned away by what others send.
      { by: 'home', max: 60, seconds: 3600 },
    ],
    records: ['submission.received'],
    announces: ['intake.submitted'],
  }),
  checkStatus: endpoint({
    method: 'GET',
    path: '/api/forms/public/check-status/{a}/{b}/',
    may: 'public',
    summary: 'Whether the home has taken up a report: reference and secret token of the submit answer',
    params: z.object({ a: z.string().max(40), b: z.string().max(100) }),
    response: z.object({
      reference: z.string(),
      status: z.enum(['received', 'contacted', 'in_progress']),
      funeral_home_name: z.string(),
      logo_url: z.string().nullable(),
      /** The home's number to call: the one answered at any hour, where there is one. */
      telephone: z.string().nullable(),
      submitted_at: Instant,
    }),
    limits: [{ by: 'ip', max: 30, seconds: 60 }],
  }),
} as const;
