import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import type { StatementList, WholeStatement } from '#domain/statements/statement.schema.ts';
import { statementMessages } from '#domain/statements/statement-messages.ts';
import { sortedJson } from '#functions/platform/store/sorted-json.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { announcedOf } from '#tests/support/records/archives.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { recordPayment } from '#tests/support/records/payments.ts';
import {
  exampleAcceptance,
  exampleFees,
  finalizeStatement,
  putPricesInForce,
} from '#tests/support/records/price-lists.ts';
import { conflict, invalid, succeeded } from '#tests/support/records/reports.ts';
import { long } from '#tests/support/test-length.ts';

const rows = areas.statements;

const { harness, tenant } = await startHarnessWithTenant();
const cases = casesOf(harness, tenant);

const opened = (changes: object = {}) => cases.opened({ ...wholeCase, ...exampleFees(changes) });
const finalize = (id: string, body: object = {}) => finalizeStatement(harness, tenant, id, body);
const tried = (id: string, body: object = {}) =>
  harness.call(rows.finalize, { as: tenant.profiles.coordinator, params: { id }, body });
const list = async (id: string): Promise<StatementList> =>
  succeeded(await harness.call(rows.list, { as: tenant.profiles.office_staff, params: { id } })).body as StatementList;
const read = async (id: string, statementId: string): Promise<WholeStatement> =>
  succeeded(await harness.call(rows.get, { as: tenant.profiles.office_staff, params: { id, statementId } }))
    .body as WholeStatement;
const accept = (id: string, statementId: string, body: object = exampleAcceptance) =>
  harness.call(rows.accept, { as: tenant.profiles.coordinator, params: { id, statementId }, body });
const digestOf = ({ content }: WholeStatement): string =>
  createHash('sha256').update(sortedJson(content)).digest('hex');

