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
import { createConnectionRepository, realmIdsOf } from '#functions/platform/partners/partner-connections.ts';
import { type Keys, keysOf } from '#functions/platform/store/keys.ts';
import { CircuitBreaker, ReauthorizationError } from '#functions/platform/store/partners/circuit.ts';
import type { Table } from '#functions/platform/store/table.ts';
import {
  createPostingRepository,
  createQuickBooksSettingsRepository,
  isForRealm,
  type Postings,
  type QuickBooksSettingsRecord,
} from '#functions/quickbooks/repository/postings.ts';
import type { QuickBooksCompanies } from '../client/adapters.ts';
import type { QuickBooksCompany } from '../client/quickbooks.ts';

const partner = 'quickbooks';

export interface QuickBooksDependencies {
  table: Table;
  companies: QuickBooksCompanies;
  now: () => Date;
}

/** One connected company: its settings, postings and API. */
export interface CompanyContext {
  organizationId: string;
  keys: Keys;
  realm: string;
  /** The realm id of an additional company. */
  further: string | undefined;
  settings: QuickBooksSettingsRecord;
  plan: CompanyAssignment;
  entries: Postings;
  ask: <T>(question: (company: QuickBooksCompany) => Promise<T>) => Promise<T>;
}

/** Calls through the organization's circuit breaker, for which an ended connection is no failure. */
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

const companyContext = (
  dependencies: QuickBooksDependencies,
  organizationId: string,
  of: Pick<CompanyContext, 'realm' | 'further' | 'settings' | 'plan'>,
): CompanyContext => {
  const keys = keysOf(organizationId);
  const entries = createPostingRepository(dependencies.table, keys);
  return { organizationId, keys, ...of, entries, ask: throughCircuit(dependencies, organizationId, of.realm) };
};

/** Returns the same 40-character id for the same parts; QuickBooks allows 50. */
export const requestIdOf = (...parts: (string | number)[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 40);

export interface SyncedCompany {
  context: CompanyContext;
  /** The reason that nothing can be sent until a user acts, which then sends everything. */
  blocked: string | undefined;
}

/** Returns connected companies whose accounts were ever chosen. Accounts of another company do not count. */
export const syncedCompanies = async (
  dependencies: QuickBooksDependencies,
  organizationId: string,
): Promise<SyncedCompany[]> => {
  const keys = keysOf(organizationId);
  const db = createQuickBooksSettingsRepository(dependencies.table, keys);
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

/** True if this company may take a case from another one. Reads again, because the worker's plan may be old. */
export const canTakeOver = async (
  { table }: QuickBooksDependencies,
  { keys, realm }: CompanyContext,
  previous: string,
): Promise<boolean> => {
  const [all, kept] = await Promise.all([
    createConnectionRepository(table, keys).all(partner),
    createQuickBooksSettingsRepository(table, keys).homes(),
  ]);
  return supersedesDefaultCompany(companyAssignment(realmIdsOf(all), kept), realm, previous);
};

export const casesOfCompany = async (context: CompanyContext, cores: readonly CaseRecord[]): Promise<CaseRecord[]> => {
  const { plan, realm } = context;
  if (hasSingleCompany(plan)) return [...cores];
  const realms = await context.entries.realmsOfCases(cores.map(({ id }) => id));
  return cores.filter(({ id, funeral_home_id }) => companyOfCase(plan, funeral_home_id, realms.get(id)) === realm);
};

/** Undefined if its company is not connected or the case was deleted. */
export const syncedCompanyOfCase = async (
  { table }: QuickBooksDependencies,
  organizationId: string,
  companies: readonly SyncedCompany[],
  caseId: string,
): Promise<SyncedCompany | undefined> => {
  const [any] = companies;
  if (!any || hasSingleCompany(any.context.plan)) return any;
  const keys = keysOf(organizationId);
  const [[core], realms] = await Promise.all([
    createCaseRepository(table, keys).cores([caseId]),
    createPostingRepository(table, keys).realmsOfCases([caseId]),
  ]);
  const realm = core && companyOfCase(any.context.plan, core.funeral_home_id, realms.get(caseId));
  return companies.find(({ context }) => context.realm === realm);
};
