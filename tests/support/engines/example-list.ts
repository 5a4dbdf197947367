import * as z from 'zod';
import type { keysOf } from '#functions/platform/store/keys.ts';
import { defineList, tokensOf } from '#functions/platform/store/lists/list-definition.ts';
import type { Projection } from '#functions/platform/store/lists/projection.ts';
import type { Key, Write } from '#functions/platform/store/table.ts';

export interface Thing {
  id: string;
  name: string;
  at: string;
  state: string;
  colour: string;
  friends?: string[];
  /** In no list. */
  hidden?: boolean;
}

const partition = (organizationId: string, id: string): string => `T#${organizationId}#THING#${id}`;

export const thingKey = (organizationId: string, id: string): Key => ({
  pk: partition(organizationId, id),
  sk: 'THING',
});
export const partKey = (organizationId: string, id: string, part: string): Key => ({
  pk: partition(organizationId, id),
  sk: `PART#${part}`,
});

export const putThing = (organizationId: string, thing: Thing): Write => ({
  put: { ...thingKey(organizationId, thing.id), ...thing, updated_at: new Date().toISOString() },
});

const organizationOf = (keys: ReturnType<typeof keysOf>): string => keys.organization().pk.split('#')[1] ?? '';

export const thingsList = defineList({
  name: 'things',
  partition: (keys, id) => partition(organizationOf(keys), id),
  columns: z.object({
    id: z.string(),
    name: z.string(),
    at: z.string(),
    state: z.string(),
    colour: z.string(),
    parts: z.number(),
  }),
  sorts: { at: ({ at }) => at, name: ({ name }) => name },
  filters: { state: ({ state }) => state, colour: ({ colour }) => colour },
  views: [
    { index: 'gsi1', sort: 'at' },
    { index: 'gsi2', sort: 'at', filters: ['state'] },
    { index: 'gsi3', sort: 'name' },
  ],
});

export const thingProjection: Projection = {
  list: thingsList,
  kind: 'THING',
  main: 'THING',
  parts: ['PART#'],
  copies: ['FRIEND'],
  project: (keys, id, [main, ...parts]) => {
    const thing = main as unknown as Thing;
    if (thing.hidden) return undefined;
    const { name, at, state, colour, friends = [] } = thing;
    return {
      row: { id, name, at, state, colour, parts: parts.length },
      tokens: tokensOf(name, ...parts.map(({ sk }) => sk.slice(5))),
      tested: [colour],
      order: at,
      shared: [{ reason: 'colour', value: colour }],
      copies: friends.map((friend) => ({ pk: partition(organizationOf(keys), friend), sk: `FRIEND#${id}`, name })),
    };
  },
};
