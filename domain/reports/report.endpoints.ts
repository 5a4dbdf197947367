import * as z from 'zod';
import { exportTypes } from '#domain/cases/case-export.ts';
import { endpoint, file } from '#domain/shared/contract/endpoint.ts';
import { Month } from './month-report.ts';
import {
  DashboardQuery,
  DrillDownPage,
  DrillDownQuery,
  ExportQuery,
  MonthReports,
  ReportQuery,
  ReportResponse,
  StoredMonth,
} from './report.schema.ts';

const reports = '/api/services/reports/';

export const reportEndpoints = {
  dashboard: endpoint({
    method: 'GET',
    path: '/api/services/dashboard/',
    permission: 'insight:work',
    summary: "Get dashboard figures for the caller's role",
    query: DashboardQuery,
    response: ReportResponse,
  }),
  analytics: endpoint({
    method: 'GET',
    path: '/api/services/analytics/',
    permission: 'insight:work',
    summary: 'Get case analytics: by status, type, location and month, durations, conversion and workload',
    query: ReportQuery,
    response: ReportResponse,
  }),
  financials: endpoint({
    method: 'GET',
    path: `${reports}financial-overview/`,
    permission: 'insight:money',
    summary: 'Get financial analytics: contracts, payments, receivables aging, sales, taxes and cash advances',
    query: ReportQuery,
    response: ReportResponse,
  }),
  behind: endpoint({
    method: 'GET',
    path: `${reports}records/`,
    permission: 'insight:work',
    summary: 'List the records behind a figure, earliest first',
    query: DrillDownQuery,
    response: DrillDownPage,
  }),
  export: endpoint({
    method: 'GET',
    path: `${reports}export/`,
    permission: 'insight:work',
    summary: 'Export one report table as a file',
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
    summary: 'List monthly reports, newest first, and the last completed month',
    response: MonthReports,
  }),
  sendMonth: endpoint({
    method: 'POST',
    path: `${reports}monthly/send/`,
    permission: 'insight:months',
    summary: 'Email the caller a link to a monthly report (default: last month). Creates the report if needed',
    body: z.object({ month: Month.optional() }),
    response: StoredMonth,
    auditActions: ['month_report.asked'],
    events: ['month-report.asked'],
    limits: [{ by: 'user', max: 10, seconds: 3600 }],
  }),
} as const;
