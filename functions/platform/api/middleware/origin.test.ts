import { describe, expect, it } from 'vitest';
import { exampleCall, exampleEndpoint, through } from '#tests/support/calls/through.ts';
import { origin } from './origin.ts';

const middleware = origin({
  originSecrets: async () => ['the-new-secret', 'the-old-secret'],
  siteOrigins: {
    staff: ['https://staff.example', 'https://d1staff.cloudfront.example'],
    intake: ['https://report.example', 'https://d2report.cloudfront.example'],
  },
});
const from = (headers: Record<string, string>, path: `/api/${string}/` = '/api/examples/{id}/') =>
  through(middleware, { call: exampleCall(exampleEndpoint({ path })), event: { headers } });

describe('origin middleware', () => {
  it.each(['the-new-secret', 'the-old-secret'])('S-25 accepts a call from CloudFront with %s', async (secret) => {
    await expect(from({ 'x-origin-verify': secret })).resolves.toEqual({});
  });

  it.each([{}, { 'x-origin-verify': '' }, { 'x-origin-verify': 'the-new-secre' }])(
    'S-25 rejects a call with %j',
    async (headers) => {
      await expect(from(headers as Record<string, string>)).rejects.toMatchObject({
        kind: 'forbidden',
        message: 'not through the front door',
      });
    },
  );

  it('S-27 accepts our own pages and calls without an origin', async () => {
    const through = { 'x-origin-verify': 'the-new-secret' };
    for (const page of ['https://staff.example', 'https://d1staff.cloudfront.example'])
      await expect(from({ ...through, origin: page })).resolves.toEqual({});
    await expect(from({ ...through, origin: 'https://staff.example.evil' })).rejects.toThrow('another origin');
  });

  it.each([
    ['/api/customers/customers/', ['staff']],
    ['/api/customers/invitations/{token}/', ['staff']],
    ['/api/forms/submissions/', ['staff']],
    ['/api/forms/public/submit/', ['report']],
    ['/api/common/countries/', ['staff', 'report']],
    ['/api/openapi.json/', ['staff', 'report']],
  ] as const)('S-27 accepts %s only from its own site', async (path, sites) => {
    const allowed: string[] = [];
    for (const site of ['staff', 'report']) {
      const call = from({ 'x-origin-verify': 'the-new-secret', origin: `https://${site}.example` }, path);
      await call.then(
        () => allowed.push(site),
        () => undefined,
      );
    }
    expect(allowed).toEqual(sites);
  });
});
