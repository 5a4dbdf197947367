import * as z from 'zod';
import { count } from './metrics.ts';
import { readLimitedBody } from './partner-fetch.ts';
import { jsonSecret } from './secrets.ts';

/** What the verifier said of a token; the token itself is never kept. */
export interface BotVerdict {
  verdict: 'verified' | 'unverified' | 'refused';
  score: number | null;
  hostname: string | null;
  error_codes: string[];
}
export interface BotCheck {
  verify(token: string, ip: string | null): Promise<BotVerdict>;
}

/**
 * One verifier serves reCAPTCHA v2 and v3, Turnstile and the local sandbox: they differ in configuration alone. What is
 * configured here is demanded of every answer.
 */
export const BotCheckConfig = z.object({
  verifyUrl: z.url(),
  secret: z.string().min(1),
  minScore: z.number().min(0).max(1).optional(),
  action: z.string().optional(),
  hostnames: z.array(z.string()).optional(),
});
export type BotCheckConfig = z.output<typeof BotCheckConfig>;

/** What of it is no secret: the setting `BOT_CHECK`, as JSON. */
const Verifier = z.union([BotCheckConfig.omit({ secret: true }), z.strictObject({}).transform(() => undefined)]);
const Secret = BotCheckConfig.pick({ secret: true });

/** The configuration from the setting and the secret, which an operator put in; nothing where no verifier is set. */
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
  /** When the person passed, ISO 8601. */
  challenge_ts: z.string().max(40).optional(),
});

/** The codes that read like codes: they are kept and logged, and nothing else that a verifier says. */
const codesOf = ({ 'error-codes': codes = [] }: z.output<typeof Siteverify>): string[] =>
  codes.filter((code): code is string => typeof code === 'string' && /^[\w-]{1,50}$/.test(code)).slice(0, 10);

/** Tokens of reCAPTCHA live two minutes, those of Turnstile five. */
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
  // Told that the question is wrong, and not that it cannot be answered now: no open door.
  if (response.status >= 400 && response.status < 500 && response.status !== 429)
    return { success: false, 'error-codes': [`status-${response.status}`] };
  if (!response.ok) throw new Error(`siteverify answered ${response.status}`);
  const body = await readLimitedBody(response, maxAnswerSize);
  return Siteverify.parse(JSON.parse(Buffer.from(body).toString('utf8')));
};

const nobody = { score: null, hostname: null };

/** Taken without a verdict, which an alarm counts: a check that fails for ever is none. */
const unverified = (...error_codes: string[]): BotVerdict => {
  count('BotCheckUnverified');
  return { verdict: 'unverified', ...nobody, error_codes };
};

/** With a secret that the verifier does not know, anybody would pass: refused, and somebody is woken. */
const secretRefused = (...error_codes: string[]): BotVerdict => {
  count('BotCheckSecretRefused');
  return { verdict: 'refused', ...nobody, error_codes };
};

const isOld = (passedAt: string | undefined, now: Date): boolean =>
  passedAt !== undefined && !(Date.parse(passedAt) > now.getTime() - oldestMs);

/**
 * Asks the verifier, once more only when the first try got no answer at all: a definite answer has used the token up.
 * A verifier that cannot be reached, or whose quota is spent, does not turn a bereaved family away: the verdict is then
 * `unverified`, and the submission is kept under its rate limit and marked.
 */
export const siteverifyBotCheck = (
  config: () => Promise<BotCheckConfig | undefined>,
  now: () => Date = () => new Date(),
): BotCheck => ({
  async verify(token, ip) {
    let settings: BotCheckConfig | undefined;
    try {
      settings = await config();
    } catch (error) {
      // Nobody has put the secret in, as in a deployment's first hour: without it the form would stand open for bots.
      return error instanceof z.ZodError ? secretRefused('unconfigured') : unverified('unconfigured');
    }
    // A stage without a bot check, on purpose: nothing to be alarmed about.
    if (!settings) return { verdict: 'unverified', ...nobody, error_codes: ['none'] };
    const again = async (error: unknown) => {
      if (!(error instanceof TypeError)) throw error;
      const answer = await ask(settings, token, ip);
      // The first try may have used the token up before its answer was lost.
      return codesOf(answer).includes('timeout-or-duplicate') ? undefined : answer;
    };
    const answer = await ask(settings, token, ip)
      .catch(again)
      .catch(() => undefined);
    if (!answer) return unverified('unreachable');
    const { success, score, action, hostname, challenge_ts } = answer;
    const codes = codesOf(answer);
    if (!success && codes.some((code) => code.endsWith('-input-secret'))) return secretRefused(...codes);
    // The verifier's own trouble is not the family's.
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
