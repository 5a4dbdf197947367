import { momentIn } from '#domain/shared/values/calendar-date.ts';
import type { SortRange } from '#functions/platform/store/lists/list-page.ts';

interface Due {
  readonly due: string;
  /** HH:MM at the home, when it ends at a time of that day. */
  readonly time: string | null;
}

/** Returns the sort value of a due moment. One with a time precedes those that end with the day: a space sorts before `#`. */
export const endOf = ({ due, time }: Due): string => (time ? `${due} ${time}` : due);

/** Returns whether a due moment is in a range of days, or of minutes of a day (`YYYY-MM-DD HH:MM`). */
export const isWithin = (row: Due, { from, to }: SortRange): boolean => {
  const place = `${endOf(row)}#`;
  return (from === undefined || place >= from) && (to === undefined || place < to);
};

/** A local day and minute of a home. */
export type Minute = ReturnType<typeof momentIn>;

/** Returns the range of all homes, with a check of rows where their minute differs. `zones`: by home. */
export const rangeInZones = (
  rangeOf: (minute: Minute) => SortRange,
  zones: ReadonlyMap<string, string>,
  now: Date,
): { range: SortRange; matches?: (row: Due & { readonly funeral_home_id: string }) => boolean } => {
  const rangeIn = (zone: string): SortRange => rangeOf(momentIn(zone, now));
  const ranges = [...new Set(zones.values())].map(rangeIn);
  const from = ranges.map((range) => range.from).toSorted()[0];
  const to = ranges
    .map((range) => range.to)
    .toSorted()
    .at(-1);
  const differ = ranges.some((range) => range.from !== from || range.to !== to);
  return {
    range: { from, to },
    ...(differ ? { matches: (row) => isWithin(row, rangeIn(zones.get(row.funeral_home_id) ?? 'UTC')) } : {}),
  };
};
