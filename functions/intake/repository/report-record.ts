import * as z from 'zod';
import { familyNeeds, familySteps } from '#domain/families/family-page.schema.ts';
import { CertificateFact, Correction } from '#domain/families/family-review.schema.ts';
import { formKinds } from '#domain/managed-forms/form-kinds.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';

/** Who may ask under a reference. */
export const reportSchema = storedSchema({
  kind: 'report status',
  shape: 1,
  schema: z.object({
    reference: z.string(),
    /** Of the code that the family was given. */
    token_hash: z.string(),
    /** Of the one that was mailed, which nobody here has seen. */
    mailed_hash: z.string().optional(),
    funeral_home_id: z.string(),
    submitted_at: z.string(),
    /** What the form was for, where that was no report of a death: no certificate follows upon it. */
    kind: z.enum(formKinds).optional(),
    /** The report, while it is no case: papers that the family sends go there. */
    report: z.object({ organization_id: z.string(), id: z.string() }).optional(),
  }),
});
export type StoredReport = z.output<typeof reportSchema.schema>;

/** What a family reads of its case, under its reference: projected, so that the public function reads no case. */
export const familyViewSchema = storedSchema({
  kind: 'family view',
  shape: 1,
  schema: z.object({
    /** The home that the case is in now. */
    home: z.string(),
    name: z.string().nullable(),
    ended: z.boolean(),
    steps: z.array(z.enum(familySteps)),
    step: z.enum(familySteps),
    reached: z.partialRecord(z.enum(familySteps), z.string()),
    needs: z.array(z.enum(familyNeeds)),
    other_need: z.string(),
    service: z.object({ date: z.string(), time: z.string(), place: z.string(), note: z.string() }).nullable(),
    contact: z.string(),
    /** The case, and whose: papers that the family sends go there. */
    papers_to: z.object({ organization_id: z.string(), case_id: z.string() }).nullable().default(null),
    /** The facts that it is asked to read, and whose case they are of. */
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

/** What a family said of the facts that it was sent; written once, and never changed. */
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
