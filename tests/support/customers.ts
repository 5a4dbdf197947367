import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import type { NewCustomer } from '#domain/customers/customer.schema.ts';
import type { Harness, Tenant } from './harness.ts';
import { succeeded } from './reports.ts';

/** A customer as the create screen sends one. */
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

/** The id of a customer created just now. */
export const createCustomer = async (
  harness: Harness,
  tenant: Tenant,
  changes: Partial<NewCustomer> = {},
): Promise<string> => {
  const options = { as: tenant.profiles.office_staff, body: exampleCustomer(changes) };
  return String(succeeded(await harness.call(customerEndpoints.create, options)).body.id);
};

export const readCustomer = async (harness: Harness, tenant: Tenant, id: string) =>
  succeeded(await harness.call(customerEndpoints.get, { as: tenant.profiles.office_staff, params: { id } }))
    .body as Record<string, unknown> & { active_cases: { id: string }[]; merges: { id: string }[]; version: number };
