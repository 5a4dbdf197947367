import { v7 as uuid } from 'uuid';
import type { CaseStatus } from '#domain/cases/case.schema.ts';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import type { NewCustomer } from '#domain/customers/customer.schema.ts';
import type { CaseRecord } from '#functions/cases/repository/case-record.ts';
import type { Harness } from '#tests/support/harness.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { ledgerOf } from './payments.ts';
import { succeeded } from './reports.ts';

export const exampleCustomer = (changes: Partial<NewCustomer> = {}): NewCustomer => ({
  first_name: 'Karin',
  middle_name: '',
  last_name: 'Lindqvist',
  phone: '(904) 555-0142',
  email: 'karin.lindqvist@example.com',
  address: '118 Marine Street',
  apt_house_number: '',
  city: 'St. Augustine',
  state: 'FL',
  zip_code: '32084',
  county: 'St. Johns',
  notes: '',
  ...changes,
});

export const createCustomer = async (
  harness: Harness,
  tenant: Tenant,
  changes: Partial<NewCustomer> = {},
): Promise<string> => {
  const options = { as: tenant.profiles.office_staff, body: exampleCustomer(changes) };
  return String(succeeded(await harness.call(customerEndpoints.create, options)).body.id);
};

export const readCustomer = async (harness: Harness, tenant: Tenant, id: string) => {
  // Its case data follows after a projection.
  await harness.projected();
  return succeeded(await harness.call(customerEndpoints.get, { as: tenant.profiles.office_staff, params: { id } }))
    .body as Record<string, unknown> & {
    active_cases: { id: string }[];
    earlier_cases: { id: string }[];
    merges: { id: string }[];
    version: number;
  };
};

export const linkCases = async (
  harness: Harness,
  tenant: Tenant,
  customerId: string,
  count: number,
  { service = '', paid = 0, status = 'draft' as CaseStatus } = {},
): Promise<string[]> => {
  const db = harness.databaseOf(tenant.id);
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const id = uuid();
    const at = new Date().toISOString();
    const core: CaseRecord = {
      ...{ id, organization_id: tenant.id, case_number: `T-${id}`, status, version: 1, created_at: at, updated_at: at },
      ...{ created_by_name: null, funeral_home_id: tenant.home.id },
      ...{ source_submission_id: null, source_first_call_id: null, ssn_id: null, ssn_last4: null, paid_cents: paid },
      customers: { [customerId]: ['informant', 'next_of_kin'] },
    };
    const sections = {
      deceased: { deceased_first_name: 'Harold', deceased_last_name: 'Lindqvist' },
      service: service ? { service_date: service } : {},
      informant: { informant: customerId, next_of_kins: [{ first_name: 'Ann', existingCustomerId: customerId }] },
    };
    const ledger = ledgerOf(harness, core);
    await db.commit([
      ...db.cases.create(ledger.core, sections),
      ...ledger.writes,
      db.customers.link(customerId),
      db.audit.entry('case.created', id),
      db.outbox.event('case.created', id, { case_id: id, funeral_home_id: tenant.home.id }),
    ]);
    ids.push(id);
  }
  await harness.projected();
  return ids;
};
