import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { functions } from '#infra/functions.ts';
import { type GrantedProduct, startGrantedProduct } from './granted-product.ts';
import { oneOfEach } from './granted-story/one-of-each.ts';

/** Every call of every function is in granted-calls.long.test.ts. */
describe('S-34 the rights of a function', { timeout: 300_000 }, () => {
  let product: GrantedProduct;
  beforeAll(async () => {
    product = await startGrantedProduct();
  });
  afterAll(() => product?.close());

  it('S-34 are enough for what it is there for: each does something of its own under its own role', async () => {
    await oneOfEach(product);
    expect(Object.keys(functions).filter((name) => !product.ran.has(name))).toEqual([]);
  });
});
