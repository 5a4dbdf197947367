import type { CaseStatus } from '#domain/cases/case.schema.ts';
import { caseStatuses } from '#domain/cases/case-status.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { CountedView } from '#functions/platform/store/lists/bucket-counters.ts';
import { viewFor } from '#functions/platform/store/lists/list-definition.ts';
import { pageOfList } from '#functions/platform/store/lists/list-page.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { caseOrders } from './case-order-rows.ts';
import { casesList } from './case-rows.ts';

/** How many cases there are, from the counters that the list's pages come from: never by looking at the cases. */
export const caseCounts = (table: Table, keys: Keys) => {
  const viewOf = (filters: { home: string | undefined; status?: string }): Promise<CountedView> => {
    const { index, name } = viewFor(casesList, 'created', filters);
    return CountedView.open(table, { index, pk: keys.listView(casesList.name, name) });
  };
  return {
    /** Cases by status, all of them and those opened `since` an instant, and how many were opened between bounds. */
    async opened(home: string | undefined, since: string, bounds: readonly string[]) {
      const [all, ...counted] = await Promise.all([
        viewOf({ home }).then((view) => Promise.all(bounds.map((bound) => view.rank(bound)))),
        ...caseStatuses.map(async (status) => {
          const view = await viewOf({ home, status });
          return { status, total: view.count, opened: view.count - (await view.rank(since)) };
        }),
      ]);
      const perStatus = (of: (one: (typeof counted)[number]) => number) =>
        Object.fromEntries(counted.map((one) => [one.status, of(one)])) as Record<CaseStatus, number>;
      return {
        by_status: perStatus(({ total }) => total),
        opened_by_status: perStatus(({ opened }) => opened),
        /** Between each two bounds; after the last one nothing is counted. */
        between: all.slice(1).map((rank, at) => rank - (all[at] ?? 0)),
      };
    },
    /** Cases with a service from a day on and before another that are not cancelled: how many, and the first ones. */
    async services(home: string | undefined, { from, before }: { from: string; before: string }, first = 0) {
      const { rows, ...found } = await pageOfList(table, keys, caseOrders, {
        ...{ sort: 'service_date', ascending: true, filters: { home }, ranges: [{ from, to: before }] },
        ...{ matches: ({ status }) => status !== 'cancelled', page: 1, pageSize: first },
      });
      return { ...found, ids: rows.map(({ id }) => id) };
    },
  };
};
