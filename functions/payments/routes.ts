import { deceasedName } from '#domain/cases/present-case.ts';
import {
  correctionError,
  ledgerEffect,
  refundOffered,
  returnBarred,
  returnError,
  summaryOf,
} from '#domain/payments/ledger.rules.ts';
import { paymentEndpoints } from '#domain/payments/payment.endpoints.ts';
import { sentPayment, totalPaid, withRunningTotals } from '#domain/payments/payment.rules.ts';
import type { Payment, PaymentPatch } from '#domain/payments/payment.schema.ts';
import { paymentMessages } from '#domain/payments/payment-messages.ts';
import { assertAllowed } from '#domain/registry/policies.ts';
import type { AuditAction } from '#domain/shared/audit/audit-actions.ts';
import { AppError, invalid } from '#domain/shared/contract/errors.ts';
import { daysBetween, latestToday, todayIn } from '#domain/shared/values/calendar-date.ts';
import { type Cents, toDecimal } from '#domain/shared/values/money.ts';
import { cases, type StoredCase } from '#functions/cases/repository/cases.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { type ContextOf, handler, routesOf } from '#functions/platform/api/handler.ts';
import { pageAnswer, pageRequest } from '#functions/platform/api/paging.ts';
import { conflictError } from '#functions/platform/api/strip-to-schema.ts';
import { contractOf, settleAssignment } from './receivables/shared/assignment-values.ts';
import { type PaymentRecord, payments } from './repository/payments.ts';
import {
  addEntry,
  addingEntry,
  applySettledPayment,
  assertNoError,
  centsOf,
  changingEntry,
  entryContent,
  homeOf,
  type LedgerContext,
  ledgerChanges,
  newEntryId,
  parsePaymentOrThrow,
  valuesOf,
  writing,
} from './shared/ledger.ts';
import { presentOne, presentPayment, presentPayments } from './shared/present-payment.ts';

const noReason = 'No reason was given';

