import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Endpoint, multipart, raw } from '#domain/shared/contract/endpoint.ts';
import { exampleCall, exampleEndpoint, through } from '#tests/support/calls/through.ts';
import { readMultipart } from '../multipart.ts';
import { body, input } from './input.ts';

const json = z.object({ name: z.string() });
const isBlank = (bytes: Uint8Array) => bytes.every((byte) => byte === 0);
const upload = multipart({
  fields: z.object({ title: z.string().min(1), year: z.string().optional() }),
  files: {
    scan: { takes: isBlank, maxBytes: 10 },
    other: { takes: isBlank, maxBytes: 10, optional: true },
  },
});

const read = async (kind: Endpoint['body'], sent: string | Buffer, type?: string, endpoint: Partial<Endpoint> = {}) => {
  const call = exampleCall(exampleEndpoint({ ...(kind ? { body: kind } : {}), ...endpoint }));
  const event = {
    headers: { ...(type ? { 'content-type': type } : {}), 'x-signature': 'abc' },
    ...(typeof sent === 'string' ? { body: sent } : { body: sent.toString('base64'), base64: true }),
  };
  await through(body({ multipart: readMultipart }), { call, event });
  return call.body;
};

const form = async (parts: Record<string, string | File>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(parts)) data.append(name, value);
  const request = new Request('http://127.0.0.1/', { method: 'POST', body: data });
  return [Buffer.from(await request.arrayBuffer()), request.headers.get('content-type') ?? ''] as const;
};
const png = (size = 4, name = 'scan.png', type = 'image/png') => new File([new Uint8Array(size)], name, { type });

describe('body middleware: JSON', () => {
  it('accepts an object, in plain text or base64', async () => {
    expect(await read(json, '{"name":"Ann"}', 'Application/JSON; charset=utf-8')).toEqual({ name: 'Ann' });
    expect(await read(json, Buffer.from('{"name":"é"}'), 'application/json')).toEqual({ name: 'é' });
  });

  it.each([
    ['text/plain', '{}', 'unsupportedMediaType'],
    ['', '{}', 'unsupportedMediaType'],
    ['application/json', '[]', 'invalid'],
    ['application/json', '{"a":', 'invalid'],
    ['application/json', '{"__proto__":{}}', 'invalid'],
    ['application/json', '{"name":{"length":{"toString":null}}}', 'invalid'],
    ['application/json', `${'{"a":'.repeat(21)}1${'}'.repeat(21)}`, 'invalid'],
  ])('a body sent as "%s" is rejected when it is %s', async (type, sent, kind) => {
    await expect(read(json, sent, type)).rejects.toMatchObject({ kind });
  });

  it('S-32 replaces lone surrogates, which cannot be stored', async () => {
    expect(await read(json, String.raw`{"name":"a\ud800b","deep":[{"x":"\udc00"}]}`, 'application/json')).toEqual({
      name: 'a\ufffdb',
      deep: [{ x: '\ufffd' }],
    });
    await expect(read(json, String.raw`{"\ud800":1}`, 'application/json')).rejects.toMatchObject({ kind: 'invalid' });
  });

  it("S-26 limits the body to 256 KiB or the endpoint's own limit", async () => {
    const sent = JSON.stringify({ name: 'x'.repeat(1000) });
    await expect(read(json, sent, 'application/json', { maxBodyBytes: 500 })).rejects.toMatchObject({
      kind: 'tooLarge',
    });
    await expect(
      read(json, JSON.stringify({ name: 'x'.repeat(256 * 1024) }), 'application/json'),
    ).rejects.toMatchObject({
      kind: 'tooLarge',
    });
  });
});

describe('body middleware: empty calls', () => {
  it('requires no content type', async () => {
    expect(await read(undefined, '')).toBeUndefined();
    expect(await read(undefined, '', 'text/plain')).toBeUndefined();
  });

  it.each([undefined, 'application/json', 'text/plain'])(
    'treats a missing body as an empty object (%s)',
    async (type) => {
      expect(await read(json, '', type)).toEqual({});
    },
  );

  it('S-27 accepts a JSON object, but nothing that another site can send', async () => {
    expect(await read(undefined, '{}', 'application/json')).toEqual({});
    await expect(read(undefined, 'a=b', 'text/plain')).rejects.toMatchObject({ kind: 'unsupportedMediaType' });
  });
});

describe('body middleware: raw bytes', () => {
  it('passes bytes unchanged, with their signature headers', async () => {
    const sent = Buffer.from([0, 255, 13, 10, 0]);
    const got = (await read(raw('application/octet-stream'), sent, 'application/octet-stream')) as {
      bytes: Buffer;
      headers: Record<string, string>;
    };
    expect([...got.bytes]).toEqual([...sent]);
    expect(got.headers['x-signature']).toBe('abc');
  });

  it('accepts only content types that the endpoint names', async () => {
    await expect(read(raw('application/json'), '{}', 'text/plain')).rejects.toMatchObject({
      status: 415,
      body: { detail: 'Send the request as application/json.' },
    });
  });
});

describe('body middleware: multipart', () => {
  it('returns parsed fields and files as bytes', async () => {
    const [sent, type] = await form({ title: 'Will', unknown: 'x', scan: png(10) });
    expect(await read(upload, sent, type)).toEqual({
      fields: { title: 'Will' },
      files: { scan: { name: 'scan.png', type: 'image/png', bytes: Buffer.alloc(10) } },
    });
  });

  it.each<[string, Record<string, string | File>, Record<string, string[]>]>([
    ['a missing file', { title: 'Will' }, { scan: ['This field is required.'] }],
    [
      'a file of other content, whatever it is called',
      { title: 'Will', scan: new File(['<p>'], 'scan.png', { type: 'image/png' }) },
      { scan: ['This type of file is not allowed'] },
    ],
    ['a file that is too large', { title: 'Will', scan: png(11) }, { scan: ['This file is too large'] }],
    ['a missing field', { scan: png() }, { title: ['This field is required.'] }],
    ['an unexpected file', { title: 'Will', scan: png(), more: png() }, { more: ['No file is expected here'] }],
  ])('rejects with field errors for %s', async (_, parts, fields) => {
    const [sent, type] = await form(parts);
    await expect(read(upload, sent, type)).rejects.toMatchObject({ status: 400, body: fields });
  });

  it('uses the last segment of a file path as its name', async () => {
    const [sent, type] = await form({ title: 'Will', scan: png(4, '../../etc/passwd') });
    expect(await read(upload, sent, type)).toMatchObject({ files: { scan: { name: 'passwd' } } });
  });

  it.each(['multipart/form-data', 'multipart/form-data; boundary=x'])(
    'returns 400 for an unreadable form: %s',
    async (type) => {
      await expect(read(upload, 'no form at all', type)).rejects.toMatchObject({ status: 400 });
    },
  );
});

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
