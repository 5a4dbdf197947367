import { areas } from '#domain/registry/endpoints.ts';
import type { Role } from '#domain/shared/access/roles.ts';
import type { Endpoint } from '#domain/shared/contract/endpoint.ts';
import type { Harness, Result } from '#tests/support/harness.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { succeeded } from './reports.ts';

export const wholeCase = {
  deceased_first_name: 'Walter',
  deceased_last_name: 'Pruitt',
  gender: 'male',
  date_of_birth: '1940-02-03',
  date_of_death: '2026-03-01',
  location_of_death: 'Coastal Regional Hospital',
  service_type: 'traditional',
  service_date: '2026-03-14',
  service_location: 'Chapel',
  informant_name: 'Carolyn Pruitt-Shaw',
  informant_relationship: 'daughter',
  informant_address: '18 Sevilla Street, St. Augustine, FL, 32084, USA',
};

export const completion = {
  social_security_number: '987-65-4320',
  city_of_death: 'St. Augustine',
  state_of_death: 'FL',
  place_of_birth_city: 'Savannah',
  place_of_birth_state: 'GA',
  marital_status: 'single',
};

export interface WireCase extends Record<string, unknown> {
  id: string;
  case_number: string;
  version: number;
  sections: Record<string, { version: number; values: Record<string, unknown> }>;
}

export const casesOf = (harness: Harness, tenant: Tenant, role: Role = 'funeral_director') => {
  const as = tenant.profiles[role];
  const about = (row: Endpoint, id: string, body?: object, by: Role = role): Promise<Result> =>
    harness.call(row, { as: tenant.profiles[by], params: { id }, ...(body ? { body } : {}) });
  return {
    create: (body: object): Promise<Result> => harness.call(areas.cases.create, { as, body }),
    opened: async (body: object = wholeCase): Promise<WireCase> =>
      succeeded(await harness.call(areas.cases.create, { as, body })).body as WireCase,
    get: async (id: string): Promise<WireCase> => succeeded(await about(areas.cases.get, id)).body as WireCase,
    patch: (id: string, body: object, by: Role = role): Promise<Result> => about(areas.cases.update, id, body, by),
    activate: (id: string, by: Role = role) => about(areas.cases.activate, id, undefined, by),
    complete: (id: string, by: Role = role) => about(areas.cases.complete, id, undefined, by),
    cancel: (id: string, reason = 'The family moved', by: Role = role) => about(areas.cases.cancel, id, { reason }, by),
    reopen: (id: string, by: Role = 'funeral_home_admin') => about(areas.cases.reopen, id, undefined, by),
    remove: (id: string, query: Record<string, string> = {}, by: Role = 'funeral_home_admin') =>
      harness.call(areas.cases.delete, { as: tenant.profiles[by], params: { id }, query }),
    log: async (
      id: string,
    ): Promise<{ action: string; actor_name: string; changes: { field: string; from: unknown; to: unknown }[] }[]> =>
      JSON.parse(succeeded(await about(areas.cases.auditLog, id)).text),
  };
};
