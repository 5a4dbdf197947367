import { paymentEndpoints } from '#domain/payments/payment.endpoints.ts';
import { sentPayment } from '#domain/payments/payment.rules.ts';
import { assertAllowed } from '#domain/shared/access/policies.ts';
import { settleAssignment } from '#functions/payments/receivables/shared/settled-by.ts';
import { handler } from '#functions/platform/api/handler.ts';
import {
  addEntry,
  addingEntry,
  centsOf,
  entryContent,
  ledgerChanges,
  newEntryId,
  parsePaymentOrThrow,
  writing,
} from './shared/ledger.ts';
import { presentPayment } from './shared/present-payment.ts';

/**
 * Records a payment under the home's next receipt number; entry, number and the sum of the case commit together, and with
 * them the insurance assignment that it settles.
 */
export const recordPayment = handler(paymentEndpoints.record, writing, ({ body }, context) => {
  const { work, actor, now } = context;
  return addingEntry(context, body.case, async ({ kase: caseRecord, home, today, numbered }) => {
    assertAllowed(actor, 'payment:record', caseRecord.core);
    const values = parsePaymentOrThrow(sentPayment(body), today);
    const id = newEntryId(now);
    const { content, sealed } = await entryContent(context, id, values);
    const amount_cents = centsOf(values.amount);
    const { assignment } = body;
    const settled = assignment && settleAssignment(caseRecord.core, assignment, { id, amount_cents, actor, now });
    return numbered((receipt) => {
      const record = addEntry(context, caseRecord, {
        ...{ id, kind: 'payment', content: { ...content, amount_cents }, sealed, receipt },
        expected: settled ? settled.expected : undefined,
      });
      const { case_id, case_number, deceased_name, funeral_home_id, receipt_number } = record;
      if (settled)
        work
          .audit('assignment.changed', case_id, settled.changes)
          .announce('money-to-come.changed', case_id, { case_id });
      return work
        .audit('payment.recorded', case_id, ledgerChanges(receipt_number, {}, values))
        .announce('payment.recorded', case_id, { payment_id: id, case_id, funeral_home_id, amount_cents })
        .finish(presentPayment(record, { case_number, deceased_name, funeral_home_name: home.name }));
    });
  });
});
