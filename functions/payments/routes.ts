import { paymentEndpoints } from '#domain/payments/payment.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { correctPayment } from './correct-payment.ts';
import { getLedger, getPayment, listPayments } from './read-payments.ts';
import { recordPayment } from './record-payment.ts';
import { refundPayment, reversePayment } from './return-payment.ts';
import { summarizePayments } from './summarize-payments.ts';
import { voidPayment } from './void-payment.ts';

export const paymentRoutes = routesOf(paymentEndpoints, {
  list: listPayments,
  record: recordPayment,
  byCase: getLedger,
  summary: summarizePayments,
  get: getPayment,
  update: correctPayment,
  delete: voidPayment,
  refund: refundPayment,
  reverse: reversePayment,
});
