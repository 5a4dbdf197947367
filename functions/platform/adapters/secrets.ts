import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod';
import { AppError } from '#domain/shared/contract/errors.ts';

const cacheMs = 300_000;
/** Per attempt of two, so that a silent store does not use the function's whole time. */
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

/** Returns a JSON secret, fetched at most every five minutes (S-33); the last value is used if fetching fails. */
export const jsonSecret = async <T extends z.ZodType>(id: string, schema: T): Promise<z.output<T>> => {
  const last = kept.get(id);
  if (last && last.until > Date.now()) return schema.parse(last.value);
  const next = await fetched(id)
    .then((value) => ({ value, until: Date.now() + cacheMs }))
    .catch((error: unknown) => {
      if (last) return last;
      throw new AppError('unavailable', { reason: `secrets: ${(error as Error).name}` });
    });
  kept.set(id, next);
  return schema.parse(next.value);
};

/** Proves that a request came through CloudFront; during a rotation the previous value counts too. */
export const OriginSecret = z.object({ current: z.string().min(16), previous: z.string().min(16).optional() });

export const originSecrets = (id: string) => async (): Promise<string[]> => {
  const { current, previous } = await jsonSecret(id, OriginSecret);
  return previous ? [current, previous] : [current];
};
