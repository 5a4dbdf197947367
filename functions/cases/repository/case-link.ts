import * as z from 'zod';
import { caseStatuses } from '#domain/cases/case-status.ts';
import { customerRelations } from '#domain/customers/customer-relations.ts';
import { storedSchema } from '#functions/platform/store/stored-shape.ts';

/** A case that a customer belongs to, as what: a copy among the customer's items that the case's projection keeps. */
export const caseLinkSchema = storedSchema({
  kind: 'case link',
  shape: 1,
  schema: z.object({
    case_id: z.string(),
    case_number: z.string(),
    deceased_full_name: z.string(),
    status: z.enum(caseStatuses),
    /** '' while none is set. */
    service_date: z.string(),
    /** What was received on the case. */
    paid_cents: z.number(),
    relations: z.array(z.enum(customerRelations)),
  }),
});
export type CaseLink = z.output<typeof caseLinkSchema.schema>;
