import { AppError, invalid } from '#domain/contract/errors.ts';
import { connectionMessages } from '#domain/signatures/connection-messages.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import type { DocuSeal, DocuSealAccounts } from '#functions/adapters/docuseal.ts';
import { NotOurs, PartnerError, Permanent, Unknown } from '#functions/adapters/partner-error.ts';

/**
 * What DocuSeal answers while somebody waits. Where the organization is not connected, or DocuSeal does not answer, the
 * call is answered 409 with a sentence, what it refuses 400 in its own words: none of it is a failure of ours.
 */
export const asked = async <Answer>(
  accounts: DocuSealAccounts,
  organizationId: string,
  ask: (account: DocuSeal) => Promise<Answer>,
  how: { patient?: boolean } = {},
): Promise<Answer> => {
  try {
    const account = await accounts.of(organizationId, how);
    if (!account) throw new AppError('conflict', { detail: signatureMessages.notConnected });
    return await ask(account);
  } catch (error) {
    if (!(error instanceof PartnerError)) throw error;
    if (error.message === 'pro-edition') throw new AppError('conflict', { detail: signatureMessages.editionLacks });
    if (error instanceof NotOurs) throw new AppError('conflict', { detail: connectionMessages.otherAccount });
    if (error instanceof Permanent && error.sentence) throw invalid({ non_field_errors: [error.sentence] });
    const isRefused = error.message === '401' || error.message === '403';
    const detail = isRefused ? signatureMessages.keyRefused : signatureMessages.notAnswering;
    throw new AppError('conflict', { detail, reason: error.message });
  }
};

/** What {@link asked} answers; undefined where DocuSeal is silent or not connected, and something older can be shown. */
export const askedIfItAnswers = async <Answer>(asking: Promise<Answer>): Promise<Answer | undefined> =>
  asking.catch((error: unknown) => {
    if (error instanceof AppError && error.kind === 'conflict') return undefined;
    throw error;
  });

/** So many pages a list has at most: a thousand templates of one organization. */
const mostPages = 20;
/** So long are pages asked for, in milliseconds: the last one and what is then written end before the function's own time. */
const patienceMs = 12_000;

/** Throws a PartnerError when what began at `since` has taken so long that nothing more may be asked. */
export const inPatience = (since: number): void => {
  if (performance.now() - since > patienceMs) throw new Unknown('slow');
};

type Pages<Row> = (after: number | undefined) => Promise<{ data: Row[]; next: number | null }>;

/** The newest rows of a list, as many as can be read in time: where it does not matter what else there is. */
export const newestOnes = async <Row>(page: Pages<Row>, since = performance.now()): Promise<Row[]> => {
  const rows: Row[] = [];
  let after: number | undefined;
  for (let pages = 0; pages < mostPages && (pages === 0 || performance.now() - since < patienceMs); pages++) {
    const { data, next } = await page(after);
    rows.push(...data);
    if (next === null) break;
    after = next;
  }
  return rows;
};

/**
 * Every row of a list, page by page; `since` is when the first was asked for. Throws a PartnerError where there are more, or
 * the partner takes too long with them: of half a list nobody could say what is not there any more.
 */
export const everyOne = async <Row>(page: Pages<Row>, since = performance.now()): Promise<Row[]> => {
  const rows: Row[] = [];
  let after: number | undefined;
  for (let pages = 0; pages < mostPages; pages++) {
    inPatience(since);
    const { data, next } = await page(after);
    rows.push(...data);
    if (next === null) return rows;
    after = next;
  }
  throw new Unknown('too many');
};
