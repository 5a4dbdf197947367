import * as z from 'zod';
import { endpoint } from '#domain/contract/endpoint.ts';

/** A funeral home is also a location of its organization (D1 §3). */
export const FuneralHome = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  logo_url: z.string().nullable(),
  phone: z.string().nullable(),
  /** IANA name; "today" of a home is today there. */
  time_zone: z.string(),
});
export type FuneralHome = z.output<typeof FuneralHome>;

export const funeralHomeEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/customers/funeral-homes/',
    may: 'home:read',
    summary: 'The homes of the organization, by name',
    response: z.object({ count: z.number().int(), next: z.null(), previous: z.null(), results: z.array(FuneralHome) }),
  }),
} as const;
