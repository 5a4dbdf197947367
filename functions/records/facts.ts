import * as z from 'zod';
import { type Fact, factGroups, familyOf } from '#domain/insight/fact.ts';
import type { Keys } from '#functions/store/keys.ts';
import { storedShape } from '#functions/store/stored-shape.ts';
import type { Sum } from '#functions/store/sums.ts';
import type { Item, Key } from '#functions/store/table.ts';

/** What a record says of a day: a copy that its projection keeps, and that the record's part of sums follows from. */
export const factShape = storedShape({
  kind: 'fact',
  shape: 1,
  schema: z.object({
    group: z.enum(factGroups),
    home_id: z.string(),
    day: z.string(),
    add: z.record(z.string(), z.number()),
    names: z.record(z.string(), z.string()).optional(),
    case_id: z.string().nullable(),
    submission_id: z.string().optional(),
    title: z.string(),
    detail: z.string(),
  }),
});
export type FactRecord = z.output<typeof factShape.schema>;

/** Sort keys of facts of a group begin so, and go on with the day. */
export const factPrefix = 'FACT#';

type Counted = Pick<FactRecord, 'group' | 'home_id' | 'day' | 'add' | 'names'>;

/** The items that sum up a fact: that of its day, and that of its month. */
export const sumKeys = (keys: Keys, { group, home_id, day }: Omit<Counted, 'add'>): Key[] => {
  const pk = keys.sums(familyOf(group), home_id);
  return [
    { pk, sk: `D#${day}#${group}` },
    { pk, sk: `M#${day.slice(0, 7)}#${group}` },
  ];
};

/** The facts of a record, as its projection keeps them: copies, and what they add to sums. */
export const keptFacts = (
  keys: Keys,
  kind: string,
  id: string,
  facts: readonly Fact[],
): { copies: Item[]; sums: Sum[] } => {
  const kept = facts.map((fact): FactRecord => {
    const { group, homeId, day, add, names, caseId, submissionId, title, detail } = fact;
    return {
      ...{ group, home_id: homeId, day, add: { ...add }, ...(names ? { names: { ...names } } : {}) },
      ...{ case_id: caseId, title, detail },
      ...(submissionId ? { submission_id: submissionId } : {}),
    };
  });
  return {
    copies: kept.map((one) =>
      factShape.item({ pk: keys.facts(one.group, one.home_id), sk: `${factPrefix}${one.day}#${kind}#${id}` }, one),
    ),
    sums: kept.flatMap((one) =>
      sumKeys(keys, one).map((key): Sum => ({ key, add: one.add, ...(one.names ? { names: one.names } : {}) })),
    ),
  };
};
