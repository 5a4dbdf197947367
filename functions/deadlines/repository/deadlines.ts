import type { Duty } from '#domain/deadlines/deadline-kinds.ts';
import { addDays, type CalendarDate } from '#domain/shared/values/calendar-date.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { pageOfList, pageOfSearch, type SortRange, walkList } from '#functions/platform/store/lists/list-page.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import { searchFor } from '#functions/platform/store/search-for.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { type DueRecord, duesList } from './deadline-rows.ts';

interface DueListQuery {
  search?: string | undefined;
  home?: string | undefined;
  kind?: Duty | undefined;
  owner?: string | undefined;
  state?: string | undefined;
  /** Days from `from` on and before `to`. */
  range: SortRange;
  page: number;
  pageSize: number;
}

const deadlinesIn = (table: Table, keys: Keys) => ({
  /** A page of what is to be done, the nearest day first. */
  async list({ search, range, page, pageSize, ...filters }: DueListQuery) {
    const within = ({ due }: DueRecord): boolean =>
      (range.from === undefined || due >= range.from) && (range.to === undefined || due < range.to);
    const byDay = (rows: DueRecord[]) => rows.toSorted((a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : 0));
    return search
      ? pageOfSearch(table, keys, duesList, {
          ...{ filters, page, pageSize, ...searchFor(search) },
          ...{ matches: within, sorted: byDay },
        })
      : pageOfList(table, keys, duesList, { filters, page, pageSize, sort: 'due', ascending: true, ranges: [range] });
  },
});

interface DueDays {
  /** Both within. */
  from: CalendarDate;
  to: CalendarDate;
  home?: string | undefined;
  owner?: string | undefined;
}

export const createDueDayRepository = (table: Table, keys: Keys) => ({
  /** What is open and due within days, the nearest first; `isComplete` is false where there are more than `limit`. */
  async within({ from, to, home, owner }: DueDays, limit: number) {
    const range = { from, to: addDays(to, 1) };
    const { rows, end } = await walkList(table, keys, duesList, {
      sort: 'due',
      filters: { home, owner },
      range,
      limit,
    });
    return { dues: rows, isComplete: end === undefined };
  },
});

/** For calendars: what is due on which days. */
export const deadlineDays = { grants: ['table:lists'], in: createDueDayRepository } as const satisfies Repository;
export const deadlines = { grants: ['table:lists', 'table:deadlines'], in: deadlinesIn } as const satisfies Repository;
