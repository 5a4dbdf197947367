import * as z from 'zod';
import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { pathParams } from '#domain/shared/contract/ids.ts';
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

const path = '/api/customers/organization/archives/';

export const archiveEndpoints = {
  list: endpoint({
    method: 'GET',
    path,
    permission: 'organization:archive',
    summary: 'List data exports of the last 30 days with their progress',
    response: z.object({ results: z.array(Archive) }),
    skipActorCache: true,
    organizationScoped: true,
  }),
  ask: endpoint({
    method: 'POST',
    path,
    permission: 'organization:archive',
    summary: 'Start an export of all organization data. Owners get an email when it is ready',
    response: Archive,
    status: 201,
    errorResponses: { 409: 'One is being made.' },
    auditActions: ['archive.asked'],
    events: ['archive.requested'],
    limits: [{ by: 'user', max: 5, seconds: 3600 }],
    skipActorCache: true,
    organizationScoped: true,
    requiresRecentMfa: true,
  }),
  download: endpoint({
    method: 'GET',
    path: `${path}{id}/download/`,
    permission: 'organization:archive',
    summary: 'Get a download link for a data export. The link works for 5 minutes, the file is kept for 1 day',
    params: pathParams.archive,
    response: z.object({ download_url: z.url(), expires_at: Instant }),
    errorResponses: { 409: 'It is not ready.', 410: 'Its day is over.' },
    auditActions: ['archive.downloaded'],
    limits: [{ by: 'user', max: 20, seconds: 3600 }],
    skipActorCache: true,
    organizationScoped: true,
    requiresRecentMfa: true,
  }),
} as const;
