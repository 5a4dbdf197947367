import * as z from 'zod';
import { type QuickBooksRecord, quickBooksRecords } from '#domain/quickbooks/quickbooks-records.ts';
import type { QuickBooksCompany } from '#functions/quickbooks/client/quickbooks.ts';
import type { Accounting } from '#functions/quickbooks/repository/accounting.ts';
import { callCompany } from './ask-company.ts';

const Accounts = z.array(quickBooksRecords.Account);

/** The chart of accounts of a company as it was read at most ten minutes ago: reads are counted over there. */
export const chartOfAccounts = async (
  db: Accounting,
  company: QuickBooksCompany,
  now: Date,
): Promise<QuickBooksRecord<'Account'>[]> => {
  const name = accountsCacheName(company.realmId);
  const known = await db.cachedAnswer(name, Accounts, now);
  if (known?.fresh) return known.value;
  const accounts = await callCompany(company, () => company.all('Account', 'Active IN (true, false)'));
  await db.cacheAnswer(name, accounts, now);
  return accounts;
};

/** What was read of one company is nothing that another one is answered with. */
export const accountsCacheName = (realmId: string): string => `accounts.${realmId}`;
