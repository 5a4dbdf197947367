import { insightEndpoints } from '#domain/reports/insight.endpoints.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { makeReport } from './shared/make-report.ts';
import { needs } from './shared/report-sums.ts';

export const getAnalytics = handler(insightEndpoints.analytics, needs, ({ query }, context) =>
  makeReport('analytics', query, context),
);

export const getFinancials = handler(insightEndpoints.financials, needs, ({ query }, context) =>
  makeReport('financial-overview', query, context),
);
