import { getSecret } from '@aws-lambda-powertools/parameters/secrets';
import * as z from 'zod';

const maxAge = 300;

/** A JSON secret of Secrets Manager by its schema, fetched at most every five minutes (quality S-33). */
export const jsonSecret = async <T extends z.ZodType>(id: string, schema: T): Promise<z.output<T>> =>
  schema.parse(await getSecret(id, { maxAge, transform: 'json' }));

/** The header values that prove a request came through CloudFront; during a rotation the previous one counts too. */
export const OriginSecret = z.object({ current: z.string().min(16), previous: z.string().min(16).optional() });

export const originSecrets = (id: string) => async (): Promise<string[]> => {
  const { current, previous } = await jsonSecret(id, OriginSecret);
  return previous ? [current, previous] : [current];
};
