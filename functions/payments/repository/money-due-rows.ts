import * as z from 'zod';
import type { Keys } from '#functions/platform/store/keys.ts';
import { defineList } from '#functions/platform/store/lists/list-definition.ts';
import { walkList } from '#functions/platform/store/lists/list-page.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import type { Table } from '#functions/platform/store/table.ts';

/** The cases that expect money on a day, the earliest first, in all homes and in one. */
export const moneyDueList = defineList({
  name: 'money-due',
  partition: (keys, id) => keys.moneyDue(id),
  columns: z.object({
    id: z.string(),
    funeral_home_id: z.string(),
    due_on: z.string(),
    amount_cents: z.number(),
    owed_by: z.enum(['family', 'insurer']),
  }),
  sorts: { due: ({ due_on }) => due_on },
  filters: { home: ({ funeral_home_id }) => funeral_home_id },
  views: [
    { index: 'gsi1', sort: 'due' },
    { index: 'gsi2', sort: 'due', filters: ['home'] },
  ],
  isCounted: false,
});
type MoneyDueRow = z.output<typeof moneyDueList.columns>;

const moneyDueIn = (table: Table, keys: Keys) => ({
  /** The cases from which money is due before a day, and whether these are all: at most `limit`. */
  async before(
    day: string,
    home: string | undefined,
    limit: number,
  ): Promise<{ rows: MoneyDueRow[]; isExact: boolean }> {
    const walk = { sort: 'due', ascending: true, filters: { home }, range: { to: day }, cursor: undefined, limit };
    const { rows, end } = await walkList(table, keys, moneyDueList, walk);
    return { rows, isExact: end === undefined };
  },
});
export const moneyDue = { grants: ['table:lists'], in: moneyDueIn } as const satisfies Repository;
