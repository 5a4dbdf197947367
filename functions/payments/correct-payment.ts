import { correctionError, ledgerEffect } from '#domain/payments/ledger.rules.ts';
import { paymentEndpoints } from '#domain/payments/payment.endpoints.ts';
import { sentPayment } from '#domain/payments/payment.rules.ts';
import type { PaymentPatch } from '#domain/payments/payment.schema.ts';
import { assertAllowed } from '#domain/shared/access/policies.ts';
import { followed } from '#functions/cases/repository/apply-settled-payment.ts';
import type { PaymentRecord } from '#functions/payments/repository/payments.ts';
import { conflictError } from '#functions/platform/api/conflict.ts';
import type { ContextOf } from '#functions/platform/api/context.ts';
import { handler } from '#functions/platform/api/handler.ts';
import {
  assertNoError,
  centsOf,
  changingEntry,
  entryContent,
  homeOf,
  ledgerChanges,
  parsePaymentOrThrow,
  valuesOf,
  writing,
} from './shared/ledger.ts';
import { presentOne } from './shared/present-payment.ts';

type Context = ContextOf<typeof paymentEndpoints.update, typeof writing>;

/** The entry as the patch leaves it, with what changes for the trail and what puts the number of a check away. Throws 400. */
const corrected = async (context: Context, before: PaymentRecord, today: string, patch: PaymentPatch) => {
  const stored = valuesOf(before);
  const sent = sentPayment(patch);
  const values = parsePaymentOrThrow(
    { ...stored, ...sent },
    today,
    before.check_number_id !== null && !sent.check_number,
  );
  const amount_cents = centsOf(values.amount);
  const entries = before.returned_cents === 0 ? [] : await context.db.payments.ofCase(before.case_id);
  assertNoError(correctionError(before, { amount_cents, payment_date: String(values.payment_date) }, entries));
  const { content, sealed } = await entryContent(context, before.id, values);
  const { check_number_id, check_number_masked } = values.payment_method === 'check' && !sealed ? before : content;
  const next: PaymentRecord = {
    ...{ ...before, ...content, amount_cents, check_number_id, check_number_masked },
    ...{ version: before.version + 1, updated_at: context.now.toISOString() },
  };
  const changes = ledgerChanges(before.receipt_number, stored, values);
  if (sealed) changes.push({ field: 'payments.check_number', from: null, to: null });
  // Notes stand on no receipt.
  const isOnReceipt = changes.some(({ field }) => !['payments.receipt_number', 'payments.notes'].includes(field));
  return { next: isOnReceipt ? { ...next, corrected_at: next.updated_at } : next, changes, sealed };
};

/** Corrects what was entered of a payment. The trail of the case keeps what it said before; the sum of the case follows. */
export const correctPayment = handler(paymentEndpoints.update, writing, ({ params, body }, context) => {
  const { db, work, actor, now } = context;
  return changingEntry(context, params.id, async (before, core) => {
    const { id, case_id, check_number_id } = before;
    assertAllowed(actor, 'payment:correct', before);
    if (body.version !== undefined && body.version !== before.version)
      throw conflictError(paymentEndpoints.update, { current: await presentOne(db, before) });
    const { today } = await homeOf(db, core, now);
    const { next, changes, sealed } = await corrected(context, before, today, body);
    // The receipt number alone: nothing is different.
    if (changes.length === 1) return work.finish(await presentOne(db, before));
    if (body.reason) changes.push({ field: 'payments.correction_reason', from: null, to: body.reason });
    const { paid } = ledgerEffect(before, next, undefined);
    // More money received is a payment; what was entered too large can be put right in a case of any status.
    if (paid > 0) assertAllowed(actor, 'payment:record', core);
    const replaced = check_number_id !== null && check_number_id !== next.check_number_id;
    return work
      .add(
        db.payments.change(before, next, now),
        sealed,
        replaced ? db.checkNumbers.remove(check_number_id) : undefined,
        paid ? db.cases.changeLedger(core, { paid, ...followed(core, next) }, now) : undefined,
      )
      .audit('payment.corrected', case_id, changes)
      .announce('payment.corrected', case_id, { payment_id: id, case_id })
      .finish(await presentOne(db, next));
  });
});
