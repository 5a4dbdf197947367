import * as z from 'zod';
import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { Instant } from '#domain/shared/contract/wire.ts';
import { healthParts, healthStatuses } from './health.rules.ts';

const status = z.enum(healthStatuses);

export const healthEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/health/',
    permission: 'public',
    summary: 'Get system health. Contains no organization data',
    response: z.object({
      status,
      checked_at: Instant.nullable(),
      behind_seconds: z.number().int().nullable(),
      parts: z.array(z.object({ name: z.enum(healthParts), status })),
    }),
  }),
} as const;
