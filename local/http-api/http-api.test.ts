import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import type { Claims } from '../authorizer.ts';
import { FunctionError, type FunctionHost } from '../function-host.ts';
import { type ApiRequest, createHttpApi } from './http-api.ts';

const request = (given: Partial<ApiRequest>): ApiRequest => ({
  method: 'GET',
  path: '/api/common/countries',
  query: '',
  headers: { host: 'api.example', 'user-agent': 'a test' },
  body: Buffer.alloc(0),
  sourceIp: '203.0.113.7',
  ...given,
});

type Answer = (event: APIGatewayProxyEventV2, name: string) => unknown;

const api = (answer: Answer, { claims, timeoutMs }: { claims?: Claims; timeoutMs?: number } = {}) => {
  const seen: { name: string; event: APIGatewayProxyEventV2 }[] = [];
  const reports: string[] = [];
  const host: FunctionHost = {
    async invoke(name, event) {
      seen.push({ name, event: event as APIGatewayProxyEventV2 });
      return answer(event as APIGatewayProxyEventV2, name);
    },
  };
  const call = createHttpApi({
    host,
    authorize: async () => claims,
    report: (message) => reports.push(message),
    ...(timeoutMs ? { integrationTimeoutMs: timeoutMs } : {}),
  });
  return { call, seen, reports };
};
const ok = () => ({ statusCode: 200, body: '{}' });
const message = (answer: { body: Buffer | string }) => JSON.parse(answer.body.toString());

describe('HTTP API', () => {
  it('passes a function the event of payload format 2.0', async () => {
    const { call, seen } = api(ok, { claims: { sub: 'abc', 'cognito:groups': '[a b]' } });
    const id = '018f0000-0000-7000-8000-000000000001';
    await call(
      request({
        method: 'POST',
        path: `/api/services/cases/${id}/retrieve_ssn`,
        query: 'a=1&b=x%20y&a=2',
        headers: {
          host: 'api.example',
          'content-type': 'application/json; charset=utf-8',
          cookie: 'one=1; two=2',
          'user-agent': 'a test',
          'x-forwarded-for': '198.51.100.1',
        },
        body: Buffer.from('{"a":"é"}'),
      }),
    );
    expect(seen[0]?.name).toBe('ssn');
    expect(seen[0]?.event).toMatchObject({
      version: '2.0',
      routeKey: 'POST /api/services/cases/{id}/retrieve_ssn',
      rawPath: `/api/services/cases/${id}/retrieve_ssn`,
      rawQueryString: 'a=1&b=x%20y&a=2',
      queryStringParameters: { a: '1,2', b: 'x y' },
      pathParameters: { id },
      cookies: ['one=1', 'two=2'],
      headers: { host: 'api.example', 'x-forwarded-for': '198.51.100.1, 203.0.113.7' },
      requestContext: {
        authorizer: { jwt: { claims: { sub: 'abc', 'cognito:groups': '[a b]' }, scopes: null } },
        domainName: 'api.example',
        http: { method: 'POST', protocol: 'HTTP/1.1', sourceIp: '203.0.113.7', userAgent: 'a test' },
        stage: '$default',
      },
      body: '{"a":"é"}',
      isBase64Encoded: false,
    });
    expect(seen[0]?.event.headers).not.toHaveProperty('cookie');
    expect(seen[0]?.event.requestContext.time).toMatch(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/);
  });

  it.each(['application/octet-stream', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'S-27 encodes a body of type %s as base64, which the functions reject',
    async (type) => {
      const { call, seen } = api(ok);
      const body = Buffer.from([0, 255, 1]);
      await call(
        request({ method: 'POST', path: '/api/forms/public/submit', headers: { 'content-type': type }, body }),
      );
      expect(seen[0]?.event).toMatchObject({ body: body.toString('base64'), isBase64Encoded: true });
    },
  );

  it('prefers a fixed segment to a parameter, whatever the order of the table', async () => {
    const { call, seen } = api(ok, { claims: { sub: 'abc' } });
    await call(request({ path: '/api/services/cases/check-number' }));
    await call(request({ path: '/api/services/cases/some-id' }));
    expect(seen.map(({ event }) => event.routeKey)).toEqual([
      'GET /api/services/cases/check-number',
      'ANY /api/services/cases/{id}',
    ]);
  });

  it('S-07 returns 401 before calling a function, on every non-public route', async () => {
    const { call, seen } = api(ok);
    const answer = await call(request({ path: '/api/services/cases' }));
    expect(answer.status).toBe(401);
    expect(message(answer)).toEqual({ message: 'Unauthorized' });
    expect(seen).toEqual([]);
    expect((await call(request({ path: '/api/common/countries' }))).status).toBe(200);
  });

  it('returns 503 when a function exceeds the integration timeout', async () => {
    const { call } = api(() => new Promise(() => {}), { timeoutMs: 20 });
    const answer = await call(request({}));
    expect([answer.status, message(answer)]).toEqual([503, { message: 'Service Unavailable' }]);
  });

  it.each([
    ['throws', () => Promise.reject(new Error('the reason'))],
    ['is stopped by its own timeout', () => Promise.reject(new FunctionError('Timeout', 'Task timed out'))],
    ['answers more than 6 MB', () => ({ statusCode: 200, body: 'x'.repeat(6 * 1024 * 1024 + 1) })],
  ])('returns 500 without a reason when a function %s', async (_, answer) => {
    const { call, reports } = api(answer);
    const got = await call(request({}));
    expect([got.status, message(got)]).toEqual([500, { message: 'Internal Server Error' }]);
    expect(reports).toHaveLength(1);
  });

  it('passes on status, headers, cookies and a binary body', async () => {
    const { call } = api(() => ({
      statusCode: 201,
      headers: { 'Content-Type': 'image/png', 'X-Count': 3 },
      cookies: ['a=1', 'b=2'],
      body: Buffer.from([1, 2, 3]).toString('base64'),
      isBase64Encoded: true,
    }));
    const answer = await call(request({}));
    expect(answer).toMatchObject({ status: 201, headers: { 'content-type': 'image/png', 'x-count': '3' } });
    expect(answer.cookies).toEqual(['a=1', 'b=2']);
    expect([...answer.body]).toEqual([1, 2, 3]);
  });
});
