import { deceasedName } from '#domain/cases/case-row.ts';
import { paymentEndpoints } from '#domain/payments/payment.endpoints.ts';
import { withRunningTotals } from '#domain/payments/payment.rules.ts';
import { parseMoney, toDecimal } from '#domain/shared/values/money.ts';
import { cases } from '#functions/cases/repository/cases.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { payments } from '#functions/payments/repository/payments.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { pageAnswer, pageRequest } from '#functions/platform/api/paging.ts';
import { presentOne, presentPayment, presentPayments } from './shared/present-payment.ts';

const reading = { cases, payments, organizations };

export const getPayment = handler(paymentEndpoints.get, reading, async ({ params }, { db }) =>
  presentOne(db, await db.payments.require(params.id)),
);

export const listPayments = handler(paymentEndpoints.list, reading, async ({ query }, { db, request }) => {
  const paging = pageRequest(query);
  const { location, payment_method, date_from, date_to, ordering } = query;
  const filters = { home: location, method: payment_method, from: date_from, to: date_to };
  const found = await db.payments.list({ ...paging, ...filters, ascending: ordering === 'payment_date' });
  return pageAnswer(request.path, query, paging, { ...found, rows: await presentPayments(db, found.rows) });
});

/** The ledger as it stands this moment: balance and entries come from what was committed, not from lists behind it. */
export const getLedger = handler(paymentEndpoints.byCase, reading, async ({ query }, { db }) => {
  const [{ core, sections }, entries, homes] = await Promise.all([
    db.cases.require(query.case_id),
    db.payments.ofCase(query.case_id),
    db.organizations.homeNames(),
  ]);
  const contract = parseMoney(String(sections.financial?.values.contract_total ?? '')) ?? 0;
  const { case_number } = core;
  const shown = query.with_voided ? entries : entries.filter(({ status }) => status !== 'voided');
  return {
    payments: withRunningTotals(shown).map(({ paid, ...entry }) => ({
      ...presentPayment(entry, {
        ...{ case_number, deceased_name: deceasedName(sections.deceased?.values) },
        funeral_home_name: homes.get(entry.funeral_home_id) ?? '',
      }),
      paid_to_date: toDecimal(paid),
    })),
    contract_total: toDecimal(contract),
    total_paid: toDecimal(core.paid_cents),
    balance_due: toDecimal(contract - core.paid_cents),
  };
});
