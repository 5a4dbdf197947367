import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TABLE_NAME } from '#local/environment.ts';
import { recountSettled } from '#tests/support/checker/recount.ts';
import { ensureBuilt } from '../../scripts/build-web.ts';
import { type Product, productOn } from './support/product.ts';
import { canMount, openSmallDisk, type SmallDisk } from './support/small-disk.ts';
import { signIn } from './support/staff.ts';

const customers = '/api/customers/customers/';
const letters = (n: number): string => [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
const customer = (n: number) => ({
  ...{ first_name: 'Fulton', last_name: `Brimful${letters(n)}`, phone: `904555${String(1000 + n)}` },
  ...{ address: '1 Main Street', city: 'Palatka', state: 'FL', zip_code: '32177' },
});

// Needs a separate disk; where mounting is not allowed, a run on another machine covers it.
describe.skipIf(!canMount())('full disk', { timeout: 600_000 }, () => {
  let disk: SmallDisk;
  let product: Product;
  beforeAll(async () => {
    await ensureBuilt();
    disk = await openSmallDisk(256);
    product = await productOn(join(disk.path, 'data'), { RATE_LIMITS: 'on' }, disk.within);
    await product.start();
  }, 600_000);
  afterAll(async () => {
    await product.stop('SIGTERM');
    await disk.close();
  });

  it('R-27 rejects what it cannot store, keeps reading, and loses nothing it accepted', async () => {
    const staff = await signIn(product);
    const add = (n: number) => staff.send('POST', customers, customer(n), `brimful-customer-${n}`);
    disk.fill(400_000);
    const taken: number[] = [];
    let refused: { status: number; text: string } | undefined;
    for (let n = 0; n < 200 && !refused; n++) {
      const answer = await add(n);
      if (answer.status === 201) taken.push(n);
      else refused = answer;
    }
    expect(refused).toMatchObject({ status: 503, text: expect.stringContaining('The service is busy') });
    // No internals are revealed (S-14).
    expect(refused?.text).not.toMatch(/disk|sqlite|table|at /i);
    const reading = await staff.send('GET', `${customers}?page_size=10`, undefined, '');
    expect(reading.status).toBe(200);

    disk.empty();
    await expect.poll(async () => (await add(taken.length)).status, { timeout: 120_000 }).toBe(201);
    const client = new DynamoDBClient({
      ...{ endpoint: product.databaseUrl, region: 'us-east-1' },
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
    await recountSettled(client, TABLE_NAME);
    client.destroy();
    const found = await staff.call<{ count: number }>('GET', `${customers}?search=Fulton`);
    expect(found.count).toBe(taken.length + 1);
  });

  it('R-27 reports at start that the data directory is not writable', async () => {
    await product.stop('SIGTERM');
    await disk.readOnly();
    const printed = product.output().length;
    await expect(product.start()).rejects.toThrow('The product ended');
    const output = product.output().slice(printed);
    expect(output).toContain(disk.path);
    expect(output).toMatch(/cannot be written/);
    expect(output).not.toMatch(/^ {4}at /m);
  });
});