describe('POST Statement', () => {
  it('freezes the fees as they are printed, with disclosures word for word', async () => {
    const { id, case_number } = await opened({
      ...{ embalming_fee: '845.00', clothing_fee: '100.00', sales_tax_rate: '6.5', sales_tax: '6.50' },
      ...{ embalming_reason: 'Viewing on Monday', embalming_approved_by: 'Carolyn', embalming_approval: 'phone' },
      ...{ embalming_approved_on: '2026-03-02', late_charge_percentage: 1.5, annual_percentage_rate: 18 },
      ...{ payment_due_date: '2026-04-01', contract_total: '1376.50' },
      cash_advances: [{ id: 'a', name: 'Crematory', amount: '50', payee: 'Coastal', is_marked_up: true }],
    });
    await recordPayment(harness, tenant, id, { amount: '200' });
    const made = await finalize(id, { complete_total: '1376.50' });
    expect(made).toMatchObject({ case: id, version: 1, status: 'final', complete_total: '1376.50', acceptance: null });
    expect(made.digest).toBe(digestOf(made));
    expect(made.content).toMatchObject({
      case_number,
      home: { name: tenant.home.name, address: '1 Main Street, St. Augustine, FL 32084' },
      deceased: { name: 'Walter Pruitt', date_of_death: '2026-03-01' },
      purchaser: { name: 'Carolyn Pruitt-Shaw' },
      totals: {
        home_charges: '1320.00',
        sales_tax: '6.50',
        tax_base: '100.00',
        paid_to_date: '200.00',
        balance: '1176.50',
      },
      contract: { total: '1376.50', difference: '0.00', reason: '' },
      burial_fees: { handling: 'none' },
    });
    expect(made.content.parts.map(({ title, total }) => [title, total])).toEqual([
      ['A. Services', '1220.00'],
      ['B. Merchandise', '100.00'],
      ['D. Cash advances', '50.00'],
    ]);
    expect(made.content.disclosures.map(({ text, answer }) => [text.slice(0, 40), answer])).toEqual([
      ['Charges are only for those items that yo', 'None'],
      ['If you selected a funeral that may requi', 'Viewing on Monday'],
      ['We charge you for our services in obtain', ''],
    ]);
    expect(made.content.terms.text).toBe(
      'Payment in full is due on Apr 1, 2026. A late charge of 1.5% per month (ANNUAL PERCENTAGE RATE 18%) applies to any part of the $1,176.50 balance that is unpaid after that date.',
    );
    const [entry] = await cases.log(id);
    expect(entry).toMatchObject({ action: 'statement.finalized' });
    expect(entry?.changes).toContainEqual({ field: 'statements.complete_total', from: null, to: '1376.50' });
  });

  it('prints installments in its terms, and allows a new version for other ones', async () => {
    const { id } = await opened();
    const agree = async (...installments: { due_on: string; amount: string }[]) => {
      const options = { as: tenant.profiles.office_staff, params: { id }, body: { instalments: installments } };
      succeeded(await harness.call(areas['money-to-come'].setPlan, options));
    };
    const first = { due_on: '2026-04-01', amount: '200.00' };
    await agree(first);
    expect((await finalize(id)).content.terms).toMatchObject({
      instalments: [first],
      text: 'Payable in installments: $200.00 on Apr 1, 2026. No finance charge is made.',
    });
    expect(await tried(id)).toMatchObject(conflict(statementMessages.unchanged));
    await agree(first, { due_on: '2026-05-01', amount: '100.00' });
    expect(await finalize(id)).toMatchObject({ version: 2, content: { terms: { instalments: { length: 2 } } } });
  });

  it('rejects fees with open problems and stores nothing', async () => {
    const { id } = await opened({ embalming_fee: '845.00', contract_total: '1000.00' });
    expect(await tried(id)).toMatchObject({
      status: 400,
      body: {
        non_field_errors: [
          'Embalming is charged, but no reason is given.',
          'Embalming is charged, but no approval is recorded.',
          '$220.00 above the contract total of $1,000.00.',
        ],
      },
    });
    expect(await list(id)).toEqual({ statements: [], next_version: 1, has_changes: true });
  });

  it('rejects changed or unchanged fees, and fees of a cancelled case without a change', async () => {
    const { id, case_number } = await opened();
    expect(await tried(id, { complete_total: '374.99' })).toMatchObject(conflict(statementMessages.othersSince));
    await finalize(id);
    expect(await tried(id)).toMatchObject(conflict(statementMessages.unchanged));
    const forced = { force: 'true', confirmation: case_number };
    expect(await cases.remove(id, forced)).toMatchObject(conflict(statementMessages.kept));
    succeeded(await cases.cancel(id));
    expect(await tried(id)).toMatchObject(conflict(statementMessages.caseCancelled));
  });

  it('supersedes a version by the next one, under the home’s next number', async () => {
    const { id } = await opened();
    const first = await finalize(id);
    succeeded(await cases.patch(id, { hearse_fee: '400.00', contract_total: '400.00' }));
    const second = await finalize(id, { reason: 'A larger hearse' });
    const sequence = ({ statement_number }: WholeStatement) => Number(statement_number.slice(-4));
    expect(first.statement_number).toMatch(/^WA-S-\d{4}-\d{4}$/);
    expect(sequence(second)).toBe(sequence(first) + 1);
    expect((await list(id)).statements).toMatchObject([
      { version: 2, status: 'final', reason: 'A larger hearse', complete_total: '400.00' },
      { version: 1, status: 'superseded', complete_total: '375.00' },
    ]);
    expect(await accept(id, first.id)).toMatchObject(conflict(statementMessages.superseded));
  });

  it('numbers concurrent Statements without gap, one version each', async () => {
    const made = await Promise.all(Array.from({ length: 4 }, async () => finalize((await opened()).id)));
    const numbers = made.map(({ statement_number }) => Number(statement_number.slice(-4))).sort((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) + at));
    const { id } = await opened();
    const answers = await Promise.all([1, 2, 3].map(() => tried(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await list(id)).statements).toHaveLength(1);
  });
});

it('sets the contract total in the same transaction if the home has it follow', async () => {
  const there = await harness.addTenant('contract-follows');
  const theirs = casesOf(harness, there);
  const options = { as: there.profiles.super_admin, params: { id: there.home.id } };
  const setHome = (body: object) => harness.call(areas['funeral-homes'].update, { ...options, body });
  expect(await setHome({ contract_follows_statement: 'x', services_tax_rate: '101' })).toMatchObject(
    invalid({
      contract_follows_statement: 'Contract total follows must be true or false',
      services_tax_rate:
        'Sales tax rate of services must be a percentage of 0 to 100 with at most three decimal places',
    }),
  );
  succeeded(await setHome({ contract_follows_statement: true, services_tax_rate: '4' }));
  const fees = { hearse_fee: '590', fee_details: [{ fee: 'hearse_fee', quantity: 2 }], sales_tax: '23.60' };
  const { id } = await theirs.opened({ ...wholeCase, ...fees, contract_total: '300.00' });
  const { content } = await finalizeStatement(harness, there, id);
  expect(content).toMatchObject({
    parts: [{ lines: [{ label: 'Hearse, 2 × $295.00', amount: '590.00', is_taxed: true }] }],
    totals: { tax_rate: '4', tax_base: '590.00', complete_total: '613.60' },
    contract: { total: '613.60', difference: '0.00' },
  });
  expect((await theirs.get(id)).contract_total).toBe('613.60');
  expect((await theirs.log(id)).flatMap(({ changes }) => changes)).toContainEqual({
    ...{ field: 'financial.contract_total', from: '300.00', to: '613.60' },
  });
  expect(await announcedOf(harness, there, 'case.updated')).toMatchObject([{ payload: { case_id: id } }]);
});

