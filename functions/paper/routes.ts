import { paperEndpoints } from '#domain/paper/paper.endpoints.ts';
import { routesOf } from '#functions/kernel/handler.ts';
import { printDepositReceipt, printReceipt } from './print-receipts.ts';
import { printCase, printFirstCall } from './print-sheets.ts';

export const paperRoutes = routesOf(paperEndpoints, {
  receipt: printReceipt,
  depositReceipt: printDepositReceipt,
  firstCall: printFirstCall,
  case: printCase,
});
