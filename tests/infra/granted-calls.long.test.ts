import { afterAll, beforeAll, describe, it } from 'vitest';
import { routes } from '#infra/routes.ts';
import { type EndpointName, exampleOf, worldIn } from '#tests/support/calls/examples.ts';
import type { CallInput } from './granted-functions.ts';
import { type GrantedProduct, startGrantedProduct } from './granted-product.ts';
import { calendarLinks, googleCalendar } from './granted-story/calendars.ts';
import { books, payments, priceLists } from './granted-story/money.ts';
import { documents, signatures, signing } from './granted-story/papers.ts';
import { archive, ownProfile, team } from './granted-story/people.ts';
import { permits } from './granted-story/permits.ts';
import { fromFormToCase } from './granted-story/records.ts';
import { auditors, sweeper, wordOfSes } from './granted-story/upkeep.ts';

/** Calls every endpoint that no story calls, by its example in an organization of its own. */
const examplesOfOthers = async ({ harness, called, call }: GrantedProduct) => {
  for (const [n, { endpoint }] of routes().entries()) {
    if (called.has(endpoint)) continue;
    const { as, ...input } = await exampleOf(endpoint as EndpointName, await worldIn(harness, `granted-${n}`));
    await call(endpoint, input as CallInput, as === 'nobody' ? undefined : as);
  }
};

describe('S-34 grants of functions', { timeout: 900_000 }, () => {
  let product: GrantedProduct;
  beforeAll(async () => {
    product = await startGrantedProduct();
  });
  afterAll(() => product?.close());

  it('S-34 covers a whole story: form, case, SSN, team, audit, events, emails', async () => {
    await fromFormToCase(product);
    await ownProfile(product);
    await product.streamReaders();
    await product.queueWorkers();
    await wordOfSes(product);
    await team(product);
    await product.streamReaders();
    await product.queueWorkers();
    await calendarLinks(product);
    await googleCalendar(product);
    await payments(product);
    await priceLists(product);
    await documents(product);
    await signatures(product);
    await permits(product);
    await signing(product);
    await books(product);
    await archive(product);
    await sweeper(product);
    await auditors(product);
    await examplesOfOthers(product);
  });
});
