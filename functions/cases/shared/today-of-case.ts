import { type CalendarDate, todayIn } from '#domain/shared/values/calendar-date.ts';
import type { CaseRecord } from '#functions/cases/repository/case-record.ts';
import type { Organizations } from '#functions/organizations/repository/organizations.ts';

export const todayOfCase = async (
  db: { organizations: Pick<Organizations, 'plainHome'> },
  { funeral_home_id }: Pick<CaseRecord, 'funeral_home_id'>,
  now: Date,
): Promise<CalendarDate> => {
  const home = await db.organizations.plainHome(funeral_home_id);
  if (!home) throw new Error('a case without a home');
  return todayIn(home.time_zone, now);
};
