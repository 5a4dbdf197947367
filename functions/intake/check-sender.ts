import { AppError } from '#domain/shared/contract/errors.ts';
import type { PublicHomeProfile } from '#functions/organizations/repository/homes.ts';
import type { BotCheck, BotVerdict } from '#functions/platform/adapters/bot-check.ts';
import type { count } from '#functions/platform/adapters/metrics.ts';

export type Accepted = BotVerdict & { verdict: 'verified' | 'unverified' };

/** Throws if the verifier rejected the token. A used token may have been used by the same request before. */
export function assertBotCheckPassed(found: BotVerdict): asserts found is Accepted {
  if (found.verdict !== 'refused') return;
  throw new AppError('invalid', {
    detail: 'Failed to submit. Please try again or call us directly.',
    reason: `bot check: ${found.error_codes.join(' ')}`,
    ...(found.error_codes.includes('timeout-or-duplicate') ? { perhapsTwin: true } : {}),
  });
}

/** The page shows the phone number of the error. */
const withTelephone = ({ kind, details }: AppError, { emergency_phone, phone }: PublicHomeProfile): AppError =>
  new AppError(kind, { ...details, extra: { telephone: emergency_phone ?? phone } });

/** Above a home's hourly limit a report is accepted for review, because a family may have sent it. */
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

export const validateSender = async (
  { botCheck, countAccepted, count, request }: Sending,
  home: PublicHomeProfile,
  token: string,
): Promise<Accepted> => {
  const found: BotVerdict = await botCheck.verify(token, request.ip);
  assertBotCheckPassed(found);
  // Only verified requests count, so that no one else can close a form, and no invalid input counts.
  const tooMany = await countAccepted('ip');
  if (tooMany) throw withTelephone(tooMany, home);
  if (!(await countAccepted('home', home.funeral_home_id))) return found;
  count('ReportsOverLimit');
  return beyondLimit(found);
};
