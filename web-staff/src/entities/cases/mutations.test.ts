import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { presentCase } from '#domain/cases/present-case.ts';
import { exampleCore } from '#domain/cases/testing/example-case.ts';
import { paymentKeys } from '../payments/keys.ts';
import { caseKeys } from './keys.ts';
import { keepCase } from './mutations.ts';

it('shows what was saved, whatever a read of the case answers that began earlier', async () => {
  const client = new QueryClient();
  const queryKey = caseKeys.one(exampleCore.id);
  const before = presentCase(exampleCore, {});
  const saved = { ...before, version: before.version + 1 };
  let answer = (_: typeof before): void => undefined;
  const queryFn = () =>
    new Promise<typeof before>((resolve) => {
      answer = resolve;
    });
  const read = client.fetchQuery({ queryKey, queryFn }).catch(() => undefined);
  keepCase(client, saved, before);
  answer(before);
  await read;
  expect(client.getQueryData<typeof before>(queryKey)?.version).toBe(saved.version);
});

it('reads a ledger again once another total is agreed on, and not for anything else', () => {
  const client = new QueryClient();
  const key = paymentKeys.ledger(exampleCore.id);
  const before = presentCase(exampleCore, {});
  client.setQueryData(key, {});
  const isOutdated = () => client.getQueryState(key)?.isInvalidated;
  keepCase(client, { ...before, version: 2 }, before);
  expect(isOutdated()).toBe(false);
  keepCase(client, { ...before, version: 3, contract_total: '8000.00' }, before);
  expect(isOutdated()).toBe(true);
});
