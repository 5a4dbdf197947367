import * as z from 'zod';
import { count } from './metrics.ts';
import { readLimitedBody } from './partner-fetch.ts';
import { jsonSecret } from './secrets.ts';

/** The token itself is never stored. */
export interface BotVerdict {
  verdict: 'verified' | 'unverified' | 'refused';
  score: number | null;
  hostname: string | null;
  error_codes: string[];
}
export interface BotCheck {
  verify(token: string, ip: string | null): Promise<BotVerdict>;
}

/** reCAPTCHA v2 and v3, Turnstile and the local sandbox; every response must pass each configured check. */
export const BotCheckConfig = z.object({
  verifyUrl: z.url(),
  secret: z.string().min(1),
  minScore: z.number().min(0).max(1).optional(),
  action: z.string().optional(),
  hostnames: z.array(z.string()).optional(),
});
export type BotCheckConfig = z.output<typeof BotCheckConfig>;

/** The setting `BOT_CHECK`, as JSON. */
const Verifier = z.union([BotCheckConfig.omit({ secret: true }), z.strictObject({}).transform(() => undefined)]);
const Secret = BotCheckConfig.pick({ secret: true });

/** Returns the configuration from the setting and the secret, or undefined if no verifier is set. */
export const configuredBotCheck =
  (verifier: string, secretId: string) => async (): Promise<BotCheckConfig | undefined> => {
    const settings = Verifier.parse(JSON.parse(verifier));
    return settings && { ...settings, ...(await jsonSecret(secretId, Secret)) };
  };

const Siteverify = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
  hostname: z.string().max(255).optional(),
  'error-codes': z.array(z.unknown()).optional(),
  challenge_ts: z.string().max(40).optional(),
});

/** Only texts that look like codes are stored or logged. */
const codesOf = ({ 'error-codes': codes = [] }: z.output<typeof Siteverify>): string[] =>
  codes.filter((code): code is string => typeof code === 'string' && /^[\w-]{1,50}$/.test(code)).slice(0, 10);

/** reCAPTCHA tokens expire after two minutes, Turnstile tokens after five. */
const oldestMs = 6 * 60_000;
const timeoutMs = 3000;
const maxAnswerSize = 64 * 1024;

const ask = async (
  { verifyUrl, secret }: BotCheckConfig,
  token: string,
  ip: string | null,
): Promise<z.output<typeof Siteverify>> => {
  const response = await fetch(verifyUrl, {
    method: 'POST',
    body: new URLSearchParams({ secret, response: token, ...(ip ? { remoteip: ip } : {}) }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.status >= 400 && response.status < 500 && response.status !== 429)
    return { success: false, 'error-codes': [`status-${response.status}`] };
  if (!response.ok) throw new Error(`siteverify answered ${response.status}`);
  const body = await readLimitedBody(response, maxAnswerSize);
  return Siteverify.parse(JSON.parse(Buffer.from(body).toString('utf8')));
};

const nobody = { score: null, hostname: null };

/** Accepts a submission without a verdict, and counts it for an alarm. */
const unverified = (...error_codes: string[]): BotVerdict => {
  count('BotCheckUnverified');
  return { verdict: 'unverified', ...nobody, error_codes };
};

/** Rejects the submission with an alarm: with a wrong secret, every bot would pass. */
const secretRefused = (...error_codes: string[]): BotVerdict => {
  count('BotCheckSecretRefused');
  return { verdict: 'refused', ...nobody, error_codes };
};

const isOld = (passedAt: string | undefined, now: Date): boolean =>
  passedAt !== undefined && !(Date.parse(passedAt) > now.getTime() - oldestMs);

/** Creates a bot check that retries only if no response arrived, because a response uses the token up. */
export const siteverifyBotCheck = (
  config: () => Promise<BotCheckConfig | undefined>,
  now: () => Date = () => new Date(),
): BotCheck => ({
  async verify(token, ip) {
    let settings: BotCheckConfig | undefined;
    try {
      settings = await config();
    } catch (error) {
      // The secret is not set, as right after a deployment; accepting submissions would let bots in.
      return error instanceof z.ZodError ? secretRefused('unconfigured') : unverified('unconfigured');
    }
    // The stage has no bot check on purpose, so no alarm is raised.
    if (!settings) return { verdict: 'unverified', ...nobody, error_codes: ['none'] };
    const again = async (error: unknown) => {
      if (!(error instanceof TypeError)) throw error;
      const answer = await ask(settings, token, ip);
      // The first attempt may have used the token up before its response was lost.
      return codesOf(answer).includes('timeout-or-duplicate') ? undefined : answer;
    };
    const answer = await ask(settings, token, ip)
      .catch(again)
      .catch(() => undefined);
    if (!answer) return unverified('unreachable');
    const { success, score, action, hostname, challenge_ts } = answer;
    const codes = codesOf(answer);
    if (!success && codes.some((code) => code.endsWith('-input-secret'))) return secretRefused(...codes);
    // An internal error of the verifier must not block the family.
    if (!success && codes.includes('internal-error')) return unverified(...codes);
    const reasons = [
      ...(success ? [] : ['refused', ...codes]),
      ...(success && settings.action && action !== settings.action ? ['action'] : []),
      ...(success && settings.hostnames && !settings.hostnames.includes(hostname ?? '') ? ['hostname'] : []),
      ...(success && isOld(challenge_ts, now()) ? ['age'] : []),
      ...(success && settings.minScore !== undefined && (score ?? 0) < settings.minScore ? ['score'] : []),
    ];
    return {
      verdict: reasons.length ? 'refused' : 'verified',
      score: score ?? null,
      hostname: hostname ?? null,
      error_codes: reasons,
    };
  },
});
