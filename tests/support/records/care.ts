import type { CarePlace, CareSubject, CaseCustody } from '#domain/care/care.schema.ts';
import { areas } from '#domain/registry/endpoints.ts';
import type { Endpoint } from '#domain/shared/contract/endpoint.ts';
import type { Profile } from '#functions/organizations/repository/organizations.ts';
import type { Harness } from '#tests/support/harness.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { succeeded } from './reports.ts';

interface In {
  harness: Harness;
  tenant: Tenant;
}
const rows = areas.care;

export const addPlace = async (
  { harness, tenant }: In,
  changes: Partial<Pick<CarePlace, 'name' | 'kind' | 'ours'>> = {},
): Promise<CarePlace> => {
  const body = { funeral_home_id: tenant.home.id, name: 'Cooler 1', kind: 'cooler', capacity: 3, ...changes };
  const options = { as: tenant.profiles.super_admin, body };
  return succeeded(await harness.call(rows.addPlace, options)).body as unknown as CarePlace;
};

export const exampleSignature = { of: 'took' as const, path: 'M10 20L30 40L50 20' };

/** The custody calls of a case. */
export const careOf = ({ harness, tenant }: In, id: string) => {
  const ask = (row: Endpoint, body?: object, params: object = {}, as: Profile = tenant.profiles.super_admin) =>
    harness.call(row, { as, params: { id, ...params }, ...(body ? { body } : {}) });
  const now = (): string => new Date().toISOString();
  return {
    ask,
    read: async () => succeeded(await ask(rows.ofCase)).body as unknown as CaseCustody,
    open: async (): Promise<CareSubject> =>
      (succeeded(await ask(rows.open)).body as unknown as CaseCustody).subjects[0] as CareSubject,
    move: (body: object, as?: Profile) => ask(rows.move, { happened_at: now(), expected: 0, ...body }, {}, as),
    async listEffect(changes: object = {}): Promise<string> {
      const { body } = succeeded(await ask(rows.addEffect, { description: 'Wedding ring, yellow metal', ...changes }));
      return (body.effects as { id: string }[]).at(-1)?.id ?? '';
    },
  };
};
