import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { presentCase } from '#domain/cases/present-case.ts';
import { exampleCore } from '#domain/cases/testing/example-case.ts';
import { paymentKeys } from '../payments/keys.ts';
import { cacheCase } from './mutations.ts';

it('reloads a ledger only after a change of the agreed total', () => {
  const client = new QueryClient();
  const key = paymentKeys.ledger(exampleCore.id);
  const before = presentCase(exampleCore, {});
  client.setQueryData(key, {});
  const isOutdated = () => client.getQueryState(key)?.isInvalidated;
  cacheCase(client, { ...before, version: 2 }, before);
  expect(isOutdated()).toBe(false);
  cacheCase(client, { ...before, version: 3, contract_total: '8000.00' }, before);
  expect(isOutdated()).toBe(true);
});
