import { createHash } from 'node:crypto';
import type { CompanyAssignment } from '#domain/quickbooks/company-plan.ts';
import type { QuickBooksCompanies } from '#functions/platform/api/dependencies.ts';
import { type Keys, keysOf } from '#functions/platform/store/keys.ts';
import { CircuitBreaker } from '#functions/platform/store/partners/circuit.ts';
import { ReauthorizationError } from '#functions/platform/store/partners/partner-error.ts';
import type { Table } from '#functions/platform/store/table.ts';
import type { QuickBooksCompany } from '#functions/quickbooks/client/quickbooks.ts';
import type { AccountingSettingsRecord } from '#functions/quickbooks/repository/accounting.ts';
import {
  type AccountingEntries,
  createAccountingEntryRepository,
} from '#functions/quickbooks/repository/accounting-entries.ts';

export const partner = 'quickbooks';

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
export const companyContext = (
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