it('names the error of a line', async () => {
  const { id } = await opened();
  const line = { id: 'x', kind: 'discount', name: 'Church', percent: 0, quantity: 1.5, taxable: 'maybe' };
  const broken = { fee_lines: [line], fee_details: [{ fee: 'hearse_fee', quantity: 1000 }] };
  expect(await cases.patch(id, broken)).toMatchObject(
    invalid({
      'fee_lines.0.percent': 'Must be a valid percentage between 0.01 and 100',
      'fee_lines.0.quantity': 'Quantity must be a whole number from 1 to 999',
      'fee_lines.0.taxable': 'Please select a valid sales tax',
      'fee_details.0.quantity': 'Quantity must be a whole number from 1 to 999',
    }),
  );
});

describe('Statement acceptance', () => {
  it('requires who and when, and is recorded once', async () => {
    const { id } = await opened();
    const made = await finalize(id);
    expect(await accept(id, made.id, { accepted_by: ' ', given_on: '2026-02-30' })).toMatchObject(
      invalid({ accepted_by: statementMessages.acceptedByRequired, given_on: statementMessages.givenOnRequired }),
    );
    expect((await accept((await opened()).id, made.id)).status).toBe(404);
    const accepted = succeeded(await accept(id, made.id)).body as WholeStatement;
    expect(accepted).toMatchObject({
      status: 'accepted',
      digest: made.digest,
      content: made.content,
      acceptance: { ...exampleAcceptance, co_signer_1: '', recorded_by_name: 'Test coordinator' },
    });
    expect(await accept(id, made.id)).toMatchObject(conflict(statementMessages.acceptedAlready));
  });
});

it('never alters a frozen Statement in a random walk of edits and payments', async () => {
  const amount = fc.integer({ min: 1, max: 9_999 }).map((dollars) => `${dollars}.00`);
  const step = fc.oneof(
    fc.record({ what: fc.constant('edit' as const), field: fc.constantFrom('hearse_fee', 'clergy_fee'), amount }),
    fc.record({ what: fc.constant('line' as const), amount }),
    fc.record({
      what: fc.constantFrom('finalize' as const, 'accept' as const, 'pay' as const, 'price' as const),
      amount,
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 12 }), async (steps) => {
      const { id } = await opened({ contract_difference_reason: 'Agreed by telephone' });
      const frozen: WholeStatement[] = [];
      for (const one of [...steps, { what: 'finalize' as const, amount: '' }]) {
        if (one.what === 'edit') succeeded(await cases.patch(id, { [one.field]: one.amount }));
        if (one.what === 'line')
          succeeded(
            await cases.patch(id, { fee_lines: [{ id: 'x', kind: 'package', name: 'All', amount: one.amount }] }),
          );
        if (one.what === 'price') await putPricesInForce(harness, tenant, one.amount);
        if (one.what === 'pay') await recordPayment(harness, tenant, id, { amount: '1' });
        if (one.what === 'finalize') {
          const answer = await tried(id);
          if (answer.status === 201) frozen.push(answer.body as unknown as WholeStatement);
          else expect(answer).toMatchObject(conflict(statementMessages.unchanged));
        }
        const last = frozen.at(-1);
        if (one.what === 'accept' && last) await accept(id, last.id);
        for (const { id: statementId, digest, content } of frozen) {
          const now = await read(id, statementId);
          expect(now).toMatchObject({ digest, content });
          expect(digestOf(now)).toBe(digest);
        }
      }
      expect(frozen.length).toBeGreaterThan(0);
    }),
    { numRuns: long ? 20 : 2 },
  );
});
