import { v7 as uuid } from 'uuid';
import { describe, expect, it, vi } from 'vitest';
import { caseSections } from '#domain/cases/sections/case-sections.ts';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { maxCustomersOfCase, toCustomerFields, tooManyCustomers } from '#domain/customers/customer.schema.ts';
import { areas } from '#domain/registry/endpoints.ts';
import { newCustomer } from '#functions/customers/repository/customer-record.ts';
import { composeTransaction } from '#functions/platform/store/transactions/compose-transaction.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { casesOf } from '#tests/support/records/cases.ts';
import { createCustomer, exampleCustomer, linkCases, readCustomer } from '#tests/support/records/customers.ts';
import { exampleKin, recordFirstCall } from '#tests/support/records/first-calls.ts';
import { succeeded } from '#tests/support/records/reports.ts';

type Kin = Record<string, unknown>;

const { harness, tenant } = await startHarnessWithTenant();

describe('the customers of a case', { timeout: 60_000 }, () => {
  const calls = casesOf(harness, tenant);
  const director = () => tenant.profiles.funeral_director;

  const newKin = (changes: Kin = {}): Kin => ({
    ...{ relationship: 'daughter', first_name: 'Carolyn', last_name: 'Pruitt', phone: '9045550171' },
    ...{ address_street: '18 Sevilla Street', city: 'St. Augustine', state: 'FL', zip_code: '32084' },
    ...{ isCreatingNew: true, ...changes },
  });
  const people = (count: number, name: string): Kin[] =>
    Array.from({ length: count }, (_, n) =>
      newKin({
        first_name: name,
        last_name: `Number ${'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz'[n]}`.repeat(n < 26 ? 1 : 2),
        phone: `90455${String(10_000 + n)}`,
      }),
    );
  const naming = (id: string): Kin => ({ relationship: 'son', first_name: 'Karin', existingCustomerId: id });
  const idsIn = (body: unknown) =>
    (body as { next_of_kins: Kin[] }).next_of_kins.map(({ existingCustomerId }) => String(existingCustomerId));
  const opened = () => calls.opened({ deceased_last_name: 'Pruitt' });
  const merge = async (survivor: string, duplicate: string) => {
    await harness.projected();
    return String(
      succeeded(
        await harness.call(customerEndpoints.merge, {
          ...{ as: director(), params: { id: survivor }, body: { duplicate_id: duplicate } },
        }),
      ).body.merge_id,
    );
  };
  const undo = async (survivor: string, merge_id: string) =>
    succeeded(
      await harness.call(customerEndpoints.undoMerge, { as: director(), params: { id: survivor }, body: { merge_id } }),
    );
  const casesOfCustomer = async (id: string) =>
    (await readCustomer(harness, tenant, id)).active_cases.map((caseRecord) => caseRecord.id);
  const nothingOff = async () => expect(await harness.recount()).toEqual([]);
  /** Returns the response, and the number of actions of the largest transaction. */
  const measured = async <T>(call: () => Promise<T>): Promise<{ answer: T; largest: number }> => {
    const transact = vi.spyOn(harness.table, 'transact');
    const answer = await call();
    const largest = Math.max(0, ...transact.mock.calls.map(([writes]) => writes.length));
    transact.mockRestore();
    return { answer, largest };
  };

  it('replaces a customer who was merged into another by the survivor', async () => {
    const [one, two, three] = [
      await createCustomer(harness, tenant, { phone: '9045550161' }),
      await createCustomer(harness, tenant, { phone: '9045550162' }),
      await createCustomer(harness, tenant, { phone: '9045550163' }),
    ];
    await merge(two, one);
    await merge(three, two);
    const { id } = await opened();
    const { body } = succeeded(await calls.patch(id, { next_of_kins: [naming(one), naming(two)] }));
    expect([body.informant, idsIn(body)]).toEqual([three, [three, three]]);
    expect(await casesOfCustomer(three)).toEqual([id]);
    const other = await calls.opened({ deceased_last_name: 'Voss', informant: one, informant_relationship: 'son' });
    expect([other.informant, idsIn(other)]).toEqual([three, [three]]);
    const sheet = await recordFirstCall(harness, tenant, { next_of_kins: [exampleKin({ existingCustomerId: two })] });
    const converted = succeeded(
      await harness.call(areas['first-calls'].convertToCase, { as: director(), params: { id: sheet.id }, body: {} }),
    );
    expect(idsIn(await calls.get(String(converted.body.case_id)))).toEqual([three]);
    await nothingOff();
  });

  it('rejects an id that is no customer', async () => {
    const { id } = await opened();
    const answer = await calls.patch(id, { next_of_kins: [naming(uuid())] });
    expect([answer.status, answer.body]).toEqual([400, { informant: ['Invalid customer selection'] }]);
  });

  it('enters relatives whose names differ by an accent or vowel sign as two customers', async () => {
    const { id } = await opened();
    const family = [
      newKin({ first_name: 'Thúy', last_name: 'Vũ' }),
      newKin({ first_name: 'Thủy', last_name: 'Vũ' }),
      newKin({ first_name: 'राम', last_name: 'वर्मा' }),
      newKin({ first_name: 'रमा', last_name: 'वर्मा' }),
    ];
    const { body } = succeeded(await calls.patch(id, { next_of_kins: family }));
    expect(new Set(idsIn(body)).size).toBe(4);
    const again = await opened();
    const known = succeeded(await calls.patch(again.id, { next_of_kins: [...family].reverse() })).body;
    expect(idsIn(known)).toEqual(idsIn(body).reverse());
    await nothingOff();
  });

  it('enters a person who is named twice, in two spellings, once', async () => {
    const { id } = await opened();
    const twice = [newKin({ first_name: 'Ann', last_name: 'Lee' }), newKin({ first_name: 'ANN', last_name: 'Lee' })];
    const { body } = succeeded(await calls.patch(id, { next_of_kins: twice }));
    expect(new Set(idsIn(body)).size).toBe(1);
    await nothingOff();
  });

  describe('the limit of ten', () => {
    it('applies to a new case, a change, two changes and a conversion', async () => {
      const refused = [400, { next_of_kins: [tooManyCustomers] }];
      const { id } = await opened();
      const many = await calls.patch(id, { next_of_kins: people(34, 'Many') });
      expect([many.status, many.body]).toEqual(refused);
      const atOnce = await calls.create({ deceased_last_name: 'Lee', next_of_kins: people(11, 'Atonce') });
      expect([atOnce.status, atOnce.body]).toEqual(refused);
      const { body } = succeeded(await calls.patch(id, { next_of_kins: people(maxCustomersOfCase, 'Ten') }));
      const nextOfKinList = (body as { next_of_kins: Kin[] }).next_of_kins;
      const more = await calls.patch(id, { next_of_kins: [...nextOfKinList, newKin({ first_name: 'Eleventh' })] });
      expect([more.status, more.body]).toEqual(refused);
      // Only customers count.
      expect(
        (await calls.patch(id, { next_of_kins: [...nextOfKinList, { relationship: 'son', first_name: 'Carl' }] }))
          .status,
      ).toBe(200);
    });

    const sheetOf = (count: number) =>
      recordFirstCall(harness, tenant, {
        next_of_kins: Array.from({ length: count }, (_, n) => exampleKin({ phone: `90455${String(20_000 + n)}` })),
      });
    const convert = (id: string, next_of_kin_customers: string[]) =>
      harness.call(areas['first-calls'].convertToCase, {
        ...{ as: director(), params: { id }, body: { next_of_kin_customers } },
      });

    it('applies to the next of kin chosen on a first call', async () => {
      const sheet = await sheetOf(40);
      const ids = sheet.next_of_kins.map(({ id }) => id);
      const refused = await convert(sheet.id, ids);
      expect([refused.status, refused.body]).toEqual([400, { next_of_kin_customers: [tooManyCustomers] }]);
      const { answer, largest } = await measured(() => convert(sheet.id, ids.slice(0, maxCustomersOfCase)));
      expect(answer.status).toBe(200);
      expect(largest).toBeLessThan(100);
      await nothingOff();
    });

    it('keeps the largest change of a case in one transaction', async () => {
      const { id } = await opened();
      succeeded(await calls.patch(id, { next_of_kins: people(10, 'Leaving'), social_security_number: '987-65-4320' }));
      const sections = Object.fromEntries(
        caseSections.flatMap((section) => {
          const field = section.fields.find(
            ({ kind, ...rest }) =>
              (kind === 'text' || kind === 'textarea') && !('showIf' in rest) && !('readOnly' in rest),
          );
          return field && section.id !== 'informant' ? [[section.id, { values: { [field.name]: 'Anna' } }]] : [];
        }),
      );
      const body = { sections, next_of_kins: people(10, 'Coming'), social_security_number: '987-65-4321' };
      const { answer, largest } = await measured(() => calls.patch(id, body));
      expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
      // Each of the sections takes at most its item and its audit entry.
      const unsent = caseSections.length - 1 - Object.keys(sections).length;
      expect(largest + 2 * unsent).toBeGreaterThan(80);
      expect(largest + 2 * unsent).toBeLessThan(100);
      await nothingOff();
    });
  });

  describe('more customers from before the limit', () => {
    const withMany = async (count: number): Promise<{ id: string; ids: string[] }> => {
      const { id } = await opened();
      const db = harness.databaseOf(tenant.id);
      const ids = Array.from({ length: count }, () => uuid());
      const { core, sections } = await db.cases.require(id);
      const now = new Date();
      const fields = toCustomerFields(exampleCustomer({ phone: null, email: null }));
      const values = { informant: ids[0], next_of_kins: ids.map(naming) };
      await db.commit(
        composeTransaction([
          ...ids.flatMap((one) => db.customers.create(newCustomer(one, fields, now, 1))),
          db.cases.changeCustomers(
            core,
            Object.fromEntries(ids.map((one, at) => [one, at ? ['next_of_kin'] : ['informant', 'next_of_kin']])),
            now,
          ),
          db.cases.putSection(id, 'informant', sections.informant, values, now),
          db.audit.entry('case.updated', id),
          db.outbox.event('case.updated', id, { case_id: id }),
        ]),
      );
      return { id, ids };
    };

    it('stay, and leave with the case when it is deleted', async () => {
      const { id, ids } = await withMany(48);
      expect((await calls.patch(id, { service_location: 'Chapel' })).status).toBe(200);
      expect((await calls.remove(id, { force: 'true' })).status).toBe(200);
      for (const one of [ids[0], ids[30], ids[47]]) expect(await casesOfCustomer(String(one))).toEqual([]);
      await nothingOff();
    });
  });

  describe('merging and restoring customers', () => {
    const pair = async () => ({
      survivor: await createCustomer(harness, tenant, { phone: '9045550181' }),
      duplicate: await createCustomer(harness, tenant, { phone: '9045550182' }),
    });

    it('keeps a case that names the survivor since the merge', async () => {
      const { survivor, duplicate } = await pair();
      const { id } = await calls.opened({ deceased_last_name: 'Voss', next_of_kins: [naming(duplicate)] });
      const mergeId = await merge(survivor, duplicate);
      const nextOfKinList = (await calls.get(id)).next_of_kins as Kin[];
      succeeded(await calls.patch(id, { next_of_kins: [...nextOfKinList, naming(survivor)] }));
      await undo(survivor, mergeId);
      expect(idsIn(await calls.get(id))).toEqual([duplicate, survivor]);
      expect([await casesOfCustomer(survivor), await casesOfCustomer(duplicate)]).toEqual([[id], [id]]);
      await nothingOff();
    });

    it('restores no case that no longer names them', async () => {
      const { survivor, duplicate } = await pair();
      const [id = ''] = await linkCases(harness, tenant, duplicate, 1);
      const mergeId = await merge(survivor, duplicate);
      succeeded(
        await calls.patch(id, { next_of_kins: [{ relationship: 'son', first_name: 'Carl' }, naming(survivor)] }),
      );
      await undo(survivor, mergeId);
      expect(await casesOfCustomer(duplicate)).toEqual([]);
      expect(await casesOfCustomer(survivor)).toEqual([id]);
      await nothingOff();
    });

    it('gives the case a new version, so that its editor sees the change', async () => {
      const { survivor, duplicate } = await pair();
      const { id, version } = await calls.opened({ deceased_last_name: 'Voss', next_of_kins: [naming(duplicate)] });
      await merge(survivor, duplicate);
      const stale = await calls.patch(id, { version, service_location: 'Chapel' });
      expect([stale.status, stale.body.current]).toMatchObject([409, { version: version + 1, informant: survivor }]);
    });
  });
});
