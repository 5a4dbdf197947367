import { areas } from '#domain/registry/endpoints.ts';
import { addDays, todayIn } from '#domain/shared/values/calendar-date.ts';
import type { PriceList, SentPriceItem } from '#domain/statements/price-lists/price-list.schema.ts';
import type { PriceListKind } from '#domain/statements/price-lists/price-list-rules.ts';
import type { WholeStatement } from '#domain/statements/statement.schema.ts';
import type { Harness } from '#tests/support/harness.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { succeeded } from './reports.ts';

const rows = areas['price-lists'];

export const tomorrow = (): string => addDays(new Date().toISOString().slice(0, 10), 1);

export const casket = (changes: Partial<SentPriceItem> = {}): SentPriceItem => ({
  code: 'OAK-1',
  description: 'Solid oak, satin finish, rosetan crepe',
  fills: 'casket_fee',
  price: '3250.00',
  ...changes,
});

export const draftPriceList = async (
  harness: Harness,
  { profiles, home }: Tenant,
  { kind = 'casket', items = [casket()] }: { kind?: PriceListKind; items?: SentPriceItem[] } = {},
): Promise<PriceList> => {
  const as = profiles.super_admin;
  const created = await harness.call(rows.create, { as, params: { id: home.id }, body: { kind } });
  const params = { id: home.id, listId: String(succeeded(created).body.id) };
  return succeeded(await harness.call(rows.update, { as, params, body: { items } })).body as unknown as PriceList;
};

export const putPricesInForce = async (harness: Harness, tenant: Tenant, price: string): Promise<void> => {
  const effective_from = todayIn(tenant.home.time_zone, new Date());
  const { id: listId } = await draftPriceList(harness, tenant, { items: [casket({ price })] });
  const options = { as: tenant.profiles.super_admin, params: { id: tenant.home.id, listId } };
  succeeded(await harness.call(rows.putInForce, { ...options, body: { effective_from } }));
};

export const exampleFees = (changes: object = {}) => ({ hearse_fee: '375.00', contract_total: '375.00', ...changes });

export const exampleAcceptance = { accepted_by: 'Carolyn Pruitt-Shaw', given_on: '2040-03-04', signed_by: 'Carolyn' };

export const finalizeStatement = async (
  harness: Harness,
  tenant: Tenant,
  caseId: string,
  body: object = {},
): Promise<WholeStatement> => {
  const options = { as: tenant.profiles.coordinator, params: { id: caseId }, body };
  return succeeded(await harness.call(areas.statements.finalize, options)).body as unknown as WholeStatement;
};
