import { figureSource, measureValue } from '#domain/reports/fact.ts';
import { formatMeasure } from '#domain/reports/figure-builders.ts';
import { insightEndpoints } from '#domain/reports/insight.endpoints.ts';
import { countMeasure, isOfMoney, unitOf } from '#domain/reports/measures.ts';
import { Sums } from '#domain/reports/sums.ts';
import { hasPermission } from '#domain/shared/access/roles.ts';
import { AppError, invalid } from '#domain/shared/contract/errors.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { askedOf, needs } from './shared/report-sums.ts';

const pageSize = 50;

/** What is behind a figure: its records page by page, and what all of them add up to. */
export const listDrillDown = handler(insightEndpoints.behind, needs, async ({ query }, { db, actor, now, cursor }) => {
  const source = figureSource(query.figure);
  if (!source) throw invalid({ figure: ['There is no such figure'] });
  const [{ group, measure }, days] = [source, { from: query.from, to: query.to }];
  if (isOfMoney(group) && !hasPermission(actor, 'insight:money')) throw new AppError('forbidden');
  if (days.to < days.from) throw invalid({ to: ['The last day cannot be before the first'] });
  const asked = await askedOf(db, now, query.location);
  const after = query.cursor === undefined ? undefined : await cursor.open(query.cursor);
  const [sums, page] = await Promise.all([
    db.figures.within([group], asked.homeIds, days),
    db.figures.behind(source, asked.homeIds, days, { cursor: after, limit: pageSize }),
  ]);
  const [all, unit] = [new Sums(sums), unitOf(group, measure)];
  return {
    ...{ unit, sum: formatMeasure(unit, all.of(group, measure)), count: all.of(group, countMeasure(measure)) },
    rows: page.rows.map(({ day, case_id, submission_id, title, detail, home_id, add }) => ({
      ...{ date: day, case: case_id, submission: submission_id ?? null, title, detail, location: home_id },
      value: formatMeasure(unit, measureValue(measure, add)),
    })),
    next_cursor: page.next === undefined ? null : await cursor.seal(page.next),
  };
});
