import { createHash } from 'node:crypto';
import type { CompanyPlan } from '#domain/accounting/companies.ts';
import { ReconnectNeeded } from '#functions/adapters/partner-error.ts';
import type { QuickBooksCompany } from '#functions/adapters/quickbooks.ts';
import type { QuickBooksCompanies } from '#functions/kernel/provisions.ts';
import type { AccountingSettingsRecord } from '#functions/records/accounting.ts';
import { type AccountingEntries, accountingEntriesIn } from '#functions/records/accounting-entries.ts';
import { Circuit } from '#functions/store/circuit.ts';
import { type Keys, keysOf } from '#functions/store/keys.ts';
import type { Table } from '#functions/store/table.ts';

export const partner = 'quickbooks';

export interface QuickBooksDependencies {
  table: Table;
  companies: QuickBooksCompanies;
  now: () => Date;
}

/** What a worker has of an organization whose company is connected. */
export interface CompanyWork {
  organizationId: string;
  keys: Keys;
  realm: string;
  /** Its number, where it is not the organization's first company. */
  further: string | undefined;
  settings: AccountingSettingsRecord;
  /** In which companies the organization keeps its books. */
  plan: CompanyPlan;
  entries: AccountingEntries;
  /** Asks the company through the organization's circuit. */
  ask: <T>(question: (company: QuickBooksCompany) => Promise<T>) => Promise<T>;
}

/**
 * Asks through the circuit of one organization, once it is known that the company may be asked at all. That somebody has to
 * connect anew is no failure of QuickBooks': it is well.
 */
const askingOf = (
  { table, companies, now }: QuickBooksDependencies,
  organizationId: string,
  realm: string,
): CompanyWork['ask'] => {
  const circuit = new Circuit(table, { organizationId, partner }, now);
  let company: Promise<QuickBooksCompany | undefined> | undefined;
  return async (question) => {
    const answer = await circuit.run(async () => {
      company ??= companies.of(organizationId, realm);
      const asked = await company;
      if (!asked) return { over: new ReconnectNeeded() };
      try {
        return { given: await question(asked) };
      } catch (error) {
        if (error instanceof ReconnectNeeded) return { over: error };
        throw error;
      }
    });
    if ('over' in answer) throw answer.over;
    return answer.given;
  };
};

export const companyWork = (
  dependencies: QuickBooksDependencies,
  organizationId: string,
  of: Pick<CompanyWork, 'realm' | 'further' | 'settings' | 'plan'>,
): CompanyWork => {
  const keys = keysOf(organizationId);
  const entries = accountingEntriesIn(dependencies.table, keys);
  return { organizationId, keys, ...of, entries, ask: askingOf(dependencies, organizationId, of.realm) };
};

/** The same for the same parts: 40 characters, of the 50 that QuickBooks takes of a request's id. */
export const requestId = (...parts: (string | number)[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 40);
