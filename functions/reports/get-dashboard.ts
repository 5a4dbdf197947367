import { type DashboardRead, dashboardFigures, dataNeededForRole } from '#domain/reports/dashboard.ts';
import type { FactGroup } from '#domain/reports/fact.ts';
import type { Compared } from '#domain/reports/figure-builders.ts';
import { insightEndpoints } from '#domain/reports/insight.endpoints.ts';
import { type Days, daysOf, yearBefore } from '#domain/reports/periods.ts';
import { Sums } from '#domain/reports/sums.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { askedOf, comparedOf, needs, standingOf } from './shared/report-sums.ts';

/** The figures of the caller's role: nothing is read that the role does not see. */
export const getDashboard = handler(
  insightEndpoints.dashboard,
  needs,
  async ({ query }, { db: { figures, homes }, actor, now }) => {
    const asked = await askedOf({ homes }, now, query.location);
    const days = daysOf('month', asked.today);
    const today = { from: asked.today, to: asked.today };
    const reads = dataNeededForRole(actor.role);
    const unread = new Sums([]);
    const compared = async (read: DashboardRead, groups: FactGroup[], within: Days): Promise<Compared> =>
      reads.has(read)
        ? comparedOf(figures, groups, asked, within)
        : { now: unread, before: undefined, days: within, location: query.location };
    const standing = async (group: 'open' | 'owing'): Promise<Sums> =>
      reads.has(group) ? standingOf(figures, group, asked) : unread;
    const [work, open, money, received, owing] = await Promise.all([
      compared('work', ['opened', 'report', 'filed', 'certified'], days),
      standing('open'),
      compared('money', ['contract', 'money'], days),
      compared('today', ['money'], today),
      standing('owing'),
    ]);
    const source = { profileId: actor.id, location: query.location, work, money, today: received, open, owing };
    return {
      ...{ today: asked.today, ...days, before: yearBefore(days) ?? null, location: query.location ?? null },
      ...{ figures: dashboardFigures(actor.role, source), tables: [] },
    };
  },
);
