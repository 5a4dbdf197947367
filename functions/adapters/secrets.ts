import { getSecret } from '@aws-lambda-powertools/parameters/secrets';
import * as z from 'zod';

const maxAge = 300;

const lastRead = new Map<string, unknown>();

/**
 * A JSON secret of Secrets Manager by its schema, fetched at most every five minutes (quality S-33). When it cannot be
 * fetched anew, what was read last stands: a secret store that is down turns nobody away.
 */
export const jsonSecret = async <T extends z.ZodType>(id: string, schema: T): Promise<z.output<T>> => {
  const read = await getSecret(id, { maxAge, transform: 'json' }).catch((error: unknown) => {
    if (!lastRead.has(id)) throw error;
    return lastRead.get(id);
  });
  lastRead.set(id, read);
  return schema.parse(read);
};

/** The header values that prove a request came through CloudFront; during a rotation the previous one counts too. */
export const OriginSecret = z.object({ current: z.string().min(16), previous: z.string().min(16).optional() });

export const originSecrets = (id: string) => async (): Promise<string[]> => {
  const { current, previous } = await jsonSecret(id, OriginSecret);
  return previous ? [current, previous] : [current];
};
