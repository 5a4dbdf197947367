import { missingChoices } from '#domain/accounting/account-choices.ts';
import { companyOfCase, companyPlan, isOneCompany, replaces } from '#domain/accounting/companies.ts';
import { accountingIn, isOf } from '#functions/records/accounting.ts';
import { accountingEntriesIn } from '#functions/records/accounting-entries.ts';
import type { CaseRecord } from '#functions/records/case-record.ts';
import { casesIn } from '#functions/records/cases.ts';
import { companyNumbers, connectionsIn } from '#functions/records/partner-connections.ts';
import { keysOf } from '#functions/store/keys.ts';
import { type CompanyWork, companyWork, partner, type QuickBooksDependencies } from './company-work.ts';

/** A company that is connected and has accounts chosen once. */
export interface OpenCompany {
  work: CompanyWork;
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
export const companiesOf = async (
  dependencies: QuickBooksDependencies,
  organizationId: string,
): Promise<OpenCompany[]> => {
  const keys = keysOf(organizationId);
  const db = accountingIn(dependencies.table, keys);
  const [all, kept] = await Promise.all([connectionsIn(dependencies.table, keys).all(partner), db.homes()]);
  const plan = companyPlan(companyNumbers(all), kept);
  const open = await Promise.all(
    all.map(async ({ oauth, is_further }): Promise<OpenCompany[]> => {
      if (!oauth) return [];
      const realm = oauth.subject;
      const further = is_further ? realm : undefined;
      const settings = await db.settings(further);
      if (!settings) return [];
      const isMapped = isOf(settings, realm) && missingChoices(settings).length === 0;
      const blocked = oauth.ended_at !== null ? '3200' : isMapped ? undefined : 'mapping';
      return [{ work: companyWork(dependencies, organizationId, { realm, further, settings, plan }), blocked }];
    }),
  );
  return open.flat();
};

/** Whether what is booked in another company is this one's by now: asked anew, as a worker may have looked some time ago. */
export const mayTakeOver = async (
  { table }: QuickBooksDependencies,
  { keys, realm }: CompanyWork,
  left: string,
): Promise<boolean> => {
  const [all, kept] = await Promise.all([connectionsIn(table, keys).all(partner), accountingIn(table, keys).homes()]);
  return replaces(companyPlan(companyNumbers(all), kept), realm, left);
};

/** Those of some cases whose money goes to this company. */
export const ownCases = async (work: CompanyWork, cores: readonly CaseRecord[]): Promise<CaseRecord[]> => {
  const { plan, realm } = work;
  if (isOneCompany(plan)) return [...cores];
  const booked = await work.entries.bookedIn(cores.map(({ id }) => id));
  return cores.filter(({ id, funeral_home_id }) => companyOfCase(plan, funeral_home_id, booked.get(id)) === realm);
};

/** The company that the money of a case goes to; undefined where that is not open, or the case is gone. */
export const companyOf = async (
  { table }: QuickBooksDependencies,
  organizationId: string,
  companies: readonly OpenCompany[],
  caseId: string,
): Promise<OpenCompany | undefined> => {
  const [any] = companies;
  if (!any || isOneCompany(any.work.plan)) return any;
  const keys = keysOf(organizationId);
  const [[core], booked] = await Promise.all([
    casesIn(table, keys).cores([caseId]),
    accountingEntriesIn(table, keys).bookedIn([caseId]),
  ]);
  const realm = core && companyOfCase(any.work.plan, core.funeral_home_id, booked.get(caseId));
  return companies.find(({ work }) => work.realm === realm);
};
