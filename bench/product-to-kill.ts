import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LOCAL_CREDENTIALS, REGION, TABLE_NAME, USER_POOL_CLIENT_ID } from '#local/environment.ts';
import { type Product, productOn } from '#tests/faults/support/product.ts';
import { recountSettled } from '#tests/support/checker/recount.ts';
import { ensureBuilt } from '../scripts/build-web.ts';
import { type Client, clientOf, signIn } from './client.ts';

/** A token lasts some minutes. */
const RENEW_EVERY_MS = 240_000;

export interface ProductToKill {
  product: Product;
  /** As the demo organization's owner, who stays signed in. */
  staff: Client;
  families: Client;
  /** Signs the owner in again at once. */
  renew: () => Promise<void>;
  /** What the checker finds, as text, once everything is projected. */
  recounted: () => Promise<string>;
}

/** A product as `npm start` runs it, without limits to how often one may ask, on a data directory of its own. */
export const withProductToKill = async <T>(work: (given: ProductToKill) => Promise<T>): Promise<T> => {
  await ensureBuilt();
  const dataDir = mkdtempSync(join(tmpdir(), 'stillwater-to-kill-'));
  const product = await productOn(dataDir, { RATE_LIMITS: 'off' });
  let token = '';
  const renew = async (): Promise<void> => {
    token = await signIn(product.userPoolUrl, USER_POOL_CLIENT_ID).catch(() => token);
  };
  const renewing = setInterval(() => void renew(), RENEW_EVERY_MS);
  // Processes of their own: a terminal's Ctrl+C does not reach them all, and they would hold their ports for good.
  const end = async (): Promise<void> => {
    clearInterval(renewing);
    await product.kill('tree');
    rmSync(dataDir, { recursive: true, force: true });
  };
  const onSignal = (signal: NodeJS.Signals): void =>
    void end().finally(() => process.exit(128 + constants.signals[signal]));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, onSignal);
  try {
    await product.start();
    await renew();
    const [staff, families] = [clientOf(product.staffUrl, () => token), clientOf(product.intakeUrl)];
    const endpoint = product.databaseUrl;
    const recounted = async (): Promise<string> => {
      const client = new DynamoDBClient({ endpoint, region: REGION, credentials: LOCAL_CREDENTIALS });
      const found = await recountSettled(client, TABLE_NAME).finally(() => client.destroy());
      return JSON.stringify(found);
    };
    try {
      return await work({ product, staff, families, renew, recounted });
    } finally {
      for (const client of [staff, families]) client.close();
    }
  } finally {
    await end();
  }
};
