import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '#infra/routes.ts';
import { type GrantedProduct, startGrantedProduct } from './granted-product.ts';
import { calendarLinks, googleCalendar } from './granted-story/calendars.ts';
import { books, payments, priceLists, statements } from './granted-story/money.ts';
import { documents, signatures, signing } from './granted-story/papers.ts';
import { archive, ownProfile, team } from './granted-story/people.ts';
import { permits } from './granted-story/permits.ts';
import {
  cases,
  commonData,
  customers,
  firstCalls,
  fromFormToCase,
  homes,
  importing,
  managedForms,
} from './granted-story/records.ts';
import { auditors, sweeper, wordOfSes } from './granted-story/upkeep.ts';

describe('S-34 grants of functions', { timeout: 300_000 }, () => {
  let product: GrantedProduct;
  beforeAll(async () => {
    product = await startGrantedProduct();
  });
  afterAll(() => product?.close());

  const noRowWasLeftOut = () => {
    const missing = routes().filter(({ endpoint }) => !product.called.has(endpoint));
    expect(missing.map(({ endpoint }) => endpoint)).toEqual([]);
  };

  it('S-34 covers a whole story: form, case, SSN, team, audit, events, emails', async () => {
    await fromFormToCase(product);
    await ownProfile(product);
    await product.streamReaders();
    await product.queueWorkers();
    await wordOfSes(product);
    await team(product);
    await product.streamReaders();
    await product.queueWorkers();
    await commonData(product);
    await calendarLinks(product);
    await googleCalendar(product);
    await customers(product);
    await importing(product);
    await cases(product);
    await payments(product);
    await statements(product);
    await priceLists(product);
    await managedForms(product);
    await documents(product);
    await signatures(product);
    await permits(product);
    await firstCalls(product);
    await homes(product);
    await signing(product);
    await books(product);
    await archive(product);
    noRowWasLeftOut();
    await sweeper(product);
    await auditors(product);
  });
});
