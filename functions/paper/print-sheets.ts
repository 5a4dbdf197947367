import { firstCallPaper, firstCallPaperFileName } from '#domain/paper/first-call-paper.ts';
import { paperEndpoints } from '#domain/paper/paper.endpoints.ts';
import { handler } from '#functions/kernel/handler.ts';
import { printed } from '#functions/records/printed.ts';
import { pdfFile } from './pdf-file.ts';
import { printing, printPaper } from './shared/print-paper.ts';

export const printFirstCall = handler(paperEndpoints.firstCall, { printed }, async ({ params }, { db }) => {
  const sheet = await db.printed.firstCall(params.id);
  return pdfFile(firstCallPaperFileName(sheet), firstCallPaper(sheet, await db.printed.home(sheet.funeral_home_id)));
});

export const printCase = handler(paperEndpoints.case, printing, ({ params }, context) =>
  printPaper(context, { paper: 'case_file', of: params.id }),
);

export const printWorksheet = handler(paperEndpoints.worksheet, printing, ({ params }, context) =>
  printPaper(context, { paper: 'worksheet', of: params.id }),
);

export const printLabels = handler(paperEndpoints.labels, printing, ({ params }, context) =>
  printPaper(context, { paper: 'labels', of: params.id }),
);
