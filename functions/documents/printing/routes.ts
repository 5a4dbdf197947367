import { paperEndpoints } from '#domain/documents/printing/paper.endpoints.ts';
import type { Paper } from '#domain/documents/printing/paper.ts';
import { monthReportFileName, monthReportPaper } from '#domain/reports/month-report.ts';
import type { FileWritten } from '#domain/shared/contract/endpoint.ts';
import { type PaperSize, pdfOf } from '#functions/documents/shared/pdf/pdf-of.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import { handler, routesOf, type Work } from '#functions/platform/api/handler.ts';
import { monthsReadOnly } from '#functions/reports/repository/month-reports.ts';
import { documentsReadOnly } from '../repository/documents.ts';
import { type Printed, printed } from '../repository/print-sources.ts';
import { isKept, madeDocumentId } from '../shared/start-upload.ts';
import { type PrintRequest, preparePaper, printoutKey } from './shared/prepare-paper.ts';

const pdfFile = async (name: string, paper: Paper, size?: PaperSize): Promise<FileWritten<'application/pdf'>> => ({
  type: 'application/pdf',
  name,
  content: await pdfOf(paper, size),
});

const printing = { printed, documents: documentsReadOnly };

interface Context {
  db: { printed: Printed; documents: ReturnType<typeof documentsReadOnly.in> };
  work: Work<never, 'paper.printed'>;
  actor: Actor;
}

/** Returns a paper as a PDF, and announces it if the case does not store this content, so that a worker stores it. */
const printPaper = async (
  { db, work, actor }: Context,
  request: PrintRequest,
): Promise<FileWritten<'application/pdf'>> => {
  const { name, paper, caseId } = await preparePaper(db.printed, request);
  if (caseId === undefined) return pdfFile(name, paper);
  const id = madeDocumentId({ organizationId: actor.organizationId, caseId, ...printoutKey(request, paper) });
  const [file, kept] = await Promise.all([pdfFile(name, paper), db.documents.find(id)]);
  if (!isKept(kept)) work.announce('paper.printed', caseId, { ...request, case_id: caseId });
  return work.finish(file);
};

const printFirstCall = handler(paperEndpoints.firstCall, printing, ({ params }, context) =>
  printPaper(context, { paper: 'first_call', of: params.id }),
);

const printCase = handler(paperEndpoints.case, printing, ({ params }, context) =>
  printPaper(context, { paper: 'case_file', of: params.id }),
);

const printWorksheet = handler(paperEndpoints.worksheet, printing, ({ params }, context) =>
  printPaper(context, { paper: 'worksheet', of: params.id }),
);

const printCremationPacket = handler(paperEndpoints.cremationPacket, printing, ({ params }, context) =>
  printPaper(context, { paper: 'cremation_packet', of: params.id }),
);

const printLabels = handler(paperEndpoints.labels, printing, ({ params }, context) =>
  printPaper(context, { paper: 'labels', of: params.id }),
);

const printMonth = handler(paperEndpoints.monthReport, { months: monthsReadOnly }, async ({ params, query }, { db }) =>
  pdfFile(
    monthReportFileName(params.month),
    monthReportPaper(await db.months.require(params.month)),
    query.size === 'a4' ? 'A4' : 'LETTER',
  ),
);

const printStatement = handler(paperEndpoints.statement, printing, ({ params }, context) =>
  printPaper(context, { paper: 'statement', of: params.statementId, case_id: params.id }),
);

const printPriceList = handler(paperEndpoints.priceList, printing, ({ params, query }, context) =>
  printPaper(context, {
    paper: 'price_list',
    of: params.listId,
    funeral_home_id: params.id,
    ...(query.case_id === undefined ? {} : { case_id: query.case_id }),
  }),
);

const printReceipt = handler(paperEndpoints.receipt, printing, ({ params }, context) =>
  printPaper(context, { paper: 'receipt', of: params.id }),
);

const printDepositReceipt = handler(paperEndpoints.depositReceipt, printing, ({ query }, context) =>
  printPaper(context, { paper: 'deposit_receipt', of: query.case_id }),
);

export const paperRoutes = routesOf(paperEndpoints, {
  receipt: printReceipt,
  depositReceipt: printDepositReceipt,
  firstCall: printFirstCall,
  case: printCase,
  statement: printStatement,
  worksheet: printWorksheet,
  cremationPacket: printCremationPacket,
  labels: printLabels,
  priceList: printPriceList,
  monthReport: printMonth,
});
