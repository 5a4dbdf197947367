import { missingChoices } from '#domain/quickbooks/account-choices.ts';
import { accountingEndpoints } from '#domain/quickbooks/accounting.endpoints.ts';
import { companyAssignment, companyOfHome } from '#domain/quickbooks/company-plan.ts';
import { notFound } from '#domain/shared/contract/errors.ts';
import { homesByName } from '#functions/organizations/repository/homes.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { connections, type PartnerConnection, realmIdsOf } from '#functions/platform/partners/partner-connections.ts';
import { type AccountingSettingsRecord, accounting, isForRealm } from '#functions/quickbooks/repository/accounting.ts';
import { accountingEntries } from '#functions/quickbooks/repository/accounting-entries.ts';

const partner = 'quickbooks';

const isMapped = (settings: AccountingSettingsRecord | undefined, realm: string | undefined): boolean =>
  settings !== undefined && (!realm || isForRealm(settings, realm)) && missingChoices(settings).length === 0;

const furtherOf = (one: PartnerConnection): string | undefined => (one.is_further ? one.oauth?.subject : undefined);

/** Each company, with whether its accounts are chosen. */
const presentCompanies = (
  all: readonly PartnerConnection[],
  settings: readonly (AccountingSettingsRecord | undefined)[],
) =>
  all.map((one, at) => ({
    realm_id: one.oauth?.subject ?? '',
    company_name: one.account,
    is_first: !one.is_further,
    needs_reconnect: Boolean(one.oauth?.ended_at),
    is_mapped: isMapped(settings[at], one.oauth?.subject),
  }));

/** Without asking QuickBooks: screens look at it often. */
export const readStatus = handler(
  accountingEndpoints.status,
  { accounting, accountingEntries, connections, homesByName },
  async ({ query: { company } }, { db, now }) => {
    const all = await db.connections.all(partner);
    const connection = all.find((one) => (company === undefined ? !one.is_further : one.oauth?.subject === company));
    if (company !== undefined && !connection) throw notFound();
    const [settings, kept, names, pausedUntil, waiting, failed] = await Promise.all([
      Promise.all(all.map((one) => db.accounting.settings(furtherOf(one)))),
      db.accounting.homes(),
      db.homesByName.homeNames(),
      db.connections.pausedUntil(partner),
      db.accountingEntries.count('waiting'),
      db.accountingEntries.count('failed'),
    ]);
    const realm = connection?.oauth?.subject;
    const isPaused = pausedUntil !== undefined && pausedUntil * 1000 > now.getTime();
    const plan = companyAssignment(realmIdsOf(all), kept);
    const own = connection ? settings[all.indexOf(connection)] : await db.accounting.settings();
    return {
      connected: connection !== undefined,
      company_name: connection?.account ?? null,
      realm_id: realm ?? null,
      environment: connection?.service ?? null,
      connected_at: connection?.connected_at ?? null,
      connected_by_name: connection?.connected_by_name ?? null,
      refresh_expires_at: connection?.oauth?.refresh_expires_at ?? null,
      needs_reconnect: Boolean(connection?.oauth?.ended_at),
      is_mapped: isMapped(own, realm),
      ...{ waiting_count: waiting, failed_count: failed },
      paused_until: isPaused ? new Date(pausedUntil * 1000).toISOString() : null,
      companies: presentCompanies(all, settings),
      homes: [...names]
        .map(([id, name]) => ({ id, name, realm_id: companyOfHome(plan, id) ?? null }))
        .toSorted((a, b) => a.name.localeCompare(b.name)),
    };
  },
);
