import { randomBytes } from 'node:crypto';
import { companyAssignment, companyOfHome } from '#domain/quickbooks/company-plan.ts';
import { quickBooksEndpoints } from '#domain/quickbooks/quickbooks.endpoints.ts';
import { FinancialOverview, type OverviewScope, type QuickBooksInvoice } from '#domain/quickbooks/quickbooks.schema.ts';
import { missingChoices, type QuickBooksRecord, quickBooksMessages } from '#domain/quickbooks/quickbooks-records.ts';
import { overviewPeriod, QuickBooksReport, reportSum } from '#domain/quickbooks/quickbooks-reports.ts';
import { AppError, invalid, notFound } from '#domain/shared/contract/errors.ts';
import { toCents, toDecimal } from '#domain/shared/values/money.ts';
import { homesByName, homesReadOnly } from '#functions/organizations/repository/homes.ts';
import { paymentsReadOnly } from '#functions/payments/repository/payments.ts';
import { handler, routesOf } from '#functions/platform/api/handler.ts';
import {
  connections,
  oauthStates,
  type PartnerConnection,
  realmIdsOf,
} from '#functions/platform/partners/partner-connections.ts';
import { OutcomeUnknownError } from '#functions/platform/store/partners/circuit.ts';
import { quickBooks, quickBooksConnector } from './client/adapters.ts';
import type { QuickBooksCompany } from './client/quickbooks.ts';
import { completeConnection } from './finish-connecting.ts';
import { listEntries, markDone, sendAgain } from './postings.ts';
import { isForRealm, postings, type QuickBooksSettingsRecord, quickBooksSettings } from './repository/postings.ts';
import { readSettings, saveSettings } from './settings.ts';
import {
  additionalCompanySuffix,
  callCompany,
  chartOfAccounts,
  compareMonth,
  requestedCompany,
  requireCompany,
  todayAt,
} from './shared/company.ts';
import { previewSync, readProgress, startSync, stopSync, triggerSync } from './sync-runs.ts';

const read = (answer: unknown): QuickBooksReport => {
  const parsed = QuickBooksReport.safeParse(answer);
  if (!parsed.success) throw new OutcomeUnknownError('report');
  return parsed.data;
};

const readReports = async (
  company: QuickBooksCompany,
  scope: OverviewScope,
  today: string,
  now: Date,
): Promise<FinancialOverview> => {
  const period = overviewPeriod(scope, today);
  const [profit, aged, open, overdue] = await Promise.all([
    company.report('ProfitAndLoss', { start_date: period.from, end_date: period.to, accounting_method: 'Accrual' }),
    company.report('AgedReceivables', { report_date: today }),
    company.count('Invoice', "Balance > '0'"),
    company.count('Invoice', `Balance > '0' AND DueDate < '${today}'`),
  ]);
  const [loss, owed] = [read(profit), read(aged)];
  const age = (column: string): string => toDecimal(reportSum(owed, 'GrandTotal', column));
  return {
    scope,
    period,
    income: toDecimal(reportSum(loss, 'Income')),
    expenses: toDecimal(reportSum(loss, 'Expenses')),
    net_income: toDecimal(reportSum(loss, 'NetIncome')),
    receivables: {
      current: age('Current'),
      d1_30: age('1 - 30'),
      d31_60: age('31 - 60'),
      d61_90: age('61 - 90'),
      d91_plus: age('91 and over'),
      total: age('Total'),
    },
    open_invoices: open,
    overdue_invoices: overdue,
    as_of: now.toISOString(),
    stale: false,
  };
};

/** Figures at most ten minutes old; in an outage those of the last day, marked as stale. */
const readOverview = handler(
  quickBooksEndpoints.overview,
  { quickBooksSettings, plainHomes: homesReadOnly, quickBooks },
  async ({ query }, { db, actor, now, quickBooks: companies }) => {
    const company = await requireCompany(companies, actor.organizationId, query.company);
    const name = `overview.${query.scope}.${company.realmId}`;
    const cachedOverview = await db.quickBooksSettings.cachedAnswer(name, FinancialOverview, now);
    if (cachedOverview?.fresh) return cachedOverview.value;
    const today = await todayAt(db.plainHomes, actor, now);
    try {
      const overview = await callCompany(company, () => readReports(company, query.scope, today, now));
      await db.quickBooksSettings.cacheAnswer(name, overview, now);
      return overview;
    } catch (error) {
      if (cachedOverview) return { ...cachedOverview.value, stale: true };
      throw error;
    }
  },
);

const partner = 'quickbooks';

const isMapped = (settings: QuickBooksSettingsRecord | undefined, realm: string | undefined): boolean =>
  settings !== undefined && (!realm || isForRealm(settings, realm)) && missingChoices(settings).length === 0;

