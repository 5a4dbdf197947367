import { keysOf } from '#functions/platform/store/keys.ts';
import { isReadBy, type Projection } from '#functions/platform/store/lists/projection.ts';
import { sumsOf } from '#functions/platform/store/lists/sums.ts';
import { isSame } from '#functions/platform/store/sorted-json.ts';
import type { Item } from '#functions/platform/store/table.ts';

const nonZero = (add: Record<string, number>) => Object.fromEntries(Object.entries(add).filter(([, by]) => by !== 0));

/** every sum is exactly the total of all projections. */
export function* recountSums(items: readonly Item[], projections: readonly Projection[]): Generator<string> {
  const expected = new Map<string, Record<string, number>>();
  for (const [pk, own] of Map.groupBy(items, (item) => item.pk)) {
    const [tenant, organizationId = '', kind, id = '', ...rest] = pk.split('#');
    if (tenant !== 'T' || rest.length) continue;
    for (const projection of projections.filter((projection) => projection.kind === kind)) {
      const main = own.find(({ sk }) => sk === projection.main);
      if (!main) continue;
      const parts = own.filter(({ sk }) => sk !== projection.main && isReadBy(projection, sk));
      // Records that cannot be projected are reported by the recount of rows.
      const addends = (() => {
        try {
          return projection.project(keysOf(organizationId), id, [main, ...parts])?.addends ?? [];
        } catch {
          return [];
        }
      })();
      for (const { key, add } of addends) {
        const name = `${key.pk} | ${key.sk}`;
        const known = expected.get(name) ?? {};
        for (const [measure, by] of Object.entries(add)) known[measure] = (known[measure] ?? 0) + by;
        expected.set(name, known);
      }
    }
  }
  const found = items.filter(({ pk }) => /^T#[^#]+#MONTHSUMS#/.test(pk));
  for (const item of found) {
    const name = `${item.pk} | ${item.sk}`;
    const wanted = nonZero(expected.get(name) ?? {});
    expected.delete(name);
    if (!isSame(sumsOf(item).add, wanted))
      yield `${name}: sums to ${JSON.stringify(sumsOf(item).add)}, its records to ${JSON.stringify(wanted)}`;
  }
  for (const [name, wanted] of expected)
    if (Object.keys(nonZero(wanted)).length) yield `${name}: sum of ${JSON.stringify(wanted)} is missing`;
}
