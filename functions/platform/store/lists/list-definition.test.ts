import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineList } from './list-definition.ts';

describe('defineList', () => {
  const { columns } = defineList({
    name: 'boats',
    partition: () => 'boats',
    columns: z.object({
      ...{ id: z.uuid(), note: z.string(), seats: z.number(), is_hired: z.boolean(), crew: z.array(z.string()) },
      ...{ left_at: z.iso.datetime().nullable(), sail: z.string().optional(), harbor: z.string().default('unknown') },
    }),
    sorts: { note: ({ note }) => note },
    filters: {},
    views: [{ index: 'gsi1', sort: 'note' }],
  });
  const id = '4d1f8f4e-2f6b-4b0c-9d3c-0d1f8f4e2f6b';

  it('reads a row from before its columns were added', () => {
    expect(columns.parse({ id })).toEqual({
      ...{ id, note: '', seats: 0, is_hired: false, crew: [], left_at: null, harbor: 'unknown' },
    });
  });

  it('rejects a row without a value that has no empty form', () => {
    expect(columns.safeParse({}).error?.issues.map(({ path }) => path)).toEqual([['id']]);
  });
});
