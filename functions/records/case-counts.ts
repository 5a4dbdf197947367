import type { CaseStatus } from '#domain/cases/case.schema.ts';
import { caseStatuses } from '#domain/cases/case-status.ts';
import { NodeMissing } from '#functions/store/counted-tree.ts';
import type { Keys } from '#functions/store/keys.ts';
import { viewName } from '#functions/store/list-definition.ts';
import { pageOfList } from '#functions/store/list-page.ts';
import type { Table } from '#functions/store/table.ts';
import { TreeReader } from '#functions/store/tree-reader.ts';
import { type CaseOrderRow, caseOrders } from './case-order-rows.ts';
import { casesList } from './case-rows.ts';

type PerStatus = Record<CaseStatus, number>;

/** How many cases there are, from the counters that the list's pages come from: never by looking at the cases. */
export const caseCounts = (table: Table, keys: Keys) => {
  const treeOf = (filters: { home?: string | undefined; status?: string }) => {
    const { home, status } = filters;
    const names = [...(home ? ['home'] : []), ...(status ? ['status'] : [])];
    return keys.tree(casesList.name, viewName({ sort: 'created', filters: names }, { home, status }));
  };
  const perStatus = async (count: (status: CaseStatus) => Promise<number>): Promise<PerStatus> =>
    Object.fromEntries(
      await Promise.all(caseStatuses.map(async (status) => [status, await count(status)])),
    ) as PerStatus;
  const counted = async (home: string | undefined, since: string, bounds: readonly string[], consistent: boolean) => {
    const byStatus = new Map(
      await Promise.all(
        caseStatuses.map(
          async (status) => [status, await TreeReader.open(table, treeOf({ home, status }), { consistent })] as const,
        ),
      ),
    );
    const of = (status: CaseStatus): TreeReader => byStatus.get(status) as TreeReader;
    const all = await TreeReader.open(table, treeOf({ home }), { consistent });
    const ranks = await Promise.all(bounds.map((bound) => all.rank(bound)));
    return {
      by_status: await perStatus(async (status) => of(status).count),
      opened_by_status: await perStatus(async (status) => of(status).count - (await of(status).rank(since))),
      /** Between each two bounds; after the last one nothing is counted. */
      between: ranks.slice(1).map((rank, at) => rank - (ranks[at] ?? 0)),
    };
  };
  return {
    /** Cases by status, all of them and those opened `since` an instant, and how many were opened between bounds. */
    async opened(home: string | undefined, since: string, bounds: readonly string[]) {
      try {
        return await counted(home, since, bounds, false);
      } catch (error) {
        // A tree was changed between its root and its leaves.
        if (!(error instanceof NodeMissing)) throw error;
        return counted(home, since, bounds, true);
      }
    },
    /**
     * Cases with a service from a day on and before another that are not cancelled, and whether that is all of them:
     * statuses have no counter by the day of the service, so the rows of those days are looked at, up to a bound.
     */
    async services(
      home: string | undefined,
      from: string,
      before: string,
    ): Promise<{ count: number; isExact: boolean }> {
      const request = { sort: 'service_date', filters: { home }, ranges: [{ from, to: before }], page: 1, pageSize: 1 };
      const isHeld = ({ status }: CaseOrderRow): boolean => status !== 'cancelled';
      const { count, isExact } = await pageOfList(table, keys, caseOrders, { ...request, matches: isHeld });
      return { count, isExact };
    },
  };
};
