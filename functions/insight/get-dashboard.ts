import { can } from '#domain/access/roles.ts';
import { dashboardFigures } from '#domain/insight/dashboard.ts';
import { insightEndpoints } from '#domain/insight/insight.endpoints.ts';
import { PeriodSums } from '#domain/insight/period-sums.ts';
import { daysOf, yearBefore } from '#domain/insight/periods.ts';
import { handler } from '#functions/kernel/handler.ts';
import { allTimeOf, askedOf, comparedOf, needs } from './shared/report-sums.ts';

/** The figures of the caller's role: nothing is read that the role does not see. */
export const getDashboard = handler(
  insightEndpoints.dashboard,
  needs,
  async ({ query }, { db: { figures, homes }, actor, now }) => {
    const asked = await askedOf({ homes }, { homeId: actor.homeId, now }, query.location);
    const days = daysOf('month', asked.today);
    const today = { from: asked.today, to: asked.today };
    const nothing = { now: new PeriodSums([]), before: undefined, location: query.location };
    const seesMoney = can(actor, 'insight:money');
    const [work, open, money, received, owing] = await Promise.all([
      comparedOf(figures, 'work', asked, days),
      allTimeOf(figures, 'open', asked),
      seesMoney ? comparedOf(figures, 'money', asked, days) : { ...nothing, days },
      seesMoney ? comparedOf(figures, 'money', asked, today) : { ...nothing, days: today },
      seesMoney ? allTimeOf(figures, 'owing', asked) : nothing.now,
    ]);
    const source = { profileId: actor.id, work, money, today: received, open, owing };
    return {
      ...{ today: asked.today, ...days, before: yearBefore(days) ?? null, location: query.location ?? null },
      ...{ figures: dashboardFigures(actor.role, source), tables: [] },
    };
  },
);
