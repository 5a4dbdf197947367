import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { keepNewer } from './keep-newer.ts';

const key = ['records', 'one', 'a'];
interface Stored {
  version: number;
  name: string;
}
const before: Stored = { version: 1, name: 'Before' };
const saved: Stored = { version: 2, name: 'Saved' };

/** Begins a read of the record, which ends when it is answered. */
const reading = (client: QueryClient) => {
  let answer = (_: Stored): void => undefined;
  const queryFn = () =>
    new Promise<Stored>((resolve) => {
      answer = resolve;
    });
  const read = client.fetchQuery({ queryKey: key, queryFn }).catch(() => undefined);
  return { read, answer: (stored: Stored) => answer(stored) };
};

it.each([
  ['known before', before],
  ['read for the first time', undefined],
])('shows what was saved, whatever a read answers that began earlier: %s', async (_, known) => {
  const client = new QueryClient();
  if (known) client.setQueryData(key, known, { updatedAt: 1 });
  const { read, answer } = reading(client);
  keepNewer(client, key, saved);
  answer(before);
  await read;
  expect(client.getQueryData(key)).toEqual(saved);
  expect(client.isFetching({ queryKey: key })).toBe(0);
});

it('leaves a read alone that is about something beneath the record', async () => {
  const client = new QueryClient();
  const history = client.fetchQuery({ queryKey: [...key, 'history'], queryFn: async () => 'History' });
  keepNewer(client, key, saved);
  expect(await history).toBe('History');
});

it('keeps the newest of two answers that come in the other order, and the later of the same version', () => {
  const client = new QueryClient();
  keepNewer(client, key, saved);
  keepNewer(client, key, before);
  expect(client.getQueryData(key)).toEqual(saved);
  keepNewer(client, key, { ...saved, name: 'Saved, and moved at once' });
  expect(client.getQueryData<Stored>(key)?.name).toBe('Saved, and moved at once');
});
