import { missingChoices } from '#domain/quickbooks/account-choices.ts';
import {
  companyAssignment,
  companyOfCase,
  hasSingleCompany,
  supersedesDefaultCompany,
} from '#domain/quickbooks/company-plan.ts';
import type { CaseRecord } from '#functions/cases/repository/case-record.ts';
import { createCaseRepository } from '#functions/cases/repository/cases.ts';
import { createConnectionRepository, realmIdsOf } from '#functions/platform/partners/partner-connections.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { createAccountingRepository, isForRealm } from '#functions/quickbooks/repository/accounting.ts';
import { createAccountingEntryRepository } from '#functions/quickbooks/repository/accounting-entries.ts';
import { type CompanyContext, companyContext, partner, type QuickBooksDependencies } from './company-context.ts';

/** A company that is connected and has accounts chosen once. */
export interface SyncedCompany {
  context: CompanyContext;
  /**
   * Why nothing can be sent now although it is to be: people have to do something first, and whoever does has all of it
   * sent.
   */
  blocked: string | undefined;
}

/**
 * The companies of an organization: none where nothing is connected or no accounts were ever chosen. Accounts that were
 * chosen in another company are none of this one's.
 */
export const syncedCompanies = async (
  dependencies: QuickBooksDependencies,
  organizationId: string,
): Promise<SyncedCompany[]> => {
  const keys = keysOf(organizationId);
  const db = createAccountingRepository(dependencies.table, keys);
  const [all, kept] = await Promise.all([
    createConnectionRepository(dependencies.table, keys).all(partner),
    db.homes(),
  ]);
  const plan = companyAssignment(realmIdsOf(all), kept);
  const synced = await Promise.all(
    all.map(async ({ oauth, is_further }): Promise<SyncedCompany[]> => {
      if (!oauth) return [];
      const realm = oauth.subject;
      const further = is_further ? realm : undefined;
      const settings = await db.settings(further);
      if (!settings) return [];
      const isMapped = isForRealm(settings, realm) && missingChoices(settings).length === 0;
      const blocked = oauth.ended_at !== null ? '3200' : isMapped ? undefined : 'mapping';
      return [{ context: companyContext(dependencies, organizationId, { realm, further, settings, plan }), blocked }];
    }),
  );
  return synced.flat();
};

/** Whether what is booked in another company is this one's by now: read anew, as a worker may have read long ago. */
export const canTakeOver = async (
  { table }: QuickBooksDependencies,
  { keys, realm }: CompanyContext,
  previous: string,
): Promise<boolean> => {
  const [all, kept] = await Promise.all([
    createConnectionRepository(table, keys).all(partner),
    createAccountingRepository(table, keys).homes(),
  ]);
  return supersedesDefaultCompany(companyAssignment(realmIdsOf(all), kept), realm, previous);
};

/** Those of some cases whose money goes to this company. */
export const casesOfCompany = async (context: CompanyContext, cores: readonly CaseRecord[]): Promise<CaseRecord[]> => {
  const { plan, realm } = context;
  if (hasSingleCompany(plan)) return [...cores];
  const booked = await context.entries.realmsOfCases(cores.map(({ id }) => id));
  return cores.filter(({ id, funeral_home_id }) => companyOfCase(plan, funeral_home_id, booked.get(id)) === realm);
};

/** The company that the money of a case goes to; undefined where that is not connected, or the case is gone. */
export const syncedCompanyOfCase = async (
  { table }: QuickBooksDependencies,
  organizationId: string,
  companies: readonly SyncedCompany[],
  caseId: string,
): Promise<SyncedCompany | undefined> => {
  const [any] = companies;
  if (!any || hasSingleCompany(any.context.plan)) return any;
  const keys = keysOf(organizationId);
  const [[core], booked] = await Promise.all([
    createCaseRepository(table, keys).cores([caseId]),
    createAccountingEntryRepository(table, keys).realmsOfCases([caseId]),
  ]);
  const realm = core && companyOfCase(any.context.plan, core.funeral_home_id, booked.get(caseId));
  return companies.find(({ context }) => context.realm === realm);
};
