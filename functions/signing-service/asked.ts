import { AppError, invalid } from '#domain/contract/errors.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import type { DocuSeal, DocuSealAccounts } from '#functions/adapters/docuseal.ts';
import { PartnerError, Permanent } from '#functions/adapters/partner-error.ts';

/**
 * What DocuSeal answers while somebody waits. Where the organization is not connected, or DocuSeal does not answer, the
 * call is answered 409 with a sentence, what it refuses 400 in its own words: none of it is a failure of ours.
 */
export const asked = async <Answer>(
  accounts: DocuSealAccounts,
  organizationId: string,
  ask: (account: DocuSeal) => Promise<Answer>,
): Promise<Answer> => {
  try {
    const account = await accounts.of(organizationId);
    if (!account) throw new AppError('conflict', { detail: signatureMessages.notConnected });
    return await ask(account);
  } catch (error) {
    if (!(error instanceof PartnerError)) throw error;
    if (error instanceof Permanent && error.sentence) throw invalid({ non_field_errors: [error.sentence] });
    throw new AppError('conflict', { detail: signatureMessages.notAnswering, reason: error.message });
  }
};

/** So many pages of a list are read at most: a thousand templates, or submissions, of one organization. */
const mostPages = 20;

/** Every row of a list, page by page. */
export const everyOne = async <Row>(
  page: (after: number | undefined) => Promise<{ data: Row[]; next: number | null }>,
): Promise<Row[]> => {
  const rows: Row[] = [];
  let after: number | undefined;
  for (let pages = 0; pages < mostPages; pages++) {
    const { data, next } = await page(after);
    rows.push(...data);
    if (next === null) return rows;
    after = next;
  }
  return rows;
};
