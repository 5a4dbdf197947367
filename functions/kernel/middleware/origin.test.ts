import { describe, expect, it } from 'vitest';
import { exampleCall, exampleRow, through } from '#tests/support/through.ts';
import { origin } from './origin.ts';

const middleware = origin({
  originSecrets: async () => ['the-new-secret', 'the-old-secret'],
  siteOrigins: ['https://staff.example'],
});
const from = (headers: Record<string, string>) =>
  through(middleware, { call: exampleCall(exampleRow()), event: { headers } });

describe('where a call comes from', () => {
  it.each(['the-new-secret', 'the-old-secret'])('S-25 is CloudFront when it sends %s', async (secret) => {
    await expect(from({ 'x-origin-verify': secret })).resolves.toEqual({});
  });

  it.each([{}, { 'x-origin-verify': '' }, { 'x-origin-verify': 'the-new-secre' }])(
    'S-25 is nowhere with %j',
    async (headers) => {
      await expect(from(headers as Record<string, string>)).rejects.toMatchObject({
        kind: 'forbidden',
        message: 'not through the front door',
      });
    },
  );

  it('S-27 is one of our pages, or no page', async () => {
    const through = { 'x-origin-verify': 'the-new-secret' };
    await expect(from({ ...through, origin: 'https://staff.example' })).resolves.toEqual({});
    await expect(from({ ...through, origin: 'https://staff.example.evil' })).rejects.toThrow('another origin');
  });
});
