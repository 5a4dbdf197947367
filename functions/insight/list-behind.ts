import { can } from '#domain/access/roles.ts';
import { AppError, invalid } from '#domain/contract/errors.ts';
import { addedTo, type FactGroup, familyOf } from '#domain/insight/fact.ts';
import { asText } from '#domain/insight/figure-builders.ts';
import { insightEndpoints } from '#domain/insight/insight.endpoints.ts';
import { isOfMoney, unitOf } from '#domain/insight/measures.ts';
import { countMeasure, Sums } from '#domain/insight/sums.ts';
import { handler } from '#functions/kernel/handler.ts';
import { askedOf, needs } from './shared/report-days.ts';

const pageSize = 50;

/** What is behind a figure: its records page by page, and what all of them add up to. */
export const listBehind = handler(insightEndpoints.behind, needs, async ({ query }, { db, actor, now, cursor }) => {
  const [group = '', ...rest] = query.figure.split('.') as [FactGroup, ...string[]];
  const [measure, days] = [rest.join('.'), { from: query.from, to: query.to }];
  if (isOfMoney(group as FactGroup) && !can(actor, 'insight:money')) throw new AppError('forbidden');
  if (days.to < days.from) throw invalid({ to: ['The last day cannot be before the first'] });
  const asked = await askedOf(db, { homeId: actor.homeId, now }, query.location);
  const of = { group: group as FactGroup, measure };
  const after = query.cursor === undefined ? undefined : await cursor.open(query.cursor);
  const [sums, page] = await Promise.all([
    db.figures.sums(familyOf(of.group), asked.homeIds, days, asked.today),
    db.figures.behind(of, asked.homeIds, days, { cursor: after, limit: pageSize }),
  ]);
  const [all, unit] = [new Sums(sums), unitOf(of.group, measure)];
  return {
    ...{ unit, sum: asText(unit, all.of(of.group, measure)), count: all.of(of.group, countMeasure(measure)) },
    rows: page.rows.map(({ day, case_id, submission_id, title, detail, home_id, add }) => ({
      ...{ date: day, case: case_id, submission: submission_id ?? null, title, detail, location: home_id },
      value: asText(unit, addedTo(measure, add)),
    })),
    next_cursor: page.next === undefined ? null : await cursor.seal(page.next),
  };
});
