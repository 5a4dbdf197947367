import type { CalendarEvent, EventKind } from '#domain/calendar/calendar.schema.ts';
import { calendarEvent, inOrderOfTime, normalizeResourceName, serviceEvent } from '#domain/calendar/calendar-events.ts';
import type { DayRange } from '#domain/calendar/day-events.ts';
import { addDays } from '#domain/shared/values/calendar-date.ts';
import { type CaseOrderRow, caseOrders, casesList, noValue } from '#functions/cases/repository/case-rows.ts';
import { cremationsList } from '#functions/cases/repository/cremation-rows.ts';
import { createHomeRepository, withHomeName } from '#functions/organizations/repository/homes.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { walkList } from '#functions/platform/store/lists/list-page.ts';
import { rowsOf } from '#functions/platform/store/lists/search-tokens.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import type { Table } from '#functions/platform/store/table.ts';

interface Days extends DayRange {
  home: string | undefined;
  creator?: string | undefined;
}

const sharedNeeds = ({ service_date, service_vehicle, service_led_by }: CaseOrderRow): string[] =>
  [`vehicle ${normalizeResourceName(service_vehicle)}`, `led_by ${normalizeResourceName(service_led_by)}`]
    .filter((need) => !need.endsWith(' '))
    .map((need) => `${service_date} ${need}`);

const isOpen = ({ status }: { status: string }): boolean => status === 'draft' || status === 'active';
const isHeld = ({ status }: { status: string }): boolean => status !== 'cancelled';

export const createCalendarRepository = (table: Table, keys: Keys) => {
  const homes = createHomeRepository(table, keys);
  const casesOf = async (ids: readonly string[], creator?: string) => {
    const [rows, names] = await Promise.all([rowsOf(table, keys, casesList, ids), homes.homeNames()]);
    return new Map(
      rows
        .filter(({ created_by_id }) => creator === undefined || created_by_id === creator)
        .map((row) => [row.id, withHomeName(row, names)] as const),
    );
  };
  const range = ({ from, to }: Days) => ({ from, to: addDays(to, 1) });
  /** A home's services, and those of other homes with a shared resource: no index has them by home, so all are read. */
  const services = async ({ home, ...days }: Days, limit: number) => {
    const found = await walkList(table, keys, caseOrders, {
      sort: 'service_date',
      range: range({ home, ...days }),
      limit,
      matches: isHeld,
    });
    if (home === undefined) return { ...found, beside: [] };
    const rows = found.rows.filter(({ funeral_home_id }) => funeral_home_id === home);
    const needed = new Set(rows.flatMap(sharedNeeds));
    const isBeside = (row: CaseOrderRow) =>
      row.funeral_home_id !== home && sharedNeeds(row).some((need) => needed.has(need));
    return { ...found, rows, beside: found.rows.filter(isBeside) };
  };
  const dispositions = ({ home, ...days }: Days, kind: EventKind | undefined, limit: number) =>
    walkList(table, keys, cremationsList, {
      sort: 'cremation_date',
      filters: { home },
      range: range({ home, ...days }),
      limit,
      matches: (row) => isHeld(row) && (kind === undefined || row.kind === kind),
    });
  const none = { rows: [], beside: [] };
  return {
    /**
     * `isComplete` is false if a kind reached `limit`. `others` are other homes' services that share a hearse or
     * leader.
     */
    async events(days: Days, kind: EventKind | undefined, limit: number) {
      const [held, laid] = await Promise.all([
        kind === undefined || kind === 'service' ? services(days, limit) : none,
        kind === 'service' ? none : dispositions(days, kind, limit),
      ]);
      const read = [...held.rows, ...held.beside, ...laid.rows];
      const known = await casesOf([...new Set(read.map(({ id }) => id))], days.creator);
      const serviceOf = ({ id, service_vehicle: vehicle, service_led_by: led_by }: CaseOrderRow) => {
        const row = known.get(id);
        return row && serviceEvent(row, { vehicle, led_by });
      };
      const isThere = (event?: CalendarEvent): event is CalendarEvent => event !== undefined && event.date !== '';
      const events = [
        ...held.rows.map(serviceOf),
        ...laid.rows.map(({ id, kind, disposition_method: method, ...laidOn }) => {
          const { cremation_date: date, cremation_time: time, crematory_name: place } = laidOn;
          const row = known.get(id);
          return row && calendarEvent(row, { kind, date, time, place }, kind === 'disposition' ? method : '');
        }),
      ].filter(isThere);
      const isComplete = !('end' in held && held.end) && !('end' in laid && laid.end);
      return { events: inOrderOfTime(events), others: held.beside.map(serviceOf).filter(isThere), isComplete };
    },
    caseRows: casesOf,
    /** Returns `maxShown` drafts and active cases whose service has no date among the newest `maxRead`. */
    async undated(home: string | undefined, maxShown: number, maxRead: number) {
      const { rows, end } = await walkList(table, keys, caseOrders, {
        sort: 'service_date',
        ascending: false,
        filters: { home },
        range: { from: noValue },
        limit: maxRead,
        matches: isOpen,
      });
      const ids = rows.slice(0, maxShown).map(({ id }) => id);
      const known = await casesOf(ids);
      return {
        count: rows.length,
        count_is_exact: end === undefined,
        cases: ids.flatMap((id) => known.get(id) ?? []),
      };
    },
  };
};

export const calendarCases = {
  grants: ['table:lists', 'table:case-rows'],
  in: (table, keys) => ({
    of: async (ids: readonly string[]) =>
      new Map((await rowsOf(table, keys, casesList, [...new Set(ids)])).map((row) => [row.id, row] as const)),
  }),
} as const satisfies Repository;

export const calendar = {
  grants: ['table:lists', 'table:case-rows', 'table:home-names'],
  in: createCalendarRepository,
} as const satisfies Repository;
