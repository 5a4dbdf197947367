import { insightEndpoints } from '#domain/reports/insight.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { getDashboard } from './get-dashboard.ts';
import { getAnalytics, getFinancials } from './get-reports.ts';
import { listDrillDown } from './list-behind.ts';
import { listMonths, sendMonth } from './send-month.ts';

export const insightRoutes = routesOf(insightEndpoints, {
  dashboard: getDashboard,
  analytics: getAnalytics,
  financials: getFinancials,
  behind: listDrillDown,
  months: listMonths,
  sendMonth,
});
