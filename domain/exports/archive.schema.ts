import * as z from 'zod';
import { Instant } from '#domain/shared/contract/wire.ts';

/** How long the file of an archive can be downloaded, in hours. */
export const archiveHours = 24;
/** After so long a file that could not be made is given up, in hours. */
export const givenUpHours = 6;
/** So long it stands in the list that one was made, in days; the history tells of it for ever. */
export const listedDays = 30;

export const archiveStates = ['making', 'ready', 'failed'] as const;

/** Everything that an organization has, as one file: how far it is. */
export const Archive = z.object({
  id: z.uuid(),
  /** `over`: it was there, and was taken away when its time was up. */
  state: z.enum([...archiveStates, 'over']),
  asked_at: Instant,
  asked_by_name: z.string(),
  ready_at: Instant.nullable(),
  /** Until when it can be downloaded. */
  available_until: Instant.nullable(),
  size: z.number().int(),
  /** How many records and files it holds. */
  records: z.number().int(),
  files: z.number().int(),
});
export type Archive = z.output<typeof Archive>;

export const archiveMessages = {
  underWay: 'An export is already in progress. Owners will get an email when it is ready.',
  notReady: 'This export is not ready yet.',
  over: 'This export has expired. Please start a new one.',
} as const;
