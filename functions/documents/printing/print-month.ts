import { paperEndpoints } from '#domain/documents/printing/paper.endpoints.ts';
import { monthReportFileName, monthReportPaper } from '#domain/reports/month-report.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { monthsRead } from '#functions/reports/repository/month-reports.ts';
import { pdfFile } from './pdf-file.ts';

/** A month's figures as they were kept: it is a document of its own, and of no case. */
export const printMonth = handler(
  paperEndpoints.monthReport,
  { months: monthsRead },
  async ({ params, query }, { db }) =>
    pdfFile(
      monthReportFileName(params.month),
      monthReportPaper(await db.months.require(params.month)),
      query.size === 'a4' ? 'A4' : 'LETTER',
    ),
);
