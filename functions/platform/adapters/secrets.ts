import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod';
import { AppError } from '#domain/shared/contract/errors.ts';

const keptMs = 300_000;
/** A store that has gone silent holds a call for so long and not for the function's whole time; it is asked twice. */
const patienceMs = 2_000;

const kept = new Map<string, { value: unknown; until: number }>();
let client: SecretsManagerClient | undefined;

const fetched = async (id: string): Promise<unknown> => {
  client ??= new SecretsManagerClient({
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: patienceMs, throwOnRequestTimeout: true },
  });
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: id }));
  return JSON.parse(SecretString ?? '');
};

/**
 * A JSON secret of Secrets Manager by its schema, fetched at most every five minutes (quality S-33). When it cannot be
 * fetched anew, what was read last stands: a secret store that is down turns nobody away.
 */
export const jsonSecret = async <T extends z.ZodType>(id: string, schema: T): Promise<z.output<T>> => {
  const last = kept.get(id);
  if (last && last.until > Date.now()) return schema.parse(last.value);
  const next = await fetched(id)
    .then((value) => ({ value, until: Date.now() + keptMs }))
    .catch((error: unknown) => {
      if (last) return last;
      throw new AppError('unavailable', { reason: `secrets: ${(error as Error).name}` });
    });
  kept.set(id, next);
  return schema.parse(next.value);
};

/** The header values that prove a request came through CloudFront; during a rotation the previous one counts too. */
export const OriginSecret = z.object({ current: z.string().min(16), previous: z.string().min(16).optional() });

export const originSecrets = (id: string) => async (): Promise<string[]> => {
  const { current, previous } = await jsonSecret(id, OriginSecret);
  return previous ? [current, previous] : [current];
};
