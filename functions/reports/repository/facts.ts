import * as z from 'zod';
import { type Fact, factGroups, figureName, isMonthly } from '#domain/reports/fact.ts';
import { monthOf } from '#domain/reports/periods.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { Addend } from '#functions/platform/store/lists/sums.ts';
import { sortedJson } from '#functions/platform/store/sorted-json.ts';
import { storedSchema } from '#functions/platform/store/stored-shape.ts';
import type { Item } from '#functions/platform/store/table.ts';

/**
 * What a record says of a day: a copy that its projection keeps. Measures and their names are texts, as reports read thousands
 * of facts, and each attribute of an item costs more than the text of all of them.
 */
export const factSchema = storedSchema({
  kind: 'fact',
  shape: 2,
  upcasters: {
    1: ({ add, names, ...others }) => ({
      ...{ ...others, add: sortedJson(add) },
      ...(names === undefined ? {} : { names: sortedJson(names) }),
    }),
  },
  schema: z.object({
    group: z.enum(factGroups),
    home_id: z.string(),
    day: z.string(),
    add: z.string(),
    names: z.string().optional(),
    case_id: z.string().nullable(),
    submission_id: z.string().optional(),
    title: z.string(),
    detail: z.string(),
  }),
});
export type FactRecord = z.output<typeof factSchema.schema>;

/** The measures of a fact, or what they are called. Facts of shape 1 hold them as they are until a reindex. */
export const measuresIn = <Value extends number | string>(stored: unknown): Record<string, Value> =>
  typeof stored === 'string' ? JSON.parse(stored) : ((stored ?? {}) as Record<string, Value>);

/** What sort keys of facts of a day begin with. */
export const factsFrom = (day: string): string => `FACT#${day}`;

/** Measures of a group, or what they are called, by the names of their figures. */
export const byFigure = <Value>(
  group: Fact['group'],
  measures: Readonly<Record<string, Value>>,
): Record<string, Value> =>
  Object.fromEntries(Object.entries(measures).map(([measure, value]) => [figureName({ group, measure }), value]));

const copyOf = (keys: Keys, kind: string, id: string, fact: Fact): Item => {
  const { group, homeId, day, add, names, caseId, submissionId, title, detail } = fact;
  const key = { pk: keys.facts(group, homeId), sk: `${factsFrom(day)}#${kind}#${id}` };
  return factSchema.item(key, {
    ...{ group, home_id: homeId, day, add: sortedJson(add), ...(names ? { names: sortedJson(names) } : {}) },
    ...{ case_id: caseId, title, detail, ...(submissionId ? { submission_id: submissionId } : {}) },
  });
};

/** The facts of a record as its projection keeps them: copies, and what they add to the sums of months. */
export const keptFacts = (
  keys: Keys,
  kind: string,
  id: string,
  facts: readonly Fact[],
): { copies: Item[]; addends: Addend[] } => ({
  copies: facts.map((fact) => copyOf(keys, kind, id, fact)),
  addends: facts
    .filter(({ group }) => isMonthly(group))
    .map(({ group, homeId, day, add, names }) => ({
      key: keys.monthSums(homeId, monthOf(day)),
      add: byFigure(group, add),
      ...(names ? { names: byFigure(group, names) } : {}),
    })),
});
