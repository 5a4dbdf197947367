import { factsOfPayment } from '#domain/reports/facts-of-payment.ts';
import { paymentSchema } from '#functions/payments/repository/payment-record.ts';
import { paymentRow, paymentsList } from '#functions/payments/repository/payment-rows.ts';
import { tokensOf } from '#functions/platform/store/lists/list-definition.ts';
import type { Projection } from '#functions/platform/store/lists/projection.ts';
import { keptFacts } from '#functions/reports/repository/facts.ts';

export const paymentProjection: Projection = {
  list: paymentsList,
  kind: 'PAYMENT',
  main: 'PAYMENT',
  parts: [],
  copies: ['FACT'],
  project: (keys, id, [main]) => {
    if (!main) return undefined;
    const record = paymentSchema.parse(main);
    const { payment_date, created_at, received_from, deceased_name, receipt_number, case_number } = record;
    return {
      row: paymentRow(record),
      order: `${payment_date} ${created_at}`,
      tokens: tokensOf(received_from, deceased_name, receipt_number, case_number),
      ...keptFacts(keys, 'PAYMENT', id, factsOfPayment(record)),
    };
  },
};
