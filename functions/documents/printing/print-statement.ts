import { paperEndpoints } from '#domain/documents/printing/paper.endpoints.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { printing, printPaper } from './shared/print-paper.ts';

export const printStatement = handler(paperEndpoints.statement, printing, ({ params }, context) =>
  printPaper(context, { paper: 'statement', of: params.statementId, case_id: params.id }),
);

export const printPriceList = handler(paperEndpoints.priceList, printing, ({ params, query }, context) =>
  printPaper(context, {
    paper: 'price_list',
    of: params.listId,
    funeral_home_id: params.id,
    ...(query.case_id === undefined ? {} : { case_id: query.case_id }),
  }),
);
