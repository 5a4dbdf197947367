import { nextDue } from '#domain/payments/receivables.ts';
import { contributionsOfPayment } from '#domain/reports/contributions-of-payment.ts';
import { isSearchable } from '#domain/shared/values/search-text.ts';
import { caseSchema } from '#functions/cases/repository/case-record.ts';
import {
  moneyDueList,
  paymentRow,
  paymentSchema,
  paymentsList,
} from '#functions/payments/repository/payment-record.ts';
import { tokensOf } from '#functions/platform/store/lists/list-definition.ts';
import type { Projection } from '#functions/platform/store/lists/projection.ts';
import { storedContributions } from '#functions/reports/repository/figures.ts';

/** A case is listed while it has a dated receivable and is not cancelled. */
export const moneyDueProjection: Projection = {
  list: moneyDueList,
  kind: 'CASE',
  items: (keys, id) => keys.case(id).pk,
  main: 'CASE',
  parts: [],
  project: (_keys, id, [main]) => {
    if (!main) return undefined;
    const core = caseSchema.parse(main);
    const next = core.money_to_come && nextDue(core.money_to_come, core.paid_cents);
    if (!next || core.status === 'cancelled') return undefined;
    return { row: { id, funeral_home_id: core.funeral_home_id, ...next }, order: next.due_on, tokens: [] };
  },
};

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
    const words = tokensOf(received_from, deceased_name, receipt_number, case_number);
    return {
      row: paymentRow(record),
      order: `${payment_date} ${created_at}`,
      // No search looks up a single letter, such as the R of a receipt number; it only narrows one.
      tokens: words.filter(isSearchable),
      tested: words.filter((word) => !isSearchable(word)),
      ...storedContributions(keys, 'PAYMENT', id, contributionsOfPayment(record)),
    };
  },
};
