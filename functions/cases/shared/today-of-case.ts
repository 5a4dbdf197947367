import { type CalendarDate, todayIn } from '#domain/shared/values/calendar-date.ts';
import type { CaseRecord } from '#functions/cases/repository/case-record.ts';
import type { Organizations } from '#functions/organizations/repository/organizations.ts';

export const todayOfCase = async (
  db: { organizations: Pick<Organizations, 'homeOfRecord'> },
  { funeral_home_id }: Pick<CaseRecord, 'funeral_home_id'>,
  now: Date,
): Promise<CalendarDate> => {
  return todayIn((await db.organizations.homeOfRecord(funeral_home_id)).time_zone, now);
};
