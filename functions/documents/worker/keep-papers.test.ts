import { describe, expect, it } from 'vitest';
import type { DocumentList } from '#domain/documents/document.schema.ts';
import { areas } from '#domain/registry/endpoints.ts';
import { queues } from '#infra/queues.ts';
import { testKeyWrapper } from '#tests/support/engines/key-wrapper.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { paperName, readPaper } from '#tests/support/records/documents.ts';
import { recordFirstCall } from '#tests/support/records/first-calls.ts';
import { recordPayment } from '#tests/support/records/payments.ts';
import {
  draftPriceList,
  exampleAcceptance,
  exampleFees,
  finalizeStatement,
} from '#tests/support/records/price-lists.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { printoutHandlers } from './keep-papers.ts';

const { receipt, firstCall, case: wholeCasePaper, worksheet, labels } = areas.paper;

const { harness, tenant } = await startHarnessWithTenant();

const as = () => tenant.profiles.office_staff;

describe('printoutHandlers', () => {
  const worker = () =>
    printoutHandlers({ table: harness.calmTable, bucket: harness.documents.bucket, keyWrapper: testKeyWrapper });
  const events = async (): Promise<{ name: string; payload: { case_id?: string } }[]> =>
    (await harness.items()).flatMap(({ stream, events }) =>
      stream === 'outbox' ? (events as { name: string; payload: { case_id?: string } }[]) : [],
    );
  const announced = async (caseId: string) => {
    const names: readonly string[] = queues['kept-papers'].events;
    return (await events()).filter(({ name, payload }) => names.includes(name) && payload.case_id === caseId);
  };
  /** Runs the worker twice for all events of a case. */
  const carryOut = async (caseId: string): Promise<void> => {
    const handlers = worker();
    const actor = { id: null, name: 'System', role: null } as const;
    const trace = { actor, ip: null, requestId: 'test', now: new Date() };
    for (const { name, payload } of [...(await announced(caseId)), ...(await announced(caseId))]) {
      const envelope = { organization_id: tenant.id, payload };
      await handlers[name as 'paper.printed']?.({ envelope } as never, { trace });
    }
  };
  const kept = async (caseId: string) => {
    await carryOut(caseId);
    const answer = await harness.call(areas.documents.list, { as: as(), query: { case_id: caseId } });
    return (answer.body as unknown as DocumentList).results.toReversed();
  };
  const opened = () => casesOf(harness, tenant).opened({ ...wholeCase, ...exampleFees(), hearse_fee: '375.00' });

  it('stores a finalized Statement, and again with its acceptance', async () => {
    const { id } = await opened();
    const { id: statementId, statement_number } = await finalizeStatement(harness, tenant, id);
    const params = { id, statementId };
    const printed = await harness.call(areas.paper.statement, { as: as(), params });
    const words = await readPaper(printed);
    for (const text of [
      'Statement of Funeral Goods and Services Selected',
      statement_number,
      'Hearse $375.00',
      'Complete total $375.00',
      'Charges are only for those items that you selected or that are required.',
      'If you selected a funeral that may require embalming, such as a funeral with viewing,',
    ])
      expect(words).toContain(text);
    expect(paperName(printed)).toBe(`statement_${statement_number}_v1.pdf`);
    expect(await kept(id)).toMatchObject([
      {
        file_name: `statement_${statement_number}_v1.pdf`,
        kind: 'contract',
        is_made: true,
        state: 'ready',
        revision: 1,
      },
    ]);
    const body = exampleAcceptance;
    await harness.call(areas.statements.accept, { as: tenant.profiles.coordinator, params, body });
    expect((await kept(id)).map(({ revision }) => revision)).toEqual([1, 2]);
    // Unchanged content is not stored again.
    const before = (await announced(id)).length;
    expect(await readPaper(await harness.call(areas.paper.statement, { as: as(), params }))).toContain('Carolyn');
    expect(await announced(id)).toHaveLength(before);
    expect(await kept(id)).toHaveLength(2);
  });

  it('stores new content once, but not for a change elsewhere in the case', async () => {
    const { id } = await opened();
    const paid = await recordPayment(harness, tenant, id, { received_from: 'Ana Núñez', amount: '100.00' });
    const print = () => harness.call(receipt, { as: as(), params: { id: paid.id } });
    await print();
    await print();
    expect(await kept(id)).toMatchObject([{ file_name: `receipt_${paid.receipt_number}.pdf`, kind: 'receipt' }]);
    const director = tenant.profiles.funeral_director;
    await harness.call(areas.cases.update, { as: director, params: { id }, body: { occupation: 'Baker' } });
    await print();
    expect(await kept(id)).toHaveLength(1);
    await harness.call(areas.payments.delete, { as: director, params: { id: paid.id }, query: { reason: 'Twice' } });
    await print();
    const [first, second, ...others] = await kept(id);
    expect(others).toEqual([]);
    expect([second?.series, second?.revision]).toEqual([first?.series, 2]);
  });

  it("stores a worksheet without the number, labels, and the family's price list", async () => {
    const nextOfKin = { first_name: 'Łucja', last_name: 'Ćwiąkała', relationship: 'sibling', phone: '9045550177' };
    const at = {
      address_street: '7 Oak Lane',
      city: 'Palatka',
      state: 'FL',
      zip_code: '32177',
      address_country: 'USA',
    };
    const { id } = await casesOf(harness, tenant).opened({
      ...{ ...wholeCase, social_security_number: '987-65-4320', next_of_kins: [{ ...nextOfKin, ...at }] },
    });
    const sheet = await readPaper(await harness.call(worksheet, { as: as(), params: { id } }));
    expect(sheet).toMatch(/Permit and certificate worksheet.*Still needed.*Permits No permits on file/);
    expect(sheet).not.toContain('4320');
    const stickers = await readPaper(await harness.call(labels, { as: as(), params: { id } }));
    expect(stickers).toContain('Łucja Ćwiąkała 7 Oak Lane Palatka, FL 32177');
    const list = await draftPriceList(harness, tenant);
    const params = { id: tenant.home.id, listId: list.id };
    const alone = await harness.call(areas.paper.priceList, { as: as(), params });
    expect(await readPaper(alone)).toMatch(
      /Casket price list Draft: these prices are not in effect\..*Solid oak.*\$3,250\.00/,
    );
    expect(await announced(id)).toHaveLength(2);
    await harness.call(areas.paper.priceList, { as: as(), params, query: { case_id: id } });
    expect((await kept(id)).map(({ kind }) => kind).toSorted()).toEqual(['contract', 'death_certificate', 'other']);
    const nobody = { case_id: '0190a000-0000-7000-8000-000000000001' };
    expect((await harness.call(areas.paper.priceList, { as: as(), params, query: nobody })).status).toBe(404);
  });

  it('stores a first-call sheet in the case that it became, and not before', async () => {
    const sheet = await recordFirstCall(harness, tenant);
    const print = () => harness.call(firstCall, { as: as(), params: { id: sheet.id } });
    const before = (await events()).length;
    await print();
    expect(await events()).toHaveLength(before);
    const converted = await harness.call(areas['first-calls'].convertToCase, {
      ...{ as: tenant.profiles.funeral_director, params: { id: sheet.id }, body: {} },
    });
    const { case_id: caseId, case_number } = succeeded(converted).body as { case_id: string; case_number: string };
    await print();
    expect(await kept(caseId)).toMatchObject([{ file_name: `first_call_${case_number}.pdf`, kind: 'other' }]);
  });

  it('announces a printout again that a crashed worker only started', async () => {
    const { id } = await opened();
    const print = () => harness.call(wholeCasePaper, { as: as(), params: { id } });
    await print();
    const { bucket } = harness.documents;
    const put = bucket.put;
    bucket.put = () => Promise.reject(new Error('died'));
    await expect(carryOut(id)).rejects.toThrow('died');
    bucket.put = put;
    await print();
    expect(await announced(id)).toHaveLength(2);
    expect(await kept(id)).toMatchObject([{ state: 'ready', revision: 1 }]);
    await print();
    expect(await announced(id)).toHaveLength(2);
  });

  it('ignores a deleted case', async () => {
    const { id } = await opened();
    await harness.call(wholeCasePaper, { as: as(), params: { id } });
    const deleted = await harness.call(areas.cases.delete, { as: tenant.profiles.super_admin, params: { id } });
    expect(deleted.status).toBe(200);
    const before = harness.documents.files.size;
    await carryOut(id);
    expect(harness.documents.files.size).toBe(before);
  });
});
