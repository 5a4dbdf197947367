import { paperEndpoints } from '#domain/documents/printing/paper.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { printMonth } from './print-month.ts';
import { printDepositReceipt, printReceipt } from './print-receipts.ts';
import { printCase, printFirstCall, printLabels, printWorksheet } from './print-sheets.ts';
import { printPriceList, printStatement } from './print-statement.ts';

export const paperRoutes = routesOf(paperEndpoints, {
  receipt: printReceipt,
  depositReceipt: printDepositReceipt,
  firstCall: printFirstCall,
  case: printCase,
  statement: printStatement,
  worksheet: printWorksheet,
  labels: printLabels,
  priceList: printPriceList,
  monthReport: printMonth,
});
