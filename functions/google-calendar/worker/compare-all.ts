import { feedDays } from '#domain/calendar/calendar-feed.schema.ts';
import { addDays } from '#domain/shared/values/calendar-date.ts';
import { createCalendarRepository } from '#functions/calendar/repository.ts';
import { createDueDayRepository } from '#functions/deadlines/repository/deadlines.ts';
import { syncCase } from './sync-case.ts';
import type { GoogleDependencies, OpenConnection } from './with-connection.ts';

/** So many cases are compared in one go; what is left is the next message's. */
const casesAtOnce = 40;
const eventsRead = 500;

/** Where a comparison goes on: behind an event that stands there, or with a day. */
export interface ComparedTo {
  from: string | null;
  standing?: string | undefined;
}

/**
 * Compares everything: first what stands at Google, also of cases that have no day any more, then the cases of days from
 * `from` on, whole days until enough of them were looked at. Answers where to go on, or undefined at the end.
 */
export const compareAll = async (
  dependencies: GoogleDependencies,
  connection: OpenConnection,
  { from, standing }: ComparedTo,
): Promise<ComparedTo | undefined> => {
  const compared = new Set<string>();
  if (from === null) {
    const { records, settings } = connection;
    const events = await records.events(settings.connection, casesAtOnce, standing);
    const suggested = events.filter(({ suggestion }) => suggestion);
    const found = suggested.map((event) => records.findSuggestion(settings.connection, event));
    if (found.length) await dependencies.table.transact(found);
    for (const { case_id } of events) compared.add(case_id);
    for (const id of compared) await syncCase(dependencies, connection, id);
    if (events.length === casesAtOnce) return { from, standing: events.at(-1)?.id };
    await dependencies.table.transact([records.changeSync(settings.connection, { suggestions_found: true })]);
  }
  const next = await compareDays(dependencies, connection, from, compared);
  return next === undefined ? undefined : { from: next };
};

/** Compares the cases of days from `from` on, but for those that were just compared; answers the day to go on with. */
const compareDays = async (
  dependencies: GoogleDependencies,
  connection: OpenConnection,
  from: string | null,
  compared: Set<string>,
): Promise<string | undefined> => {
  const { table, now } = dependencies;
  const { keys, settings } = connection;
  const today = now().toISOString().slice(0, 10);
  const last = addDays(today, feedDays.ahead);
  const days = { from: from ?? addDays(today, -feedDays.back), to: last, home: undefined };
  const [{ events, isComplete }, { dues, isComplete: areAllDue }] = await Promise.all([
    createCalendarRepository(table, keys).events(days, undefined, eventsRead),
    settings.event_kinds.includes('deadline')
      ? createDueDayRepository(table, keys).within(days, eventsRead)
      : { dues: [], isComplete: true },
  ]);
  const read = [
    { of: events.map(({ date, case_id }) => ({ date, case_id })), isComplete },
    { of: dues.map(({ due, case_id }) => ({ date: due, case_id })), isComplete: areAllDue },
  ];
  // Of what was not read to its end, the last day that was may have been cut off.
  const until = read.flatMap((one) => (one.isComplete ? [] : (one.of.at(-1)?.date ?? []))).sort()[0] ?? last;
  let day = days.from;
  let count = 0;
  const inOrder = read.flatMap((one) => one.of).filter(({ date }) => date <= until);
  for (const event of inOrder.sort((a, b) => a.date.localeCompare(b.date))) {
    if (event.date !== day && count >= casesAtOnce) return event.date;
    day = event.date;
    if (compared.has(event.case_id)) continue;
    compared.add(event.case_id);
    count += 1;
    await syncCase(dependencies, connection, event.case_id);
  }
  return (isComplete && areAllDue) || day === days.from ? undefined : day;
};
