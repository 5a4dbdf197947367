import { describe, expect, it } from 'vitest';
import { exampleActor, exampleCall, exampleEndpoint } from '#tests/support/calls/through.ts';
import { cursorOf } from './api.ts';

const row = exampleEndpoint({ method: 'GET' });
const call = (query: object = { search: 'de' }, actor = exampleActor(), ofRow = row) =>
  exampleCall(ofRow, { actor, input: { params: { id: '1' }, query, body: undefined } });
const secrets =
  (...all: string[]) =>
  async () =>
    all;
const sealed = (position = 'M#0190a000') => cursorOf(call(), secrets('one')).seal(position);
const refused = { details: { fields: { cursor: ['Invalid cursor'] } } };

describe('F6 cursor', () => {
  it('continues only for its own caller, endpoint and input', async () => {
    const cursor = await sealed();
    expect(await cursorOf(call({ search: 'de', cursor }), secrets('one')).open(cursor)).toBe('M#0190a000');
    expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toContain('0190a000');
  });

  it.each([
    ['of somebody else', call(undefined, exampleActor({ id: '0190a000-0000-7000-8000-0000000000ff' }))],
    ['of another call', call(undefined, undefined, exampleEndpoint({ method: 'GET', path: '/api/others/{id}/' }))],
    ['with another question', call({ search: 'x' })],
  ])('rejects %s', async (_, other) => {
    await expect(cursorOf(other, secrets('one')).open(await sealed())).rejects.toMatchObject(refused);
  });

  it('rejects a changed, truncated or forged cursor', async () => {
    const cursor = await sealed();
    const flipped = Buffer.from(cursor, 'base64url');
    flipped.writeUInt8(flipped.readUInt8(30) ^ 1, 30);
    const forged = Buffer.from(JSON.stringify({ e: '1', k: 'zzzz' })).toString('base64url');
    const wrong = ['', 'x', cursor.slice(0, -2), flipped.toString('base64url'), forged, '\udbff'.repeat(40)];
    for (const one of wrong) await expect(cursorOf(call(), secrets('one')).open(one)).rejects.toMatchObject(refused);
  });

  it('works during a rotation of the secret and expires with it', async () => {
    const cursor = await sealed();
    expect(await cursorOf(call(), secrets('two', 'one')).open(cursor)).toBe('M#0190a000');
    await expect(cursorOf(call(), secrets('two')).open(cursor)).rejects.toMatchObject(refused);
  });
});
