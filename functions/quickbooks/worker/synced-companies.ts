import { createHash } from 'node:crypto';
import {
  type CompanyAssignment,
  companyAssignment,
  companyOfCase,
  hasSingleCompany,
  supersedesDefaultCompany,
} from '#domain/quickbooks/company-plan.ts';
import { missingChoices } from '#domain/quickbooks/quickbooks-records.ts';
import type { CaseRecord } from '#functions/cases/repository/case-record.ts';
import { createCaseRepository } from '#functions/cases/repository/cases.ts';
import type { QuickBooksCompanies } from '#functions/platform/api/dependencies.ts';
import { createConnectionRepository, realmIdsOf } from '#functions/platform/partners/partner-connections.ts';
import { type Keys, keysOf } from '#functions/platform/store/keys.ts';
import { CircuitBreaker, ReauthorizationError } from '#functions/platform/store/partners/circuit.ts';
import type { Table } from '#functions/platform/store/table.ts';
import {
  type AccountingEntries,
  type AccountingSettingsRecord,
  createAccountingEntryRepository,
  createAccountingRepository,
  isForRealm,
} from '#functions/quickbooks/repository/accounting-entries.ts';
import type { QuickBooksCompany } from '../client/quickbooks.ts';

const partner = 'quickbooks';

export interface QuickBooksDependencies {
  table: Table;
  companies: QuickBooksCompanies;
  now: () => Date;
}

/** What the worker needs of one connected company: its settings, its accounting entries and a way to call its API. */
export interface CompanyContext {
  organizationId: string;
  keys: Keys;
  /** The company's realm id. */
  realm: string;
  /** The same, where it is not the organization's first company. */
  further: string | undefined;
  settings: AccountingSettingsRecord;
  /** In which companies the organization keeps its books. */
  plan: CompanyAssignment;
  entries: AccountingEntries;
  /** Asks the company through the organization's circuit. */
  ask: <T>(question: (company: QuickBooksCompany) => Promise<T>) => Promise<T>;
}

/**
 * Asks through the circuit of one organization, once it is known that the company may be asked at all. That somebody has to
 * connect anew is no failure of QuickBooks': it is well.
 */
const throughCircuit = (
  { table, companies, now }: QuickBooksDependencies,
  organizationId: string,
  realm: string,
): CompanyContext['ask'] => {
  const circuit = new CircuitBreaker(table, { organizationId, partner }, now);
  let company: Promise<QuickBooksCompany | undefined> | undefined;
  return async (question) => {
    const answer = await circuit.run(async () => {
      company ??= companies.of(organizationId, realm);
      const asked = await company;
      if (!asked) return { over: new ReauthorizationError() };
      try {
        return { given: await question(asked) };
      } catch (error) {
        if (error instanceof ReauthorizationError) return { over: error };
        throw error;
      }
    });
    if ('over' in answer) throw answer.over;
    return answer.given;
  };
};

/** The context of one of an organization's companies. */
const companyContext = (
  dependencies: QuickBooksDependencies,
  organizationId: string,
  of: Pick<CompanyContext, 'realm' | 'further' | 'settings' | 'plan'>,
): CompanyContext => {
  const keys = keysOf(organizationId);
  const entries = createAccountingEntryRepository(dependencies.table, keys);
  return { organizationId, keys, ...of, entries, ask: throughCircuit(dependencies, organizationId, of.realm) };
};

/** A request id, the same for the same parts: 40 characters, of the 50 that QuickBooks takes. */
export const requestIdOf = (...parts: (string | number)[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 40);

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
