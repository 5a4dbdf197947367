import { paperEndpoints } from '#domain/documents/printing/paper.endpoints.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { printing, printPaper } from './shared/print-paper.ts';

export const printReceipt = handler(paperEndpoints.receipt, printing, ({ params }, context) =>
  printPaper(context, { paper: 'receipt', of: params.id }),
);

export const printDepositReceipt = handler(paperEndpoints.depositReceipt, printing, ({ query }, context) =>
  printPaper(context, { paper: 'deposit_receipt', of: query.case_id }),
);
