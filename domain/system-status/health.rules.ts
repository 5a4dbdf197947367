/** Interval of the measurement by the event sweeper. */
export const measuredEverySeconds = 300;
/** The state is unknown after three intervals. */
const knownForSeconds = 3 * measuredEverySeconds;
/** Events are published within seconds; a longer wait is late. */
const lateAfterSeconds = 120;

export const healthStatuses = ['working', 'behind', 'unknown'] as const;
export type HealthStatus = (typeof healthStatuses)[number];

/** Records; and what follows (emails, partner lists, calendars). */
export const healthParts = ['records', 'background'] as const;

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
