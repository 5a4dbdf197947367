import type { Customer } from '#domain/customers/customer.schema.ts';

const plain: Customer = {
  id: '0193a000-0000-7000-8000-000000000101',
  first_name: 'Kathleen',
  middle_name: '',
  last_name: 'Briggs',
  full_name: 'Kathleen Briggs',
  phone: '9045550142',
  email: null,
  address: '118 Marine Street',
  apt_house_number: '',
  city: 'St. Augustine',
  state: 'FL',
  zip_code: '32084',
  language: '',
  county: '',
  notes: '',
  created_at: '2026-11-03T15:00:00.000Z',
  updated_at: '2026-11-03T15:00:00.000Z',
  upcoming_service: null,
  deposit_total: '0.00',
  active_cases_count: 0,
  version: 1,
  active_cases: [],
  earlier_cases: [],
  merges: [],
};

export const exampleCustomer = (changes: Partial<Customer> = {}): Customer => ({ ...plain, ...changes });
