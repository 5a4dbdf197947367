import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Endpoint } from '#domain/shared/contract/endpoint.ts';
import { exampleCall, exampleEndpoint, through } from '#tests/support/calls/through.ts';
import { input } from './parse-input.ts';

const params = z.object({ id: z.uuid() });
const query = z.object({ page: z.string().regex(/^\d+$/, 'Page must be a number').optional() });
const id = '0190a000-0000-7000-8000-00000000000a';

const parsed = async (
  endpoint: Partial<Endpoint>,
  {
    path = {},
    asked = {},
    body,
  }: { path?: Record<string, string>; asked?: Record<string, string>; body?: unknown } = {},
) => {
  const call = exampleCall(exampleEndpoint(endpoint), { pathParameters: path, body });
  await through(input(), { call, event: { query: asked } });
  return call.input;
};

describe('input middleware', () => {
  it("parses by the endpoint's schemas and drops unknown fields", async () => {
    const body = z.object({ name: z.string().trim() });
    const given = { path: { id }, asked: { page: '2', evil: '1' }, body: { name: ' Ann ', role: 'super_admin' } };
    expect(await parsed({ params, query, body }, given)).toEqual({
      params: { id },
      query: { page: '2' },
      body: { name: 'Ann' },
    });
  });

  it('returns 404 for an impossible id and field errors for invalid fields', async () => {
    await expect(parsed({ params }, { path: { id: 'nobody' } })).rejects.toMatchObject({ kind: 'notFound' });
    await expect(parsed({ query }, { asked: { page: 'x' } })).rejects.toMatchObject({
      body: { page: ['Page must be a number'] },
    });
    const body = z.object({ who: z.object({ name: z.string() }) }).refine(() => false, 'Never right');
    await expect(parsed({ body }, { body: { who: {} } })).rejects.toMatchObject({
      body: { 'who.name': ['This field is required.'] },
    });
    await expect(parsed({ body }, { body: { who: { name: 'Ann' } } })).rejects.toMatchObject({
      body: { non_field_errors: ['Never right'] },
    });
  });
});
