import type { DayEvent } from '#domain/calendar/day.schema.ts';
import { fieldEventsOf } from '#domain/calendar/day-events.ts';
import { fieldKindOf } from '#domain/calendar/day-names.ts';
import { sheetLines } from '#domain/calendar/run-sheet.ts';
import { addDays, type CalendarDate, todayIn } from '#domain/shared/values/calendar-date.ts';
import type { StoredCase } from '#functions/cases/repository/cases.ts';
import type { Work } from '#functions/platform/api/handler.ts';
import { dayEventOf } from '../repository/days.ts';

interface SheetEntry {
  readonly profile_id: string;
  readonly day: CalendarDate;
  readonly event: string;
  readonly case_id: string | null;
  readonly text: string;
}
interface Change<Of> {
  readonly before: Of;
  readonly next: Of;
}
interface By {
  readonly actor: { readonly id: string };
  readonly today: CalendarDate;
}
type SheetWork = Work<never, 'run-sheet.changed'>;

/** One transaction holds at most 200 events, of which 60 can be about the events themselves. */
const maxAnnounced = 130;

const announceEntries = (work: SheetWork, change: Change<readonly SheetEntry[]>, { actor, today }: By): void => {
  const bySheet = (entries: readonly SheetEntry[]) =>
    Map.groupBy(entries, ({ profile_id, day }) => `${day} ${profile_id}`);
  const [was, will] = [bySheet(change.before), bySheet(change.next)];
  const textOf = (of: readonly SheetEntry[] | undefined): string => (of ?? []).map(({ text }) => text).join('\n');
  const changed = [...new Map([...was, ...will])]
    .filter(([sheet]) => textOf(was.get(sheet)) !== textOf(will.get(sheet)))
    .flatMap(([, [entry]]) => (entry && entry.profile_id !== actor.id && entry.day >= today ? [entry] : []))
    .toSorted((a, b) => a.day.localeCompare(b.day));
  for (const { profile_id, day, event, case_id } of changed.slice(0, maxAnnounced))
    work.announce('run-sheet.changed', profile_id, { profile_id, day, event, case_id });
};

const membersOf = (needs: readonly { readonly member: string | null }[]): string[] => [
  ...new Set(needs.flatMap(({ member }) => member ?? [])),
];

const entriesOfEvents = (events: readonly DayEvent[]): SheetEntry[] =>
  events.flatMap((event) => {
    const of = { day: event.date, event: event.id, case_id: event.case, text: JSON.stringify(sheetLines([event])) };
    return membersOf(event.needs).map((profile_id) => ({ profile_id, ...of }));
  });

/** Announces to all members of events but the caller which of their days changed, unless they are over. */
export const announceSheets = (work: SheetWork, { before, next }: Change<readonly DayEvent[]>, by: By): void =>
  announceEntries(work, { before: entriesOfEvents(before), next: entriesOfEvents(next) }, by);

type SheetCase = Pick<StoredCase, 'events'> & {
  readonly core: Pick<StoredCase['core'], 'id' | 'status'>;
  readonly sections: Readonly<Record<string, { readonly values: Readonly<Record<string, unknown>> }>>;
};

const entriesOfCase = ({ core: { id, status }, sections, events = [] }: SheetCase): SheetEntry[] => {
  if (status === 'cancelled') return [];
  const fields = fieldEventsOf(Object.fromEntries(Object.entries(sections).map(([name, one]) => [name, one.values])));
  return events.map(dayEventOf).flatMap(({ id: event, needs, ...record }) => {
    const kind = fieldKindOf(event);
    const { date, time, place } = (kind ? fields.find((one) => one.kind === kind) : record) ?? { date: '' };
    const of = { day: date, event, case_id: id, text: JSON.stringify([event, time, place]) };
    return date === '' ? [] : membersOf(needs).map((profile_id) => ({ profile_id, ...of }));
  });
};

/** Announces which days of people changed with the fields or the status of a case. */
export const announceCaseSheets = (
  work: SheetWork,
  change: Change<SheetCase>,
  { actor, now }: { actor: { readonly id: string }; now: Date },
): void => {
  // The zone of its home is not known here: a day too early announces at most what is over.
  const today = addDays(todayIn('UTC', now), -1);
  announceEntries(work, { before: entriesOfCase(change.before), next: entriesOfCase(change.next) }, { actor, today });
};
