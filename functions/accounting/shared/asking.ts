import { accountingMessages } from '#domain/accounting/accounting-messages.ts';
import { AppError } from '#domain/contract/errors.ts';
import { PartnerError, ReconnectNeeded } from '#functions/adapters/partner-error.ts';
import type { QuickBooksCompany } from '#functions/adapters/quickbooks.ts';
import type { QuickBooksCompanies } from '#functions/kernel/provisions.ts';

/** The connected company; a 409 in plain words when there is none. */
export const requireCompany = async (
  companies: QuickBooksCompanies,
  organizationId: string,
): Promise<QuickBooksCompany> => {
  const company = await companies.of(organizationId);
  if (!company) throw new AppError('conflict', { detail: accountingMessages.notConnected });
  return company;
};

/** Asks a company. Throws a 409 in plain words when it does not answer. */
export const askCompany = async <T>(
  company: QuickBooksCompany,
  question: (company: QuickBooksCompany) => Promise<T>,
): Promise<T> => {
  try {
    return await question(company);
  } catch (error) {
    if (error instanceof ReconnectNeeded) throw new AppError('conflict', { detail: accountingMessages.reconnect });
    if (error instanceof PartnerError)
      throw new AppError('conflict', { detail: accountingMessages.silent, reason: `quickbooks: ${error.message}` });
    throw error;
  }
};
