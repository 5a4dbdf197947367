import * as z from 'zod';
import { FamilyEvent, familyNeeds, familySteps } from '#domain/families/family-page.schema.ts';
import { CertificateFact, Correction } from '#domain/families/family-review.schema.ts';
import { formKinds } from '#domain/managed-forms/form-kinds.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';

export const reportSchema = storedSchema({
  kind: 'report status',
  shape: 1,
  schema: z.object({
    reference: z.string(),
    token_hash: z.string(),
    /** The hash of the emailed code, which no staff member has seen. */
    mailed_hash: z.string().optional(),
    funeral_home_id: z.string(),
    submitted_at: z.string(),
    /** Set for a form that reports no death, and so leads to no certificate. */
    kind: z.enum(formKinds).optional(),
    /** The report until it is a case; documents of the family go there. */
    report: z.object({ organization_id: z.string(), id: z.string() }).optional(),
  }),
});
export type StoredReport = z.output<typeof reportSchema.schema>;

/** The family's view of its case, projected under its reference, so that the public function reads no case. */
export const familyViewSchema = storedSchema({
  kind: 'family view',
  shape: 1,
  schema: z.object({
    home: z.string(),
    name: z.string().nullable(),
    ended: z.boolean(),
    steps: z.array(z.enum(familySteps)),
    step: z.enum(familySteps),
    reached: z.partialRecord(z.enum(familySteps), z.string()),
    needs: z.array(z.enum(familyNeeds)),
    other_need: z.string(),
    service: z.object({ date: z.string(), time: z.string(), place: z.string(), note: z.string() }).nullable(),
    events: z.array(FamilyEvent).default([]),
    contact: z.string(),
    papers_to: z.object({ organization_id: z.string(), case_id: z.string() }).nullable().default(null),
    review: z
      .object({
        organization_id: z.string(),
        case_id: z.string(),
        revision: z.number().int(),
        informant: z.string(),
        facts: z.array(CertificateFact),
        changed: z.array(z.string()),
      })
      .nullable()
      .default(null),
  }),
});

/** A family's answer to the facts; written once and never changed. */
export const answerSchema = storedSchema({
  kind: 'family answer',
  shape: 1,
  schema: z.object({
    funeral_home_id: z.string(),
    revision: z.number().int(),
    name: z.string(),
    at: z.string(),
    corrections: z.array(Correction),
  }),
});
export type FamilyAnswer = z.output<typeof answerSchema.schema>;
