import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LOCAL_CREDENTIALS, REGION, TABLE_NAME } from '#local/environment.ts';
import type { Call } from '#tests/bench/client.ts';
import { recountSettled } from '#tests/support/checker/recount.ts';
import type { Product } from './product.ts';
import { signIn } from './staff.ts';

export type Answer = Record<string, unknown>;

/** Tokens last some minutes. */
const renewEveryMs = 240_000;

/** Sends until there is a response, a write always under one key, as a site does. Throws rejections. */
export const untilAnswered = async (
  send: (key: string) => Promise<{ status: number; text: string }>,
): Promise<{ answer: Answer; tries: number }> => {
  const key = randomUUID();
  for (let tries = 1; ; tries++) {
    const { status = 503, text = '' } = (await send(key).catch(() => undefined)) ?? {};
    if (status < 300) return { answer: JSON.parse(text) as Answer, tries };
    if (status < 500) throw new Error(`${status} ${text}`);
    await pause(100);
  }
};

/** The demo owner, who stays signed in while the product is killed. */
export const sturdyOwner = async (product: Product) => {
  let staff = await signIn(product);
  const renew = async (): Promise<void> => {
    staff = await signIn(product).catch(() => staff);
  };
  const renewing = setInterval(() => void renew(), renewEveryMs);
  const call = ({ method, path, body }: Call) => untilAnswered((key) => staff.send(method, path, body, key));
  return {
    call,
    send: async (one: Call): Promise<Answer> => (await call(one)).answer,
    close: () => clearInterval(renewing),
  };
};

/** Returns the checker's findings once everything is projected. */
export const recounted = async (product: Product): Promise<string[]> => {
  const client = new DynamoDBClient({ endpoint: product.databaseUrl, region: REGION, credentials: LOCAL_CREDENTIALS });
  return recountSettled(client, TABLE_NAME).finally(() => client.destroy());
};
