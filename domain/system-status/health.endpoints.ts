import * as z from 'zod';
import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { Instant } from '#domain/shared/contract/wire.ts';

/** Interval of the measurement by the event sweeper. */
export const measuredEverySeconds = 300;
/** The state is unknown after three intervals. */
const knownForSeconds = 3 * measuredEverySeconds;
/** Events are published within seconds; a longer wait is late. */
const lateAfterSeconds = 120;

const healthStatuses = ['working', 'behind', 'unknown'] as const;
export type HealthStatus = (typeof healthStatuses)[number];

/** Records; and what follows (emails, partner lists, calendars). */
const healthParts = ['records', 'background'] as const;

interface Measured {
  measured_at: string;
  waiting_seconds: number;
}

export interface Health {
  status: HealthStatus;
  checked_at: string | null;
  behind_seconds: number | null;
  parts: { name: (typeof healthParts)[number]; status: HealthStatus }[];
}

/** Returns the product's public health; anything not measured is unknown. */
export const healthOf = (measured: Measured | undefined, now: Date): Health => {
  const age = measured ? (now.getTime() - Date.parse(measured.measured_at)) / 1000 : Number.POSITIVE_INFINITY;
  const healthOf = (status: HealthStatus, behind_seconds: number | null): Health => ({
    status,
    checked_at: measured?.measured_at ?? null,
    behind_seconds,
    parts: [
      { name: 'records', status: 'working' },
      { name: 'background', status },
    ],
  });
  if (!measured || age > knownForSeconds) return healthOf('unknown', null);
  const { waiting_seconds } = measured;
  return waiting_seconds > lateAfterSeconds ? healthOf('behind', waiting_seconds) : healthOf('working', 0);
};

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
