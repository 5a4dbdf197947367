import * as z from 'zod';
import { addedTo, type Fact, factGroups } from '#domain/insight/fact.ts';
import type { PeriodKind } from '#domain/insight/period-runs.ts';
import { seriesOf, summedBy, topicOf } from '#domain/insight/sum-layout.ts';
import type { CalendarDate } from '#domain/values/calendar-date.ts';
import type { Keys } from '#functions/store/keys.ts';
import type { Addend } from '#functions/store/lists/sums.ts';
import { storedShape } from '#functions/store/stored-shape.ts';
import type { Item } from '#functions/store/table.ts';
import { factKey, seriesAttribute, seriesPeriod, sumKey } from './insight-keys.ts';

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

type Counted = Pick<FactRecord, 'group' | 'home_id' | 'day' | 'add' | 'names'>;

const nameLengths = { day: 10, month: 7, year: 4, all: 0 } as const satisfies Record<PeriodKind, number>;
/** The name of the period that a day lies in. */
const periodOf = (kind: PeriodKind, day: CalendarDate): string => day.slice(0, nameLengths[kind]);

/** What a fact adds to the sums of its periods. */
const addedToPeriods = (keys: Keys, { group, home_id: homeId, day, add, names }: Counted): Addend[] =>
  summedBy[topicOf[group]].map((kind) => ({
    key: sumKey(keys, { group, homeId, kind, period: periodOf(kind, day) }),
    add,
    ...(names ? { names } : {}),
  }));

/** What it adds to series. */
const addedToSeries = (keys: Keys, { group, home_id: homeId, day, add }: Counted): Addend[] =>
  (seriesOf[group] ?? []).flatMap(({ step, reader, measures }): Addend[] => {
    const period = periodOf(step, day);
    const own = measures.flatMap((measure) => {
      const by = addedTo(measure, add);
      return by ? [[seriesAttribute(period, measure), by] as const] : [];
    });
    const key = sumKey(keys, { group, homeId, kind: reader, period: seriesPeriod(period) });
    return own.length ? [{ key, add: Object.fromEntries(own) }] : [];
  });

/** What a fact adds to sums. */
export const addendsOf = (keys: Keys, fact: Counted): Addend[] => [
  ...addedToPeriods(keys, fact),
  ...addedToSeries(keys, fact),
];

/** The facts of a record, as its projection keeps them: copies, and what they add to sums. */
export const keptFacts = (
  keys: Keys,
  kind: string,
  id: string,
  facts: readonly Fact[],
): { copies: Item[]; addends: Addend[] } => {
  const kept = facts.map((fact): FactRecord => {
    const { group, homeId, day, add, names, caseId, submissionId, title, detail } = fact;
    return {
      ...{ group, home_id: homeId, day, add: { ...add }, ...(names ? { names: { ...names } } : {}) },
      ...{ case_id: caseId, title, detail },
      ...(submissionId ? { submission_id: submissionId } : {}),
    };
  });
  return {
    copies: kept.map((one) => factShape.item(factKey(keys, one, { kind, id }), one)),
    addends: kept.flatMap((one) => addendsOf(keys, one)),
  };
};
