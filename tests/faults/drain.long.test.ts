import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TABLE_NAME } from '#local/environment.ts';
import { recountSettled } from '#tests/support/checker/recount.ts';
import { ensureBuilt } from '../../scripts/build-web.ts';
import { sendOnce, writeUntilRefused } from './support/families.ts';
import { bothMailsOf, mailsByReport } from './support/mails.ts';
import { type Product, productOn } from './support/product.ts';
import { messagesIn } from './support/queue-counts.ts';
import { signIn } from './support/staff.ts';

const writers = 16;

describe('a product that is asked to end under load', { timeout: 600_000 }, () => {
  let dataDir: string;
  let product: Product;

  beforeAll(async () => void (await ensureBuilt()), 120_000);
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'stillwater-drain-'));
    product = await productOn(dataDir, { RATE_LIMITS: 'off', EFFECT_LEASE_SECONDS: '2' });
    await product.start();
  });
  afterEach(async () => {
    await product.kill('tree');
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Every report in the staff's list, once the list has them all. */
  const references = async (): Promise<string[]> => {
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const client = new DynamoDBClient({ endpoint: product.databaseUrl, region: 'us-east-1', credentials });
    await recountSettled(client, TABLE_NAME);
    client.destroy();
    return (await signIn(product)).references();
  };

  it('R-26 answers all that it accepted, ends, and has kept it all at the next start', async () => {
    const before = await references();
    const kept: string[] = [];
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const { outcomes, ended } = writeUntilRefused(product.intakeUrl, { from: kept.length, writers });
      await expect.poll(() => outcomes.length, { timeout: 120_000, interval: 5 }).toBeGreaterThan(40);
      const { code, seconds } = await product.stop(signal);
      await ended;
      const answered = outcomes.filter(({ status }) => status !== undefined);
      expect(new Set(answered.map(({ status }) => status))).toEqual(new Set([201]));
      expect(code).toBe(0);
      expect(product.enginePid()).toBeUndefined();
      kept.push(...answered.map(({ reference }) => reference ?? 'none'));
      const restart = await product.start();
      const reasons = Object.groupBy(outcomes, ({ code: reason }) => reason ?? 'answered');
      const counts = Object.entries(reasons).map(([reason, all]) => `${all?.length} ${reason}`);
      console.info(
        `R-26: ${signal} under ${writers} writers ended in ${seconds.toFixed(2)} s (${counts.join(', ')}); ` +
          `healthy again after ${restart?.toFixed(2)} s`,
      );
    }
    // A connection that was shut in a request's face is no harm: nothing was taken that was not answered.
    const listed = await references();
    expect(listed.toSorted()).toEqual([...before, ...kept].toSorted());
    await expect.poll(() => mailsByReport(product.mailboxUrl), { timeout: 600_000 }).toEqual(bothMailsOf(kept));
  });

  it('R-26 ends although a mail hangs, and sends it once after the next start', async () => {
    const faults = (delayMs: number) =>
      fetch(`${product.mailboxUrl}/api/faults`, { method: 'POST', body: JSON.stringify({ delayMs }) });
    // A stop that waited for it would meet the limit of the test.
    await faults(1_200_000);
    const { reference = 'none' } = await sendOnce(product.intakeUrl, 0);
    await expect
      .poll(() => messagesIn(product.queuesUrl, 'notify'), { timeout: 120_000 })
      .toMatchObject({ inFlight: 1 });
    const { code, seconds } = await product.stop('SIGTERM');
    expect(code).toBe(0);
    await product.start();
    const mails = () => mailsByReport(product.mailboxUrl);
    await expect.poll(mails, { timeout: 120_000, interval: 100 }).toEqual(bothMailsOf([reference]));
    console.info(`R-26: ended in ${seconds.toFixed(2)} s while a mail hung`);
  });
});
