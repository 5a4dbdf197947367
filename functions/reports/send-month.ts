import { insightEndpoints } from '#domain/reports/insight.endpoints.ts';
import { lastMonth } from '#domain/reports/month-report.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { monthReports } from '#functions/reports/repository/month-reports.ts';
import { makeMonthReport } from './shared/make-month-report.ts';
import { needs } from './shared/report-sums.ts';

/** Which months were kept, and which one is over. */
export const listMonths = handler(
  insightEndpoints.months,
  { homes: needs.homes, months: monthReports },
  async (_input, { db, now }) => {
    const [zones, months] = await Promise.all([db.homes.homeZones(), db.months.made()]);
    return { last: lastMonth([...zones.values()], now), months };
  },
);

/** Somebody wants to be told of a month now: it is kept where nobody did, and the mail follows from the event. */
export const sendMonth = handler(
  insightEndpoints.sendMonth,
  { ...needs, months: monthReports },
  async ({ body }, { db, work, actor, now }) => {
    const last = lastMonth([...(await db.homes.homeZones()).values()], now);
    const month = body.month ?? last;
    if (month > last) throw invalid({ month: ['This month is not over yet'] });
    return work.attempt(
      () => db.months.find(month),
      async (kept) => {
        const report = kept ?? (await makeMonthReport(db, { month, now }));
        return work
          .add(kept ? undefined : db.months.keep(report))
          .audit('month_report.asked', actor.organizationId, [{ field: 'month', from: null, to: month }])
          .announce('month-report.asked', actor.organizationId, { month, profile_id: actor.id })
          .finish({ month, made_at: report.made_at });
      },
    );
  },
);
