import { type DashboardRead, dashboardFigures, readsOf } from '#domain/insight/dashboard.ts';
import type { Compared } from '#domain/insight/figure-builders.ts';
import { insightEndpoints } from '#domain/insight/insight.endpoints.ts';
import { PeriodSums } from '#domain/insight/period-sums.ts';
import { type Days, daysOf, yearBefore } from '#domain/insight/periods.ts';
import type { Topic } from '#domain/insight/sum-layout.ts';
import { handler } from '#functions/kernel/handler.ts';
import { allTimeOf, askedOf, comparedOf, needs } from './shared/report-sums.ts';

/** The figures of the caller's role: nothing is read that the role does not see. */
export const getDashboard = handler(
  insightEndpoints.dashboard,
  needs,
  async ({ query }, { db: { figures, homes }, actor, now }) => {
    const asked = await askedOf({ homes }, now, query.location);
    const days = daysOf('month', asked.today);
    const today = { from: asked.today, to: asked.today };
    const reads = readsOf(actor.role);
    const unread = new PeriodSums([]);
    const compared = async (read: DashboardRead, topic: Topic, within: Days): Promise<Compared> =>
      reads.has(read)
        ? comparedOf(figures, topic, asked, within)
        : { now: unread, before: undefined, days: within, location: query.location };
    const sumsNow = async (topic: 'open' | 'owing'): Promise<PeriodSums> =>
      reads.has(topic) ? allTimeOf(figures, topic, asked) : unread;
    const [work, open, money, received, owing] = await Promise.all([
      compared('work', 'work', days),
      sumsNow('open'),
      compared('money', 'money', days),
      compared('today', 'money', today),
      sumsNow('owing'),
    ]);
    const source = { profileId: actor.id, location: query.location, work, money, today: received, open, owing };
    return {
      ...{ today: asked.today, ...days, before: yearBefore(days) ?? null, location: query.location ?? null },
      ...{ figures: dashboardFigures(actor.role, source), tables: [] },
    };
  },
);