/** A void never deletes. After the void of a refund the money counts as received and can be refunded again. */
const voidPayment = handler(paymentEndpoints.delete, writing, ({ params, query }, context) => {
  const { db, work, actor, now } = context;
  return changingEntry(context, params.id, async (entry, core) => {
    assertAllowed(actor, 'payment:void', { ...entry, hasReturns: entry.returned_cents > 0 });
    const { id, case_id, receipt_number, refund_of } = entry;
    const origin = refund_of === null ? undefined : await db.payments.require(refund_of);
    const void_reason = query.reason || noReason;
    const voided: PaymentRecord = {
      ...entry,
      voided_at: now.toISOString(),
      voided_by_name: actor.name,
      void_reason,
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

type ReturnAction = Extract<AuditAction, 'payment.refunded' | 'payment.reversed'>;

interface Wanted<D extends ReturnAction> {
  action: D;
  kind: 'refund' | 'reversal';
  paymentId: string;
  sent: Record<string, unknown>;
  reason: string;
  version?: number | undefined;
}

interface AtCase {
  today: string;
  /** Cents; below 0 if overpaid. */
  balance: Cents;
}

/** Returns the values of a refund or reversal and its cents. Throws 400 and 409. */
const returned = (
  payment: PaymentRecord,
  entries: readonly PaymentRecord[],
  { kind, sent, reason, today, balance }: Pick<Wanted<ReturnAction>, 'kind' | 'sent' | 'reason'> & AtCase,
): { values: Record<string, unknown>; amount: Cents } => {
  assertNoError(returnBarred(kind, payment, entries));
  const { payee, ...otherFields } = sent;
  const entered = {
    amount: toDecimal(kind === 'refund' ? refundOffered(payment, balance) : payment.amount_cents),
    // A payment may be dated ahead.
    payment_date: today < payment.payment_date ? payment.payment_date : today,
    // Insurance money is refunded by check, too.
    payment_method: sent.check_number ? 'check' : payment.payment_method,
    other_method_description: payment.other_method_description,
    received_from: payee || payment.received_from,
    ...sentPayment(otherFields),
    payment_for: reason,
  };
  // A returned check is the one received; a refund by check has its own number.
  const values = parsePaymentOrThrow(entered, today, kind === 'reversal');
  const amount = centsOf(values.amount);
  assertNoError(returnError(kind, payment, { amount_cents: amount, payment_date: String(values.payment_date) }));
  return { values, amount };
};

/** Returns cents; nothing is owed for a cancelled case. */
const balanceDue = (caseRecord: StoredCase): Cents =>
  (caseRecord.core.status === 'cancelled' ? 0 : contractOf(caseRecord)) - caseRecord.core.paid_cents;

const recordReturn = async <D extends ReturnAction>(
  context: LedgerContext<D, 'payment.refunded'>,
  { action, kind, paymentId, sent, reason, version }: Wanted<D>,
): Promise<Payment> => {
  const { db, work, actor, now } = context;
  const { case_id } = await db.payments.require(paymentId);
  return addingEntry(context, case_id, async ({ caseRecord, home, today, numbered }) => {
    const payment = await db.payments.require(paymentId);
    assertAllowed(actor, 'payment:return', payment);
    if (version !== undefined && version !== payment.version)
      throw new AppError('conflict', { detail: paymentMessages.changedMeanwhile });
    const entries = await db.payments.ofCase(case_id);
    const asRead = kind === 'refund' && sent.amount === undefined;
    const balance = asRead ? balanceDue(await db.cases.require(case_id)) : 0;
    const { values, amount } = returned(payment, entries, { kind, sent, reason, today, balance });
    const id = newEntryId(now);
    const { content, sealed } = await entryContent(context, id, values);
    return numbered((receipt) => {
      const about = { origin: payment, content: { ...content, amount_cents: -amount }, sealed, receipt, asRead };
      const record = addEntry(context, caseRecord, { id, kind, ...about });
      const { case_number, deceased_name, receipt_number } = record;
      return work
        .audit(action, case_id, [
          ...ledgerChanges(receipt_number, {}, values),
          { field: 'payments.refund_of', from: null, to: payment.receipt_number },
        ])
        .announce('payment.refunded', case_id, { payment_id: id, case_id, refund_of: payment.id })
        .finish(presentPayment(record, { case_number, deceased_name, funeral_home_name: home.name }));
    });
  });
};

const withoutEmpty = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));

const refundPayment = handler(paymentEndpoints.refund, writing, ({ params, body }, context) => {
  const { reason, version, ...sent } = body;
  const about = { paymentId: params.id, sent: withoutEmpty(sent), reason, version };
  return recordReturn(context, { action: 'payment.refunded', kind: 'refund', ...about });
});

const reversePayment = handler(paymentEndpoints.reverse, writing, ({ params, body }, context) => {
  const { reason, ...sent } = body;
  const about = { paymentId: params.id, sent: withoutEmpty(sent), reason };
  return recordReturn(context, { action: 'payment.reversed', kind: 'reversal', ...about });
});

type Context = ContextOf<typeof paymentEndpoints.update, typeof writing>;

/** Returns the corrected entry, its changes for the history, and the write of its check number. Throws 400. */
const corrected = async (context: Context, before: PaymentRecord, today: string, patch: PaymentPatch) => {
  const stored = valuesOf(before);
  const paymentInput = sentPayment(patch);
  const values = parsePaymentOrThrow(
    { ...stored, ...paymentInput },
    today,
    before.check_number_id !== null && !paymentInput.check_number,
  );
  const amount_cents = centsOf(values.amount);
  const entries = before.returned_cents === 0 ? [] : await context.db.payments.ofCase(before.case_id);
  assertNoError(correctionError(before, { amount_cents, payment_date: String(values.payment_date) }, entries));
  const { content, sealed } = await entryContent(context, before.id, values);
  const { check_number_id, check_number_masked } = values.payment_method === 'check' && !sealed ? before : content;
  const next: PaymentRecord = {
    ...before,
    ...content,
    amount_cents,
    check_number_id,
    check_number_masked,
    version: before.version + 1,
    updated_at: context.now.toISOString(),
  };
  const changes = ledgerChanges(before.receipt_number, stored, values);
  if (sealed) changes.push({ field: 'payments.check_number', from: null, to: null });
  // Notes are not on receipts.
  const isOnReceipt = changes.some(({ field }) => !['payments.receipt_number', 'payments.notes'].includes(field));
  return { next: isOnReceipt ? { ...next, corrected_at: next.updated_at } : next, changes, sealed };
};

const correctPayment = handler(paymentEndpoints.update, writing, ({ params, body }, context) => {
  const { db, work, actor, now } = context;
  return changingEntry(context, params.id, async (before, core) => {
    const { id, case_id, check_number_id } = before;
    assertAllowed(actor, 'payment:correct', before);
    if (body.version !== undefined && body.version !== before.version)
      throw conflictError(paymentEndpoints.update, { current: await presentOne(db, before) });
    const { today } = await homeOf(db, core, now);
    const { next, changes, sealed } = await corrected(context, before, today, body);
    // Only the receipt number: nothing changed.
    if (changes.length === 1) return work.finish(await presentOne(db, before));
    if (body.reason) changes.push({ field: 'payments.correction_reason', from: null, to: body.reason });
    const { paid } = ledgerEffect(before, next, undefined);
    // More money received is a payment; a lower amount can be corrected in any status.
    if (paid > 0) assertAllowed(actor, 'payment:record', core);
    const replaced = check_number_id !== null && check_number_id !== next.check_number_id;
    return work
      .add(
        db.payments.change(before, next, now),
        sealed,
        replaced ? db.checkNumbers.remove(check_number_id) : undefined,
        paid ? db.cases.changeLedger(core, { paid, ...applySettledPayment(core, next) }, now) : undefined,
      )
      .audit('payment.corrected', case_id, changes)
      .announce('payment.corrected', case_id, { payment_id: id, case_id })
      .finish(await presentOne(db, next));
  });
});

/** Entry, receipt number, total of the case and settled assignment commit together. */
const recordPayment = handler(paymentEndpoints.record, writing, ({ body }, context) => {
  const { work, actor, now } = context;
  return addingEntry(context, body.case, async ({ caseRecord, home, today, numbered }) => {
    assertAllowed(actor, 'payment:record', caseRecord.core);
    const values = parsePaymentOrThrow(sentPayment(body), today);
    const id = newEntryId(now);
    const { content, sealed } = await entryContent(context, id, values);
    const amount_cents = centsOf(values.amount);
    const { assignment } = body;
    const settled = assignment && settleAssignment(caseRecord.core, assignment, { id, amount_cents, actor, now });
    return numbered((receipt) => {
      const record = addEntry(context, caseRecord, {
        id,
        kind: 'payment',
        content: { ...content, amount_cents },
        sealed,
        receipt,
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

const reading = { cases, payments, organizations };

const getPayment = handler(paymentEndpoints.get, reading, async ({ params }, { db }) =>
  presentOne(db, await db.payments.require(params.id)),
);

const listPayments = handler(paymentEndpoints.list, reading, async ({ query }, { db, request }) => {
  const paging = pageRequest(query);
  const { location, payment_method, date_from, date_to, ordering } = query;
  const filters = { home: location, method: payment_method, from: date_from, to: date_to };
  const page = await db.payments.list({ ...paging, ...filters, ascending: ordering === 'payment_date' });
  return pageAnswer(request.path, query, paging, { ...page, rows: await presentPayments(db, page.rows) });
});

/** The total is that of the listed entries, because the case is read separately. */
const getLedger = handler(paymentEndpoints.byCase, reading, async ({ query }, { db }) => {
  const [caseRecord, entries, homes] = await Promise.all([
    db.cases.require(query.case_id),
    db.payments.ofCase(query.case_id),
    db.organizations.homeNames(),
  ]);
  const { core, sections } = caseRecord;
  const [contract, total] = [contractOf(caseRecord), totalPaid(entries)];
  const shownEntries = query.with_voided ? entries : entries.filter(({ status }) => status !== 'voided');
  return {
    payments: withRunningTotals(shownEntries).map(({ paid, ...entry }) => ({
      ...presentPayment(entry, {
        case_number: core.case_number,
        deceased_name: deceasedName(sections.deceased?.values),
        funeral_home_name: homes.get(entry.funeral_home_id) ?? '',
      }),
      paid_to_date: toDecimal(paid),
    })),
    contract_total: toDecimal(contract),
    total_paid: toDecimal(total),
    balance_due: toDecimal(contract - total),
  };
});

const maxEntries = 5_000;
const maxDays = 366;

/** The cash drawer at closing time: sums by day and method, of today by default. */
const summarizePayments = handler(
  paymentEndpoints.summary,
  { payments, organizations },
  async ({ query }, { db, actor, now }) => {
    const home = await db.organizations.plainHome(query.location ?? actor.homeId);
    const today = home ? todayIn(home.time_zone, now) : latestToday(now);
    const from = query.date_from ?? query.date_to ?? today;
    const to = query.date_to ?? (query.date_from && query.date_from > today ? query.date_from : today);
    if (daysBetween(from, to) >= maxDays) throw invalid({ date_to: [`Choose at most ${maxDays} days`] });
    const { rows, isExact } = await db.payments.rows({ home: query.location, from, to }, maxEntries);
    return { date_from: from, date_to: to, ...summaryOf(rows), is_exact: isExact };
  },
);

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
