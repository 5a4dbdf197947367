import * as z from 'zod';
import { Instant } from '#domain/shared/contract/wire.ts';

/** How long an archive can be downloaded, in hours. */
export const archiveHours = 24;
/** An archive that could not be created within this time has failed, in hours. */
export const givenUpHours = 6;
/** How long an archive is listed, in days; the audit log has it forever. */
export const listedDays = 30;

export const archiveStates = ['making', 'ready', 'failed'] as const;

export const Archive = z.object({
  id: z.uuid(),
  /** `over`: it expired and was deleted. */
  state: z.enum([...archiveStates, 'over']),
  asked_at: Instant,
  asked_by_name: z.string(),
  ready_at: Instant.nullable(),
  available_until: Instant.nullable(),
  size: z.number().int(),
  records: z.number().int(),
  files: z.number().int(),
});
export type Archive = z.output<typeof Archive>;

export const archiveMessages = {
  underWay: 'An export is already in progress. Owners will get an email when it is ready.',
  notReady: 'This export is not ready yet.',
  over: 'This export has expired. Please start a new one.',
} as const;
