import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Endpoint, empty, file, redirect } from '#domain/shared/contract/endpoint.ts';
import { apiSecurityHeaders } from '#domain/shared/contract/security-headers.ts';
import { exampleCall, exampleEndpoint, through } from '#tests/support/calls/through.ts';
import { errorAnswer, answer as respond } from '../respond.ts';
import { answer } from './answer.ts';

const answered = (endpoint: Partial<Endpoint>, output: unknown) =>
  through(answer(), {
    call: exampleCall(exampleEndpoint(endpoint), { headers: { 'x-more': '1' } }),
    next: () => output,
  });

describe('answer middleware', () => {
  it('strips JSON to the documented response, with its status and default headers', async () => {
    const endpoint = { response: z.object({ name: z.string() }), status: 201 } as const;
    const { statusCode, headers, body } = await answered(endpoint, { name: 'Ann', ssn: '078-05-1120' });
    expect([statusCode, body]).toEqual([201, '{"name":"Ann"}']);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-more': '1',
    });
  });

  it('sends filename and filename\\* for a file response', async () => {
    const endpoint = { response: file('application/pdf', 'text/csv') };
    const bytes = new Uint8Array([37, 80, 68, 70]);
    const pdf = await answered(endpoint, { type: 'application/pdf', name: 'Müller "x".pdf', content: bytes });
    expect(pdf).toMatchObject({ statusCode: 200, isBase64Encoded: true, body: Buffer.from(bytes).toString('base64') });
    expect(pdf.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="M_ller_x_.pdf"; filename*=UTF-8''M%C3%BCller%20%22x%22.pdf`,
      'x-content-type-options': 'nosniff',
    });
    const csv = await answered(endpoint, { type: 'text/csv', name: 'a.csv', content: 'a;b', inline: true });
    expect(csv).toMatchObject({ isBase64Encoded: false, body: 'a;b' });
    expect(csv.headers?.['content-disposition']).toContain('inline; filename="a.csv"');
  });

  it("rejects a response above Lambda's size limit, counting escapes and base64", async () => {
    const send = (content: string | Uint8Array) =>
      answered({ response: file('text/csv') }, { type: 'text/csv', name: 'a.csv', content });
    for (const content of ['"'.repeat(3_000_000), new Uint8Array(4_600_000)])
      expect(await send(content)).toMatchObject({ statusCode: 200 });
    for (const content of ['"'.repeat(3_200_000), new Uint8Array(4_800_000)])
      await expect(send(content)).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('sends a file whose name has quotes, brackets or a lone surrogate', async () => {
    const endpoint = { response: file('text/csv') };
    const { headers } = await answered(endpoint, { type: 'text/csv', name: "O'Neill (1)*\ud800.csv", content: '' });
    expect(headers?.['content-disposition']).toBe(
      `attachment; filename="O_Neill_1_.csv"; filename*=UTF-8''O%27Neill%20%281%29%2A%EF%BF%BD.csv`,
    );
  });

  it('redirects, or returns an empty success', async () => {
    expect(await answered({ response: redirect }, { location: 'https://partner.example/sign' })).toMatchObject({
      statusCode: 303,
      headers: { location: 'https://partner.example/sign', 'cache-control': 'no-store', 'x-more': '1' },
    });
    const nothing = await answered({ response: empty }, undefined);
    expect([nothing.statusCode, nothing.body]).toEqual([204, undefined]);
  });
});

describe('responses', () => {
  it("S-28 carry the edge's security headers and forbid caching", () => {
    for (const { headers } of [respond(200, {}), errorAnswer(new Error('any'), 'request-1')]) {
      for (const [name, value] of Object.entries(apiSecurityHeaders))
        expect(headers?.[name.toLowerCase()], name).toBe(value);
      expect(headers?.['cache-control']).toBe('no-store');
    }
  });
});