const furtherOf = (connection: PartnerConnection): string | undefined =>
  connection.is_further ? connection.oauth?.subject : undefined;

const presentCompanies = (
  all: readonly PartnerConnection[],
  settings: readonly (QuickBooksSettingsRecord | undefined)[],
) =>
  all.map((connection, at) => ({
    realm_id: connection.oauth?.subject ?? '',
    company_name: connection.account,
    is_first: !connection.is_further,
    needs_reconnect: Boolean(connection.oauth?.ended_at),
    is_mapped: isMapped(settings[at], connection.oauth?.subject),
  }));

const presentHomes = (names: ReadonlyMap<string, string>, plan: ReturnType<typeof companyAssignment>) =>
  [...names]
    .map(([id, name]) => ({ id, name, realm_id: companyOfHome(plan, id) ?? null }))
    .toSorted((a, b) => a.name.localeCompare(b.name));

/** No call to QuickBooks, because screens poll this endpoint. */
const readStatus = handler(
  quickBooksEndpoints.status,
  { quickBooksSettings, postings, connections, homesByName },
  async ({ query: { company } }, { db, now }) => {
    const all = await db.connections.all(partner);
    const connection = all.find((companyConnection) =>
      company === undefined ? !companyConnection.is_further : companyConnection.oauth?.subject === company,
    );
    if (company !== undefined && !connection) throw notFound();
    const [settings, kept, names, pausedUntil, waiting, failed] = await Promise.all([
      Promise.all(all.map((connection) => db.quickBooksSettings.settings(furtherOf(connection)))),
      db.quickBooksSettings.homes(),
      db.homesByName.homeNames(),
      db.connections.pausedUntil(partner),
      db.postings.count('waiting'),
      db.postings.count('failed'),
    ]);
    const realm = connection?.oauth?.subject;
    const isPaused = pausedUntil !== undefined && pausedUntil * 1000 > now.getTime();
    const plan = companyAssignment(realmIdsOf(all), kept);
    const currentSettings = connection ? settings[all.indexOf(connection)] : await db.quickBooksSettings.settings();
    return {
      connected: connection !== undefined,
      company_name: connection?.account ?? null,
      realm_id: realm ?? null,
      environment: connection?.service ?? null,
      connected_at: connection?.connected_at ?? null,
      connected_by_name: connection?.connected_by_name ?? null,
      refresh_expires_at: connection?.oauth?.refresh_expires_at ?? null,
      needs_reconnect: Boolean(connection?.oauth?.ended_at),
      is_mapped: isMapped(currentSettings, realm),
      waiting_count: waiting,
      failed_count: failed,
      paused_until: isPaused ? new Date(pausedUntil * 1000).toISOString() : null,
      companies: presentCompanies(all, settings),
      homes: presentHomes(names, plan),
    };
  },
);

const decimal = (dollars: number): string => toDecimal(toCents(dollars));

const listAccounts = handler(
  quickBooksEndpoints.accounts,
  { quickBooksSettings, quickBooks },
  async ({ query }, { db, actor, now, quickBooks: companies }) => {
    const company = await requireCompany(companies, actor.organizationId, query.company);
    const accounts = await chartOfAccounts(db.quickBooksSettings, company, now);
    return accounts.map((account) => ({
      id: account.Id,
      name: account.Name,
      number: account.AcctNum ?? '',
      type: account.AccountType,
      sub_type: account.AccountSubType ?? '',
      classification: account.Classification ?? '',
      balance: decimal(account.CurrentBalance),
      active: account.Active !== false,
    }));
  },
);

const shownAtOnce = 100;

const stateOf = (
  { Balance, TotalAmt, DueDate }: QuickBooksRecord<'Invoice'>,
  today: string,
): QuickBooksInvoice['status'] => {
  if (Balance <= 0) return 'paid';
  if (DueDate && DueDate < today) return 'overdue';
  return Balance < TotalAmt ? 'partial' : 'open';
};

const listInvoices = handler(
  quickBooksEndpoints.invoices,
  { plainHomes: homesReadOnly, quickBooks },
  async ({ query }, { db, actor, now, quickBooks: companies }) => {
    const today = await todayAt(db.plainHomes, actor, now);
    const connected = await requireCompany(companies, actor.organizationId, query.company);
    const invoices = await callCompany(connected, (company) =>
      company.page('Invoice', '', 1, shownAtOnce, 'TxnDate DESC'),
    );
    return invoices.map((invoice) => ({
      id: invoice.Id,
      doc_number: invoice.DocNumber ?? '',
      customer: invoice.CustomerRef.name ?? invoice.CustomerRef.value,
      date: invoice.TxnDate,
      due_date: invoice.DueDate ?? null,
      total: decimal(invoice.TotalAmt),
      balance: decimal(invoice.Balance),
      status: stateOf(invoice, today),
    }));
  },
);

