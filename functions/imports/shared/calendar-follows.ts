import { feedDays } from '#domain/calendar/calendar-feed.schema.ts';
import { hasDateOnOrAfter } from '#domain/imports/case-lines.ts';
import { addDays } from '#domain/shared/values/calendar-date.ts';
import type { ImportRecord, StoredLine } from '#functions/imports/repository.ts';
import type { Work } from '#functions/platform/api/work.ts';
import { importedId } from './imported-records.ts';

/**
 * Has Google Calendar follow the cases of some lines, which the import has just made or removed: case by case, as lists,
 * by which everything is compared, show the last ones only later. Of a file of twenty years few have a day that calendars
 * show. The days count from the run, so that the undo reaches whatever the run has.
 */
export const calendarSyncEvents = (
  work: Work<never, 'google-calendar.case-wanted'>,
  { id, run_at }: ImportRecord,
  lines: readonly StoredLine[],
): void => {
  if (!run_at) return;
  const from = addDays(run_at.slice(0, 10), -feedDays.back);
  for (const { line, fields } of lines) {
    if (!hasDateOnOrAfter(fields ?? {}, from)) continue;
    const case_id = importedId(id, line);
    work.announce('google-calendar.case-wanted', case_id, { case_id });
  }
};
