import { exportTypes } from '#domain/cases/case-export.ts';
import { tableDays, tableRows } from '#domain/reports/month-report.ts';
import { reportEndpoints } from '#domain/reports/report.endpoints.ts';
import { notFound } from '#domain/shared/contract/errors.ts';
import { csvLine } from '#domain/shared/values/csv.ts';
import { workbookOf } from '#functions/platform/adapters/workbook.ts';
import { handler, organizationScopedRoutes } from '#functions/platform/api/handler.ts';
import { makeReport, needs } from './shared/make-reports.ts';

/** A byte-order mark, by which spreadsheets detect UTF-8. */
const mark = '\u{FEFF}';

/** Figures are numbers in a workbook, so that it can calculate. */
const numbered = ([title = '', ...figures]: string[]): (string | number)[] => [
  title,
  ...figures.map((figure) => (figure === '' ? figure : Number(figure))),
];

const exportReport = handler(reportEndpoints.export, needs, async ({ query }, context) => {
  const { report, table: id, format = 'csv', ...days } = query;
  const made = await makeReport(report, days, context);
  const table = made.tables.find((table) => table.id === id);
  if (!table) throw notFound();
  const [titles = [], ...rows] = tableRows(table, made);
  return {
    type: exportTypes[format],
    name: `${id}-${tableDays(table, made)}.${format}`,
    content:
      format === 'csv'
        ? [mark, ...[titles, ...rows].map(csvLine)].join('')
        : await workbookOf('Figures', [titles, ...rows.map(numbered)]),
  };
});

export const reportScopedRoutes = organizationScopedRoutes(reportEndpoints, { export: exportReport });
