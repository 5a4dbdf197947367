import * as z from 'zod';
import { exportTypes } from '#domain/cases/case-export.ts';
import { endpoint, file } from '#domain/shared/contract/endpoint.ts';
import {
  BehindFigure,
  DashboardQuery,
  DrillDownQuery,
  ExportQuery,
  Insight,
  InsightQuery,
  KeptMonth,
  MonthReports,
} from './insight.schema.ts';
import { Month } from './month-report.ts';

const reports = '/api/services/reports/';

export const insightEndpoints = {
  dashboard: endpoint({
    method: 'GET',
    path: '/api/services/dashboard/',
    permission: 'insight:work',
    summary: 'The figures that matter to the caller’s role, as they stand today',
    query: DashboardQuery,
    response: Insight,
  }),
  analytics: endpoint({
    method: 'GET',
    path: '/api/services/analytics/',
    permission: 'insight:work',
    summary: 'Cases by status, kind, home and month, how long it takes, what reports become and who works on what',
    query: InsightQuery,
    response: Insight,
  }),
  financials: endpoint({
    method: 'GET',
    path: `${reports}financial-overview/`,
    permission: 'insight:money',
    summary: 'Contracts, money received, what is owed by age and by whom, sales, taxes and cash advances',
    query: InsightQuery,
    response: Insight,
  }),
  behind: endpoint({
    method: 'GET',
    path: `${reports}records/`,
    permission: 'insight:work',
    summary: 'The records behind a figure, the earliest day first; what they add is the figure',
    query: DrillDownQuery,
    response: BehindFigure,
  }),
  export: endpoint({
    method: 'GET',
    path: `${reports}export/`,
    permission: 'insight:work',
    summary: 'One table of a report as a file',
    query: ExportQuery,
    response: file(exportTypes.csv, exportTypes.xlsx),
    errorResponses: { 404: 'The report has no such table.' },
    limits: [{ by: 'user', max: 10, seconds: 60 }],
    skipActorCache: true,
    organizationScoped: true,
  }),
  months: endpoint({
    method: 'GET',
    path: `${reports}monthly/`,
    permission: 'insight:months',
    summary: 'The months whose figures were kept, the last one first, and which month is over',
    response: MonthReports,
  }),
  sendMonth: endpoint({
    method: 'POST',
    path: `${reports}monthly/send/`,
    permission: 'insight:months',
    summary:
      'Mail the caller that the figures of a month are there, the last one unless said; keeps them where nobody did',
    body: z.object({ month: Month.optional() }),
    response: KeptMonth,
    auditActions: ['month_report.asked'],
    events: ['month-report.asked'],
    limits: [{ by: 'user', max: 10, seconds: 3600 }],
  }),
} as const;
