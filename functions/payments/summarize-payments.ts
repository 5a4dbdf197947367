import { paymentEndpoints } from '#domain/payments/payment.endpoints.ts';
import { summaryOf } from '#domain/payments/payment-summary.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { daysBetween, latestToday, todayIn } from '#domain/shared/values/calendar-date.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { payments } from '#functions/payments/repository/payments.ts';
import { handler } from '#functions/platform/api/handler.ts';

/** So many entries are summed up in one answer, and a year of days. */
const maxEntries = 5_000;
const maxDays = 366;

/** The drawer at closing time: what came in and went back, by day and method; today's where no days are given. */
export const summarizePayments = handler(
  paymentEndpoints.summary,
  { payments, organizations },
  async ({ query }, { db, actor, now }) => {
    const home = await db.organizations.plainHome(query.location ?? actor.homeId);
    const today = home ? todayIn(home.time_zone, now) : latestToday(now);
    const from = query.date_from ?? query.date_to ?? today;
    const to = query.date_to ?? (query.date_from && query.date_from > today ? query.date_from : today);
    if (daysBetween(from, to) >= maxDays) throw invalid({ date_to: [`Choose at most ${maxDays} days`] });
    const { rows, isExact } = await db.payments.rows({ home: query.location, from, to }, maxEntries);
    return { date_from: from, date_to: to, ...summaryOf(rows), is_exact: isExact };
  },
);
