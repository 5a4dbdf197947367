import * as z from 'zod';

/** The part of a public address that names a funeral home: lower-case words joined by hyphens, at most 60 characters. */
export const slug: z.ZodString = z
  .string('Funeral home not found')
  .max(60, 'Funeral home not found')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Funeral home not found');
