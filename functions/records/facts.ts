import * as z from 'zod';
import { addedTo, charted, type Fact, factGroups, familyOf, isAllKept } from '#domain/insight/fact.ts';
import type { Keys } from '#functions/store/keys.ts';
import { storedShape } from '#functions/store/stored-shape.ts';
import type { Sum } from '#functions/store/sums.ts';
import type { Item } from '#functions/store/table.ts';

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

/** What a fact adds to the sums of its day, month and year, to those of all that there is, and to what is shown by month. */
export const addedSums = (keys: Keys, { group, home_id, day, add, names }: Counted): Sum[] => {
  const family = familyOf(group);
  const pk = keys.sums(family, home_id);
  const periods = [`D#${day}`, `M#${day.slice(0, 7)}`, `Y#${day.slice(0, 4)}`, ...(isAllKept(family) ? ['A#'] : [])];
  const shown = (charted[group] ?? []).flatMap((measure) => {
    const by = addedTo(measure, add);
    return by ? [[`${day.slice(5, 7)}.${measure}`, by] as const] : [];
  });
  return [
    ...periods.map((period): Sum => ({ key: { pk, sk: `${period}#${group}` }, add, ...(names ? { names } : {}) })),
    ...(shown.length ? [{ key: { pk, sk: `C#${day.slice(0, 4)}#${group}` }, add: Object.fromEntries(shown) }] : []),
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
    sums: kept.flatMap((one) => addedSums(keys, one)),
  };
};
