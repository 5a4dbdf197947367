import * as z from 'zod';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { Instant } from '#domain/shared/contract/wire.ts';
import { sentValues } from '#domain/shared/forms/wire.ts';
import { permitFields } from './permit.fields.ts';

const day = z.iso.date().nullable();

/** A permit of a case (D3 §3); `is_expired` by the day at the case's home. */
export const Permit = z.object({
  id: z.uuid(),
  permit_name: z.string(),
  permit_number: z.string(),
  issuing_authority: z.string(),
  name_on_permit: z.string(),
  issue_date: day,
  expiry_date: day,
  notes: z.string(),
  returned_date: day,
  /** The id of a document of the case. */
  scan: z.uuid().nullable(),
  is_expired: z.boolean(),
  created_at: Instant,
  updated_at: Instant,
  created_by_name: z.string().nullable(),
});
export type Permit = z.output<typeof Permit>;

/** The fields' own rules validate blanks and formats. */
export const SentPermit = z.lazy(() => sentValues(permitFields).extend({ scan: idSchema('document').nullish() }));
export type SentPermit = z.output<typeof SentPermit>;

export const permitOfCase = z.object({ id: idSchema('case'), permitId: idSchema('permit') });
