import { assertMay } from '#domain/access/policies.ts';
import { AppError, invalid } from '#domain/contract/errors.ts';
import { paymentEndpoints } from '#domain/payments/payment.endpoints.ts';
import { paymentMessages, sentPayment } from '#domain/payments/payment.rules.ts';
import { handler } from '#functions/kernel/handler.ts';
import type { PaymentRecord } from '#functions/records/payments.ts';
import {
  assertSound,
  centsOf,
  entryContent,
  homeOf,
  inTurn,
  ledgerChanges,
  valuesOf,
  writing,
} from './shared/ledger.ts';
import { presentPayments } from './shared/present-payment.ts';

/** Corrects what was entered of a payment. The trail of the case keeps what it said before; the sum of the case follows. */
export const correctPayment = handler(paymentEndpoints.update, writing, ({ params, body }, context) => {
  const { db, work, actor, now } = context;
  const answer = async (record: PaymentRecord) => {
    const [payment] = await presentPayments(db, [record]);
    if (!payment) throw new Error('a payment without an answer');
    return payment;
  };
  return inTurn(context, params.id, async () => {
    const before = await db.payments.require(params.id);
    assertMay(actor, 'payment:correct', before);
    if (body.version !== undefined && body.version !== before.version)
      throw new AppError('conflict', { extra: { current: await answer(before) } });
    const core = await db.cases.requireCore(before.case_id);
    const { today } = await homeOf(db, core, now);
    const stored = valuesOf(before);
    const sent = sentPayment(body);
    const values = assertSound({ ...stored, ...sent }, today, before.check_number_id !== null && !sent.check_number);
    const amount_cents = centsOf(values.amount);
    if (amount_cents < before.returned_cents) throw invalid({ amount: [paymentMessages.lessThanReturned] });
    const { content, sealed } = await entryContent(context, values);
    const keepsNumber = values.payment_method === 'check' && !sealed;
    const { check_number_id, check_number_masked } = keepsNumber ? before : content;
    const next: PaymentRecord = {
      ...{ ...before, ...content, amount_cents, check_number_id, check_number_masked },
      ...{ version: before.version + 1, updated_at: now.toISOString() },
    };
    const changes = ledgerChanges(before.receipt_number, stored, values);
    if (sealed) changes.push({ field: 'payments.check_number', from: null, to: null });
    if (changes.length === 1) return work.finish(await answer(before));
    const paid = amount_cents - before.amount_cents;
    work.add(
      db.payments.change(before, next),
      sealed,
      before.check_number_id && before.check_number_id !== check_number_id
        ? db.checkNumbers.remove(before.check_number_id)
        : undefined,
      paid ? db.cases.changeCore(core, { paid_cents: core.paid_cents + paid }, now) : undefined,
    );
    return work
      .audit('payment.corrected', before.case_id, changes)
      .announce('payment.corrected', before.case_id, { payment_id: before.id, case_id: before.case_id })
      .finish(await answer(next));
  });
});