/** Later cases of the home go to this company; cases that are already in another one stay there. */
const chooseCompany = handler(
  quickBooksEndpoints.chooseCompany,
  { quickBooksSettings, connections, plainHomes: homesReadOnly },
  async ({ params: { id }, body: { company } }, { db, work, actor: { organizationId }, now }) => {
    const [home, all] = await Promise.all([db.plainHomes.plainHome(id), db.connections.all('quickbooks')]);
    if (!home) throw notFound();
    const companyConnection = all.find(({ oauth }) => oauth?.subject === company);
    if (company !== null && !companyConnection) throw invalid({ company: [quickBooksMessages.companyUnknown] });
    const nameOf = (number: string | undefined): string =>
      all.find(({ oauth, is_further }) => (number === undefined ? !is_further : oauth?.subject === number))?.account ??
      number ??
      '';
    return work.attempt(
      () => db.quickBooksSettings.homes(),
      async (before) => {
        const { [id]: own, ...others } = before?.homes ?? {};
        const next = companyConnection?.is_further ? companyConnection.oauth?.subject : undefined;
        if (own === next) return work.finish({ success: true as const });
        const record = {
          organization_id: organizationId,
          version: (before?.version ?? 0) + 1,
          updated_at: now.toISOString(),
          homes: next === undefined ? others : { ...others, [id]: next },
          apart: [...new Set([...(before?.apart ?? []), ...[own ?? [], next ?? []].flat()])],
        };
        return work
          .add(db.quickBooksSettings.putHomes(before, record))
          .audit('accounting.company_chosen', organizationId, [
            { field: 'company', from: `${home.name}: ${nameOf(own)}`, to: `${home.name}: ${nameOf(next)}` },
          ])
          .announce('accounting-connection.changed', organizationId, { organization_id: organizationId })
          .finish({ success: true as const });
      },
    );
  },
);

/** Disconnects even if QuickBooks does not respond, and can be repeated. */
const disconnect = handler(
  quickBooksEndpoints.disconnect,
  { connections, quickBooks },
  async ({ query }, { db, work, actor, quickBooks: companies }) => {
    const organizationId = actor.organizationId;
    // QuickBooks first: later the token cannot be decrypted.
    const { further } = await requestedCompany(db.connections, query.company);
    await companies.revoke(organizationId, further).catch(() => undefined);
    return work.attempt(
      async () => (await requestedCompany(db.connections, query.company)).connection,
      async (before) => {
        if (!before) return work.finish({ success: true });
        return work
          .add(db.connections.remove(before))
          .audit('accounting.disconnected', organizationId, [{ field: 'company', from: before.account, to: null }])
          .announce('accounting-connection.changed', organizationId, { organization_id: organizationId })
          .finish({ success: true });
      },
    );
  },
);

/** The state is 32 random bytes, bound to the person and the session. */
const startConnection = handler(
  quickBooksEndpoints.authUrl,
  { oauthStates, quickBooksConnector },
  async ({ query: { further } }, { db, work, actor, now, quickBooksConnector: connector }) => {
    const oauth = await connector.open();
    if (!oauth) throw new AppError('conflict', { detail: quickBooksMessages.notSetUp });
    // The state carries the kind of connection; only its digest is stored, so it cannot be changed.
    const state = `${randomBytes(32).toString('base64url')}${further === 'true' ? additionalCompanySuffix : ''}`;
    const by = { partner: 'quickbooks', profileId: actor.id, session: actor.session };
    const auth_url = oauth.authorizeUrl(state);
    return work.add(db.oauthStates.begin(state, by, now)).finish({ auth_url, state });
  },
);

const reconcileMonth = handler(
  quickBooksEndpoints.reconciliation,
  { quickBooksSettings, postings, paymentsReadOnly, quickBooks },
  ({ query }, { db, actor, now, quickBooks: companies }) =>
    compareMonth({ db, companies, organizationId: actor.organizationId, now }, query),
);

export const quickBooksRoutes = routesOf(quickBooksEndpoints, {
  authUrl: startConnection,
  exchange: completeConnection,
  status: readStatus,
  disconnect,
  chooseCompany,
  accounts: listAccounts,
  invoices: listInvoices,
  overview: readOverview,
  trigger: triggerSync,
  syncProgress: readProgress,
  previewSync,
  startSync,
  stopSync,
  entries: listEntries,
  sendAgain,
  markDone,
  reconciliation: reconcileMonth,
  settings: readSettings,
  saveSettings,
});
