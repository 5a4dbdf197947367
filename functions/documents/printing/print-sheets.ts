import { paperEndpoints } from '#domain/documents/printing/paper.endpoints.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { printing, printPaper } from './shared/print-paper.ts';

export const printFirstCall = handler(paperEndpoints.firstCall, printing, ({ params }, context) =>
  printPaper(context, { paper: 'first_call', of: params.id }),
);

export const printCase = handler(paperEndpoints.case, printing, ({ params }, context) =>
  printPaper(context, { paper: 'case_file', of: params.id }),
);

export const printWorksheet = handler(paperEndpoints.worksheet, printing, ({ params }, context) =>
  printPaper(context, { paper: 'worksheet', of: params.id }),
);

export const printLabels = handler(paperEndpoints.labels, printing, ({ params }, context) =>
  printPaper(context, { paper: 'labels', of: params.id }),
);
