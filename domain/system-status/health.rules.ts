/** How often what waits is measured: by the sweeper of events. */
export const measuredEverySeconds = 300;
/** Nothing is known any more after three times that. */
const knownForSeconds = 3 * measuredEverySeconds;
/** Events are sent on within seconds; what waits longer than this is late. */
const lateAfterSeconds = 120;

export const healthStatuses = ['working', 'behind', 'unknown'] as const;
export type HealthStatus = (typeof healthStatuses)[number];

/** What can be said apart: keeping records, and what is done with them afterwards (mails, lists at partners, calendars). */
export const healthParts = ['records', 'background'] as const;

/** What was found when somebody last looked. */
export interface Measured {
  measured_at: string;
  /** How long the oldest event waited then that had not been sent on. */
  waiting_seconds: number;
}

export interface Health {
  status: HealthStatus;
  checked_at: string | null;
  behind_seconds: number | null;
  parts: { name: (typeof healthParts)[number]; status: HealthStatus }[];
}

/**
 * What anybody may know of the product's own health, from what was measured last. That it could be read shows that
 * records answer; what it does not say is not known.
 */
export const healthOf = (measured: Measured | undefined, now: Date): Health => {
  const age = measured ? (now.getTime() - Date.parse(measured.measured_at)) / 1000 : Number.POSITIVE_INFINITY;
  const told = (status: HealthStatus, behind_seconds: number | null): Health => ({
    status,
    checked_at: measured?.measured_at ?? null,
    behind_seconds,
    parts: [
      { name: 'records', status: 'working' },
      { name: 'background', status },
    ],
  });
  if (!measured || age > knownForSeconds) return told('unknown', null);
  const { waiting_seconds } = measured;
  return waiting_seconds > lateAfterSeconds ? told('behind', waiting_seconds) : told('working', 0);
};
