import * as z from 'zod';
import { addedTo, type BesideRow, besides, type Fact, factGroups, familyOf, summedBy } from '#domain/insight/fact.ts';
import type { Level } from '#domain/insight/periods.ts';
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

/** How sort keys of sums begin: the level and the name of the period. */
export const sumPrefix = (level: Level, period: string): string =>
  `${{ all: 'A', year: 'Y', month: 'M', day: 'D' }[level]}#${period}`;

/** What a month (YYYY-MM) or a day is kept in beside others: its year, or the days that share its first digit. */
const rowOf = (part: string): string => part.slice(0, part.length === 'YYYY-MM'.length ? 4 : -1);
/** How sort keys of such items begin. */
export const rowPrefix = (row: BesideRow, part: string): string => `${{ shown: 'C', apart: 'H' }[row]}#${rowOf(part)}`;

const lengths = { day: 10, month: 7, year: 4, all: 0 } as const satisfies Record<Level, number>;

/** What a fact adds to the sums of its periods, and to what is kept beside others. */
export const addedSums = (keys: Keys, { group, home_id, day, add, names }: Counted): Sum[] => {
  const family = familyOf(group);
  const pk = keys.sums(family, home_id);
  const periods = summedBy[family].map((level) => sumPrefix(level, day.slice(0, lengths[level])));
  const shown = (besides[group] ?? []).flatMap(({ part: level, row, measures }): Sum[] => {
    const part = day.slice(0, lengths[level]);
    const own = measures.flatMap((measure) => {
      const by = addedTo(measure, add);
      return by ? [[`${part.slice(rowOf(part).length)}.${measure}`, by] as const] : [];
    });
    return own.length ? [{ key: { pk, sk: `${rowPrefix(row, part)}#${group}` }, add: Object.fromEntries(own) }] : [];
  });
  return [
    ...periods.map((period): Sum => ({ key: { pk, sk: `${period}#${group}` }, add, ...(names ? { names } : {}) })),
    ...shown,
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
