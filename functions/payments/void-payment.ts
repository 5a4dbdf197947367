import { ledgerEffect } from '#domain/payments/ledger.rules.ts';
import { paymentEndpoints } from '#domain/payments/payment.endpoints.ts';
import { assertAllowed } from '#domain/shared/access/policies.ts';
import type { PaymentRecord } from '#functions/payments/repository/payments.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { applySettledPayment, changingEntry, writing } from './shared/ledger.ts';

const noReason = 'No reason was given';

/** A void never deletes. After the void of a refund the money counts as received and can be refunded again. */
export const voidPayment = handler(paymentEndpoints.delete, writing, ({ params, query }, context) => {
  const { db, work, actor, now } = context;
  return changingEntry(context, params.id, async (entry, core) => {
    assertAllowed(actor, 'payment:void', { ...entry, hasReturns: entry.returned_cents > 0 });
    const { id, case_id, receipt_number, refund_of } = entry;
    const origin = refund_of === null ? undefined : await db.payments.require(refund_of);
    const void_reason = query.reason || noReason;
    const voided: PaymentRecord = {
      ...{ ...entry, voided_at: now.toISOString(), voided_by_name: actor.name, void_reason },
      status: 'voided',
    };
    const { paid, origin: restored } = ledgerEffect(entry, voided, origin);
    return work
      .add(
        db.payments.change(entry, voided, now),
        origin && restored && db.payments.change(origin, restored, now),
        db.cases.changeLedger(core, { paid, ...applySettledPayment(core, voided) }, now),
      )
      .audit('payment.voided', case_id, [
        { field: 'payments.receipt_number', from: receipt_number, to: receipt_number },
        { field: 'payments.status', from: 'recorded', to: 'voided' },
        { field: 'payments.void_reason', from: null, to: void_reason },
      ])
      .announce('payment.voided', case_id, { payment_id: id, case_id })
      .finish({ success: true as const });
  });
});
