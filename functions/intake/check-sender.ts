import { AppError } from '#domain/shared/contract/errors.ts';
import type { PublicHomeProfile } from '#functions/organizations/repository/homes.ts';
import type { BotCheck, BotVerdict } from '#functions/platform/adapters/bot-check.ts';
import type { count } from '#functions/platform/adapters/metrics.ts';

export type Accepted = BotVerdict & { verdict: 'verified' | 'unverified' };

/** Throws when the verifier refused; a token that is used up may have been used up by this request's own twin. */
export function assertBotCheckPassed(found: BotVerdict): asserts found is Accepted {
  if (found.verdict !== 'refused') return;
  throw new AppError('invalid', {
    detail: 'Failed to submit. Please try again or call us directly.',
    reason: `bot check: ${found.error_codes.join(' ')}`,
    ...(found.error_codes.includes('timeout-or-duplicate') ? { perhapsTwin: true } : {}),
  });
}

/** A refusal that says whom to call instead, for the page to show. */
const withTelephone = ({ kind, details }: AppError, { emergency_phone, phone }: PublicHomeProfile): AppError =>
  new AppError(kind, { ...details, extra: { telephone: emergency_phone ?? phone } });

/** More than a home gets in an hour: somebody has to look, and a family may well be among them. */
const beyondLimit = (found: Accepted): Accepted => ({
  ...found,
  verdict: 'unverified',
  error_codes: [...found.error_codes, 'over-limit'],
});

interface Sending {
  botCheck: BotCheck;
  countAccepted: (by: 'ip' | 'home', about?: string) => Promise<AppError | undefined>;
  count: typeof count;
  request: { ip: string | null };
}

/** Who sends something to a home, judged and counted. Throws where it is no person, or has sent enough. */
export const validateSender = async (
  { botCheck, countAccepted, count, request }: Sending,
  home: PublicHomeProfile,
  token: string,
): Promise<Accepted> => {
  const found: BotVerdict = await botCheck.verify(token, request.ip);
  assertBotCheckPassed(found);
  // Only what a person seems to have sent is counted: nobody else can close a form, and no typing error does.
  const tooMany = await countAccepted('ip');
  if (tooMany) throw withTelephone(tooMany, home);
  if (!(await countAccepted('home', home.funeral_home_id))) return found;
  count('ReportsOverLimit');
  return beyondLimit(found);
};
