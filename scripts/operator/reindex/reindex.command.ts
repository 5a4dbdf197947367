import * as z from 'zod';
import { allProjections } from '#functions/lambdas/wiring/all-projections.ts';
import { reindex } from '#functions/platform/projector/reindex.ts';
import { command, UsageError } from '../command.ts';
import { localTable } from '../local-product.ts';

export const reindexCommand = command({
  name: 'reindex',
  options: {},
  word: true,
  schema: z.object({}),
  usage: `reindex [LIST]
  Writes anew what lists, search and totals show, of all lists or of one (submissions, cases, customers …), beside
  the running product, and removes what earlier releases kept. Needed after a release that changes what a list shows.
  One that was cut off goes on when it is called again.`,
  async run(_asked, wanted) {
    const projections = allProjections.filter(({ list }) => wanted === undefined || list.name === wanted);
    if (projections.length === 0)
      throw new UsageError(
        `There is no list ${wanted}. There are: ${allProjections.map(({ list }) => list.name).join(', ')}`,
      );
    const report = ({ records }: { records: number }) => process.stderr.write(`\r${records} records so far `);
    const { records, leftovers } = await reindex({ table: localTable(), projections, report });
    return `\r${records} records are reindexed, and ${leftovers} items of earlier releases were removed.`;
  },
});
