import type { Health, HealthStatus } from '#domain/system-status/health.rules.ts';

const plural = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** '12 minutes', '3 hours': rounded up, since what waits goes on waiting. */
export const delayText = (seconds: number): string => {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return minutes <= 120 ? plural(minutes, 'minute') : plural(Math.ceil(minutes / 60), 'hour');
};

const late = 'mail and calendar changes may take up to';

/** The one sentence of the page; without an answer nothing is known. */
export const headline = (health: Health | undefined): string => {
  if (health?.status === 'working') return 'Everything is working';
  if (health?.status !== 'behind') return 'We cannot tell right now';
  return `Some things are running behind: ${late} ${delayText(health.behind_seconds ?? 0)}`;
};

export const partNames: Readonly<Record<Health['parts'][number]['name'], string>> = {
  records: 'Opening and saving records',
  background: 'Mail, calendars, signatures and accounting',
};

export const statusNames: Readonly<Record<HealthStatus, string>> = {
  working: 'Working',
  behind: 'Running behind',
  unknown: 'Not known',
};
