import { describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { paperName, readPaper } from '#tests/support/records/documents.ts';
import { recordFirstCall } from '#tests/support/records/first-calls.ts';
import { recordPayment } from '#tests/support/records/payments.ts';
import { succeeded } from '#tests/support/records/reports.ts';

const { receipt, depositReceipt, firstCall, case: wholeCasePaper } = areas.paper;

const { harness, tenant } = await startHarnessWithTenant();

const as = () => tenant.profiles.office_staff;

describe('printing', () => {
  it("prints a receipt, and the case's deposit receipt with total and balance", async () => {
    const caseRecord = await casesOf(harness, tenant).opened({
      ...wholeCase,
      deceased_last_name: 'Żółkiewski',
      contract_total: '1000.00',
    });
    const check = {
      payment_method: 'check',
      check_number: '77120934',
      received_from: 'Nguyễn Thị Thảo',
      amount: '600.00',
    };
    const paid = await recordPayment(harness, tenant, caseRecord.id, check);
    const one = await harness.call(receipt, { as: as(), params: { id: paid.id } });
    const words = await readPaper(one);
    for (const text of [
      paid.receipt_number,
      'Nguyễn Thị Thảo',
      '$600.00',
      '****0934',
      'Walter Żółkiewski',
      caseRecord.case_number,
    ])
      expect(words).toContain(text);
    expect(words).not.toContain('77120934');
    expect(paperName(one)).toBe(`receipt_${paid.receipt_number}.pdf`);

    const all = await harness.call(depositReceipt, { as: as(), query: { case_id: caseRecord.id } });
    expect(await readPaper(all)).toMatch(/Total received \$600\.00 Contract total \$1,000\.00 Balance due \$400\.00/);
    expect(paperName(all)).toBe(`deposit_receipt_${caseRecord.case_number}.pdf`);
    const correct = async (body: object) => {
      succeeded(
        await harness.call(areas.payments.update, {
          as: tenant.profiles.funeral_director,
          params: { id: paid.id },
          body,
        }),
      );
      return readPaper(await harness.call(receipt, { as: as(), params: { id: paid.id } }));
    };
    expect(await correct({ notes: 'By email' })).not.toContain('Corrected');
    expect(await correct({ amount: '60.00' })).toMatch(/Corrected on \w{3} \d+, \d{4}/);
    expect(await correct({ notes: '' })).toContain('Corrected on');
    const body = { reason: 'Entered twice' };
    await harness.call(areas.payments.delete, {
      as: tenant.profiles.funeral_director,
      params: { id: paid.id },
      query: body,
    });
    expect(await readPaper(await harness.call(receipt, { as: as(), params: { id: paid.id } }))).toContain('VOID');
    const none = await harness.call(depositReceipt, { as: as(), query: { case_id: caseRecord.id } });
    expect(await readPaper(none)).toContain('No payments have been received for this case.');
  });

  it('prints a first-call sheet and a case without the Social Security number', async () => {
    const sheet = await recordFirstCall(harness, tenant, { social_security_number: '987-65-4320' });
    const words = await readPaper(await harness.call(firstCall, { as: as(), params: { id: sheet.id } }));
    expect(words).toContain(`First call: ${sheet.deceased_full_name}`);
    const caseRecord = await casesOf(harness, tenant).opened({ ...wholeCase, social_security_number: '987-65-4320' });
    const file = await harness.call(wholeCasePaper, { as: as(), params: { id: caseRecord.id } });
    const printed = await readPaper(file);
    for (const text of ['Walter Pruitt', 'Feb 3, 1940', 'Carolyn Pruitt-Shaw', caseRecord.case_number])
      expect(printed).toContain(text);
    for (const text of [words, printed]) expect(text).not.toMatch(/4320/);
    expect(paperName(file)).toBe(`case_${caseRecord.case_number}.pdf`);
  });

  it('rejects requests with the documented messages', async () => {
    const asked = (query: Record<string, string>) => harness.call(depositReceipt, { as: as(), query });
    const words = 'Case ID is required to generate deposit receipt';
    expect((await asked({})).body).toMatchObject({ case_id: [words] });
    expect((await asked({ case_id: 'x' })).body).toMatchObject({ case_id: [words] });
    expect((await asked({ case_id: '0190a000-0000-7000-8000-000000000001' })).status).toBe(404);
  });
});
