import { areas } from '#domain/registry/endpoints.ts';
import type { Harness } from '#tests/support/harness.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { succeeded } from './reports.ts';

export const exampleKin = (changes: object = {}) => ({
  relationship: 'sibling',
  first_name: 'Loretta',
  last_name: 'Tyndall',
  phone: '(904) 555-0171',
  email: 'loretta.tyndall@example.com',
  address: '14 Oneida Street',
  city: 'St. Augustine',
  state: 'FL',
  zip_code: '32084',
  county: 'St. Johns',
  ...changes,
});

export const exampleFirstCall = (changes: object = {}) => ({
  deceased_first_name: 'Josephine',
  deceased_middle_name: 'Ruth',
  deceased_last_name: 'Tyndall',
  date_of_birth: '1941-03-09',
  date_of_death: '2025-10-28',
  time_of_death: '02:50',
  place_of_death: 'Moultrie Creek Care Center, 118',
  death_address: '200 Moultrie Road',
  death_city: 'St. Augustine',
  death_county: 'St. Johns',
  death_state: 'FL',
  death_zip: '32086',
  has_pacemaker: false,
  next_of_kins: [exampleKin()],
  ...changes,
});

type Sheet = Record<string, unknown> & {
  id: string;
  version: number;
  next_of_kins: (Record<string, unknown> & { id: string })[];
};

export const recordFirstCall = async (harness: Harness, tenant: Tenant, changes: object = {}): Promise<Sheet> => {
  const options = { as: tenant.profiles.coordinator, body: exampleFirstCall(changes) };
  return succeeded(await harness.call(areas['first-calls'].create, options)).body as Sheet;
};

export const readFirstCall = async (harness: Harness, tenant: Tenant, id: string): Promise<Sheet> => {
  const options = { as: tenant.profiles.office_staff, params: { id } };
  return succeeded(await harness.call(areas['first-calls'].get, options)).body as Sheet;
};
