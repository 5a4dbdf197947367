import { accountingMessages } from '#domain/quickbooks/accounting-messages.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import type { ConnectedCompany, QuickBooksCompanies } from '#functions/platform/api/dependencies.ts';
import { PartnerError, ReauthorizationError } from '#functions/platform/store/partners/partner-error.ts';
import type { QuickBooksCompany } from '#functions/quickbooks/client/quickbooks.ts';

/** The connected company, the first one unless another is named by its realm id; a 409 in plain words when there is none. */
export const requireCompany = async (
  companies: QuickBooksCompanies,
  organizationId: string,
  realmId?: string,
): Promise<ConnectedCompany> => {
  const company = await companies.of(organizationId, realmId);
  if (!company) throw new AppError('conflict', { detail: accountingMessages.notConnected });
  return company;
};

/** Asks a company. Throws a 409 in plain words when it does not answer. */
export const callCompany = async <T>(
  company: QuickBooksCompany,
  question: (company: QuickBooksCompany) => Promise<T>,
): Promise<T> => {
  try {
    return await question(company);
  } catch (error) {
    if (error instanceof ReauthorizationError) throw new AppError('conflict', { detail: accountingMessages.reconnect });
    if (error instanceof PartnerError)
      throw new AppError('conflict', { detail: accountingMessages.silent, reason: `quickbooks: ${error.message}` });
    throw error;
  }
};
