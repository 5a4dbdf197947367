import type { CaseStatus } from '#domain/cases/case.schema.ts';
import { caseStatuses } from '#domain/cases/case-status.ts';
import { idInPlace } from '#functions/store/key-parts.ts';
import type { Keys } from '#functions/store/keys.ts';
import { compareKeys, NodeMissing } from '#functions/store/lists/counted-tree.ts';
import { viewName } from '#functions/store/lists/list-definition.ts';
import { type ChosenView, viewOf } from '#functions/store/lists/list-views.ts';
import { TreeReader, withTree } from '#functions/store/lists/tree-reader.ts';
import type { Table } from '#functions/store/table.ts';
import { caseOrders } from './case-order-rows.ts';
import { casesList } from './case-rows.ts';

type PerStatus = Record<CaseStatus, number>;

/** Whose services are held. */
const held = caseStatuses.filter((status) => status !== 'cancelled');

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
     * Cases with a service from a day on and before another that are not cancelled: how many, and the first ones, the next
     * service first. Each status has its own tree by the day of the service, so that nothing else is looked at.
     */
    async services(
      home: string | undefined,
      { from, before }: { from: string; before: string },
      first = 0,
    ): Promise<{ count: number; ids: string[] }> {
      const found = await Promise.all(
        held.map((status) => {
          const filters = { home, status };
          const { name } = viewOf(caseOrders, 'service_date', filters) as ChosenView;
          return withTree(table, keys.tree(caseOrders.name, name), async (tree) => {
            const [low, high] = await Promise.all([tree.rank(from), tree.rank(before)]);
            return { count: Math.max(0, high - low), near: await tree.keysBetween(low, Math.min(high, low + first)) };
          });
        }),
      );
      const near = found.flatMap((one) => one.near).sort(compareKeys);
      return { count: found.reduce((sum, { count }) => sum + count, 0), ids: near.slice(0, first).map(idInPlace) };
    },
  };
};
