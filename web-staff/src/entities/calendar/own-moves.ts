import type { CalendarEvent, CalendarEvents } from '#domain/calendar/calendar.schema.ts';
import { clashesOf, inOrderOfTime } from '#domain/calendar/calendar-events.ts';

/** Lists follow a change within seconds; until then what was moved here stands where it was moved to. */
const followMs = 15_000;

/** What was moved in this tab just now, by the event's id; in memory alone. */
const moves = new Map<string, { event: CalendarEvent; until: number }>();

/** Remembers an event as it is since now. */
export const rememberMove = (event: CalendarEvent, now = Date.now()): void => {
  moves.set(event.id, { event, until: now + followMs });
};

/** Those that a list may not show yet. */
const pendingMoves = (now: number): CalendarEvent[] => {
  for (const [id, { until }] of moves) if (until < now) moves.delete(id);
  return [...moves.values()].map(({ event }) => event);
};

/** An answer of the calendar with one’s own moves of a moment ago. */
export const withOwnMoves = (
  answer: CalendarEvents,
  { location, kind }: { location?: string | undefined; kind?: string | undefined },
  now = Date.now(),
): CalendarEvents => {
  const own = pendingMoves(now);
  if (own.length === 0) return answer;
  const ids = new Set(own.map(({ id }) => id));
  const asked = own.filter(
    (event) => event.date >= answer.from && event.date <= answer.to && (!kind || event.kind === kind),
  );
  const isHere = (event: CalendarEvent): boolean => !location || event.funeral_home_id === location;
  const [shown, elsewhere] = [asked.filter(isHere), asked.filter((event) => !isHere(event))];
  const stood = (all: readonly CalendarEvent[]) => all.filter(({ id }) => !ids.has(id));
  const events = inOrderOfTime([...stood(answer.events), ...shown]);
  const others = [...stood(answer.others), ...elsewhere];
  return { ...answer, events, others, clashes: clashesOf(events, others) };
};

/** Cases that were given a day here just now. */
export const wasDatedHere = (caseId: string, now = Date.now()): boolean =>
  pendingMoves(now).some((event) => event.case_id === caseId && event.kind === 'service');
