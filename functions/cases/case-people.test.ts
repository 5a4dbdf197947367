import { afterAll, describe, expect, it } from 'vitest';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { createCustomer, readCustomer } from '#tests/support/records/customers.ts';
import { succeeded } from '#tests/support/records/reports.ts';

const newKin = {
  ...{ relationship: 'daughter', first_name: 'Carolyn', last_name: 'Pruitt-Shaw', phone: '9045550171' },
  ...{ address_street: '18 Sevilla Street', city: 'St. Augustine', state: 'FL', zip_code: '32084' },
};

const { harness, tenant } = await startHarnessWithTenant();

describe('people of a case', { timeout: 60_000 }, () => {
  const calls = casesOf(harness, tenant);
  harness.state.now = () => new Date('2026-03-10T15:00:00Z');
  afterAll(async () => expect(await harness.recount()).toEqual([]));

  const kinsOf = (body: unknown): Record<string, unknown>[] =>
    (body as { next_of_kins: Record<string, unknown>[] }).next_of_kins;
  const remove = (id: string) =>
    harness.call(customerEndpoints.delete, { as: tenant.profiles.funeral_home_admin, params: { id } });

  it('creates a customer from a next of kin, who then cannot be deleted', async () => {
    const { id } = await calls.opened({ deceased_last_name: 'Pruitt' });
    const { body } = succeeded(await calls.patch(id, { next_of_kins: [{ ...newKin, isCreatingNew: true }] }));
    const [nextOfKin] = kinsOf(body);
    const customerId = String(nextOfKin?.existingCustomerId);
    expect(nextOfKin).toEqual({ ...newKin, existingCustomerId: customerId });
    expect(body).toMatchObject({
      ...{ informant: customerId, informant_name: 'Carolyn Pruitt-Shaw', informant_relationship: 'daughter' },
      informant_address: '18 Sevilla Street, St. Augustine, FL, 32084',
    });
    expect(await readCustomer(harness, tenant, customerId)).toMatchObject({
      ...{ full_name: 'Carolyn Pruitt-Shaw', city: 'St. Augustine', active_cases: [{ id }] },
    });
    expect((await remove(customerId)).status).toBe(409);
    const next_of_kins = [{ ...newKin, isCreatingNew: true }];
    const again = await calls.opened({ deceased_last_name: 'Other', next_of_kins });
    expect(kinsOf(again)[0]?.existingCustomerId).toBe(customerId);
  });

  it('D2 §5 requires a complete person for Save Customer, even in a draft', async () => {
    const { id } = await calls.opened({ deceased_last_name: 'Pruitt' });
    const gap = { relationship: 'son', first_name: 'Carl', isCreatingNew: true };
    expect((await calls.patch(id, { next_of_kins: [gap] })).body).toEqual({
      'next_of_kins.0.last_name': ['Last name is required'],
      'next_of_kins.0.address_street': ['Street address is required'],
      'next_of_kins.0.city': ['City is required'],
      'next_of_kins.0.state': ['State is required'],
      'next_of_kins.0.zip_code': ['ZIP or Postal Code is required'],
    });
    const { isCreatingNew: _notYet, ...typing } = gap;
    expect((await calls.patch(id, { next_of_kins: [typing] })).status).toBe(200);
  });

  it('requires name, relationship and a contact of next of kin in an active case', async () => {
    const { id } = await calls.opened({ ...wholeCase, status: 'active', next_of_kins: [newKin] });
    const erik = { relationship: 'son', first_name: 'Erik', last_name: 'Pruitt' };
    expect((await calls.patch(id, { next_of_kins: [newKin, erik] })).body).toEqual({
      'next_of_kins.1.phone': ['Enter a phone number, an email or an address'],
    });
    const { body } = succeeded(await calls.patch(id, { next_of_kins: [newKin, { ...erik, phone: '6125550117' }] }));
    expect(kinsOf(body).at(-1)).toEqual({ ...erik, phone: '6125550117' });
  });

  it('links and unlinks customers, and rejects unknown ones', async () => {
    const [one, other] = [
      await createCustomer(harness, tenant),
      await createCustomer(harness, tenant, { phone: '9045550199' }),
    ];
    const { id } = await calls.opened({ ...wholeCase, informant: one, informant_relationship: 'son' });
    expect(kinsOf(await calls.get(id))).toMatchObject([{ existingCustomerId: one, first_name: 'Karin' }]);
    const strange = '0190a000-0000-7000-8000-00000000000a';
    const refused = await calls.patch(id, { informant: strange });
    expect([refused.status, refused.body]).toEqual([400, { informant: ['Invalid customer selection'] }]);
    succeeded(await calls.patch(id, { next_of_kins: [{ relationship: 'son', existingCustomerId: other }] }));
    expect((await readCustomer(harness, tenant, one)).active_cases).toEqual([]);
    expect((await readCustomer(harness, tenant, other)).active_cases).toMatchObject([{ id }]);
    expect((await remove(one)).status).toBe(200);
    succeeded(await calls.cancel(id));
    expect((await remove(other)).status).toBe(200);
    const after = await calls.get(id);
    expect([after.informant, kinsOf(after)[0]?.existingCustomerId]).toEqual([undefined, undefined]);
  });

  it('shows phone and email of the present primary contact', async () => {
    const karin = { first_name: 'Karin', email: 'karin@example.com', phone: '9045550181', isCreatingNew: true };
    const made = await calls.opened({ deceased_last_name: 'Pruitt', next_of_kins: [{ ...newKin, ...karin }] });
    const { id } = made;
    expect(made).toMatchObject({
      ...{ customer_email: 'karin@example.com', customer_phone: '9045550181', customer_first_name: 'Karin' },
      ...{ customer_address_street: '18 Sevilla Street', customer_address_zip: '32084' },
    });
    const erik = { relationship: 'son', first_name: 'Erik', last_name: 'Pruitt', phone: '6125550117' };
    const { body } = succeeded(await calls.patch(id, { next_of_kins: [erik, ...kinsOf(made)] }));
    expect(body).toMatchObject({ informant_name: 'Erik Pruitt', customer_phone: '6125550117' });
    const left = ['customer_email', 'customer_first_name', 'customer_address_street', 'customer_address_zip'];
    expect(left.map((name) => body[name])).toEqual(left.map(() => undefined));
    // An answer about the contact stays until the primary contact changes.
    succeeded(await calls.patch(id, { customer_email: 'erik@example.com' }));
    const moved = succeeded(await calls.patch(id, { next_of_kins: [{ ...erik, phone: '6125550118' }] })).body;
    expect(moved).toMatchObject({ customer_email: 'erik@example.com', customer_phone: '6125550118' });
    const cleared = succeeded(await calls.patch(id, { next_of_kins: [] })).body;
    for (const name of ['customer_phone', 'informant', 'informant_name', 'informant_address', 'informant_relationship'])
      expect([name, cleared[name]]).toEqual([name, undefined]);
  });

  it('D2 §3 makes another informant the first next of kin and addressee', async () => {
    const one = await createCustomer(harness, tenant, { phone: '9045550183', email: 'one@example.com' });
    const other = await createCustomer(harness, tenant, { first_name: 'Nils', phone: '9045550184', email: null });
    const { id } = await calls.opened({ ...wholeCase, informant: one, status: 'active' });
    const nils = { first: other, left: one, name: 'Nils', phone: '9045550184', email: undefined };
    const karin = { first: one, left: other, name: 'Karin', phone: '9045550183', email: 'one@example.com' };
    for (const { first, left, name, phone, email } of [nils, karin]) {
      // A client may send the whole case back.
      const rest = first === one ? await calls.get(id) : {};
      const named = succeeded(await calls.patch(id, { ...rest, informant: first })).body;
      expect(named).toMatchObject({
        ...{ informant: first, informant_name: `${name} Lindqvist` },
        ...{ customer_phone: phone, customer_first_name: name },
      });
      expect(named.customer_email).toBe(email);
      expect(kinsOf(named).map((nextOfKin) => nextOfKin.existingCustomerId)).toEqual([first, left]);
    }
    const { version } = await calls.get(id);
    expect(succeeded(await calls.patch(id, { informant: one })).body.version).toBe(version);
    for (const customer of [one, other])
      expect((await readCustomer(harness, tenant, customer)).active_cases).toMatchObject([{ id }]);
  });

  it('D2 §4 keeps only the informant chosen for a draft', async () => {
    const customer = await createCustomer(harness, tenant, { phone: '9045550185', email: null });
    const { informant_name: _name, informant_address: _address, ...nobody } = wholeCase;
    const { id } = await calls.opened({ ...nobody, customer_email: 'someone@example.com' });
    const named = succeeded(await calls.patch(id, { informant: customer })).body;
    expect(named).toMatchObject({
      ...{ informant: customer, informant_name: 'Karin Lindqvist', customer_phone: '9045550185' },
    });
    expect(named.customer_email).toBeUndefined();
    expect(kinsOf(named)).toMatchObject([{ existingCustomerId: customer, relationship: 'daughter' }]);
    expect(succeeded(await calls.activate(id)).body).toMatchObject({ status: 'active' });
  });

  it('creates a customer from documented contact fields of a new case', async () => {
    const contact = {
      ...{ customer_first_name: 'Tom', customer_last_name: 'Lee', customer_phone: '(904) 555-0173' },
      ...{ customer_address_street: '1 Bay Street', customer_address_city: 'Palatka', customer_address_state: 'FL' },
      ...{ customer_address_zip: '32177', informant_relationship: 'friend' },
    };
    const made = await calls.opened({ deceased_last_name: 'Lee', ...contact });
    expect(kinsOf(made)).toMatchObject([{ first_name: 'Tom', relationship: 'friend', phone: '9045550173' }]);
    expect(made.informant).toBe(kinsOf(made)[0]?.existingCustomerId);
  });

  it('keeps a contact without an address first in the next of kin', async () => {
    const ann = {
      ...{ customer_first_name: 'Ann', customer_last_name: 'Hart', customer_phone: '9045550188' },
      informant_relationship: 'daughter',
    };
    const made = await calls.opened({ deceased_last_name: 'Hart', ...ann });
    const kin = { relationship: 'daughter', first_name: 'Ann', last_name: 'Hart', phone: '9045550188' };
    expect(kinsOf(made)).toEqual([kin]);
    expect(made).toMatchObject({ ...ann, informant_name: 'Ann Hart' });
    const bob = { relationship: 'son', first_name: 'Bob', last_name: 'Hart', phone: '9045550189' };
    const { body } = succeeded(await calls.patch(made.id, { next_of_kins: [...kinsOf(made), bob] }));
    expect(body).toMatchObject({ informant_name: 'Ann Hart', customer_phone: '9045550188' });
  });
});
