import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import { afterEach, describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import type { Endpoint } from '#domain/shared/contract/endpoint.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { referenceDataEndpoints } from '#domain/shared/reference-data/reference-data.endpoints.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { withRetries } from '#functions/platform/store/retries.ts';
import { Table } from '#functions/platform/store/table.ts';
import { retryOnConflict, WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { endpointEvent } from '#tests/support/calls/api-event.ts';
import { exampleActor, exampleCall, exampleEndpoint, through } from '#tests/support/calls/through.ts';
import { recordingLogger } from '#tests/support/engines/recording-logger.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { exampleIntake } from '#tests/support/records/example-intake.ts';
import { openCase } from '#tests/support/records/reports.ts';
import { createApi, cursorOf, denied, identityOf, rate } from './api.ts';

const { intake, submissions, cases } = areas;

const { harness, tenant } = await startHarnessWithTenant('whitcomb-ames', {
  chaos: { seed: 'kernel', rates: { conflict: 0, throttle: 0, reset: 0, lostAnswer: 0 } },
});

const profiles = () => tenant.profiles;

describe('S-25 origin lock', () => {
  afterEach(() => {
    harness.state.originSecrets = [harness.originSecret];
  });

  it('accepts the previous secret only during a rotation', async () => {
    const old = harness.originSecret;
    const call = (secret: string) =>
      harness.call(submissions.list, { as: profiles().super_admin, headers: { 'x-origin-verify': secret } });
    harness.state.originSecrets = ['the-new-secret-of-the-tests', old];
    expect([(await call(old)).status, (await call('the-new-secret-of-the-tests')).status]).toEqual([200, 200]);
    harness.state.originSecrets = ['the-new-secret-of-the-tests'];
    const refused = await call(old);
    expect([refused.status, refused.body]).toEqual([
      403,
      { detail: 'You do not have permission to perform this action.' },
    ]);
    expect((await harness.call(intake.funeralHome, { params: { slug: tenant.home.slug } })).status).toBe(403);
  });
});

describe('S-27 cross-site protection', () => {
  it('accepts our own pages, sets no cookie and ignores cookies', async () => {
    const own = await harness.call(submissions.list, {
      as: profiles().super_admin,
      headers: { origin: 'http://127.0.0.1:4000' },
    });
    const cookie = await harness.call(submissions.list, { headers: { cookie: 'session=1; access_token=2' } });
    expect([own.status, cookie.status]).toEqual([200, 401]);
    for (const { headers } of [own, cookie]) {
      expect(Object.keys(headers)).not.toContain('set-cookie');
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

describe('S-07 token checks after verification', () => {
  const claims = (changes: Record<string, string>) => {
    const all = { sub: profiles().super_admin.sub, token_use: 'access', client_id: harness.clientId, ...changes };
    return { claims: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')) };
  };
  const refused: [string, Record<string, string>][] = [
    ['an ID token', { token_use: 'id' }],
    ['a token without a use', { token_use: '' }],
    ['a token of another client', { client_id: 'somebody-else' }],
    ['an ID token for our client', { token_use: 'id', client_id: '', aud: 'test-client' }],
    ['a token without a subject', { sub: '' }],
    ['a subject that nobody is', { sub: '00000000-0000-4000-8000-000000000000' }],
  ];

  it.each(refused)('returns 401 for %s', async (_, changes) => {
    const answer = await harness.call(submissions.list, { as: claims(changes) });
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ detail: 'No authentication session found' });
  });

  it('returns 401 without claims and 200 with valid ones', async () => {
    expect((await harness.call(submissions.list)).status).toBe(401);
    expect((await harness.call(submissions.list, { as: claims({}) })).status).toBe(200);
  });
});

describe('routing', () => {
  it('serves only paths and methods of the contract', async () => {
    const send = (method: string, rawPath: string) =>
      harness.send({ method, rawPath, as: profiles().super_admin, body: method === 'GET' ? undefined : '{}' });
    const paths = [
      '/',
      '/api',
      '/api/',
      '/api/nothing',
      '/api/services/cases//',
      '/api/services/cases/a/b/c',
      '/API/services/cases',
      '/api/services/cases/../cases',
    ];
    for (const path of paths) expect((await send('GET', path)).status, path).toBe(404);
    for (const method of ['PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'BREW'])
      expect((await send(method, '/api/services/cases')).status, method).toBe(404);
    expect((await send('GET', '/api/forms/public/submit')).status).toBe(404);
  });

  it('accepts a path with or without a trailing slash, and prefers fixed paths', async () => {
    const as = profiles().super_admin;
    for (const rawPath of ['/api/services/cases', '/api/services/cases/'])
      expect((await harness.send({ method: 'GET', rawPath, as })).status).toBe(200);
    const query = { case_number: 'WA-2026-9999' };
    const check = await harness.send({ method: 'GET', rawPath: '/api/services/cases/check-number', as, query });
    expect(check.body).toEqual({ exists: false });
  });
});

describe('S-14 failures reveal no details', () => {
  const innocent = (answer: { text: string; body: object }) => {
    expect(Object.keys(answer.body).sort()).toEqual(['detail', 'request_id']);
    expect(answer.text).not.toMatch(/arn:|\bat |\/work|node_modules|\.ts\b|stillwater|T#|Error|alias\//);
  };

  it('returns a bare 500 when the SSN key fails', async () => {
    const { cipher } = harness.state;
    const broken = new Error(
      'AccessDenied: arn:aws:kms:us-east-1:000000000000:key/x at /var/task/functions/x.ts T#org',
    );
    harness.state.cipher = { seal: () => Promise.reject(broken), open: () => Promise.reject(broken) };
    const answer = await harness.call(intake.submit, { body: exampleIntake() });
    harness.state.cipher = cipher;
    expect(answer.status).toBe(500);
    innocent(answer);
    expect(answer.body.detail).toBe('Server error. Please try again later.');
  });

  it('returns 503 with Retry-After when the table rejects reads and writes', async () => {
    const { caseId } = await openCase(harness, tenant);
    Object.assign(harness.fault?.rates ?? {}, { throttle: 1 });
    harness.restart();
    const calls = [
      harness.call(intake.submit, { body: exampleIntake() }),
      harness.call(submissions.list, { as: profiles().super_admin }),
      harness.call(cases.get, { as: profiles().super_admin, params: { id: caseId } }),
    ];
    const answers = await Promise.all(calls).finally(() => Object.assign(harness.fault?.rates ?? {}, { throttle: 0 }));
    for (const answer of answers) {
      expect(answer.status).toBe(503);
      expect(answer.headers['retry-after']).toBe('2');
      innocent(answer);
    }
  });
});

const endpoint = exampleEndpoint({ idempotent: true });
const keyOf = (changes: Parameters<typeof exampleCall>[1], one = endpoint) =>
  identityOf(exampleCall(one, { actor: exampleActor(), body: {}, ...changes }), 'key', '/api/examples/1/')?.key;

describe('identityOf', () => {
  it('differs for another staff member with the same Idempotency-Key', () => {
    const colleague = exampleActor({ id: '0190a000-0000-7000-8000-0000000000ff' });
    expect(keyOf({})).toBe(keyOf({}));
    expect(keyOf({ actor: colleague })).not.toBe(keyOf({}));
    expect(keyOf({ actor: undefined })).not.toBe(keyOf({}));
  });

  it('differs for another endpoint under the same key', () => {
    expect(keyOf({}, { ...endpoint, path: '/api/others/{id}/' })).not.toBe(keyOf({}));
  });
});

describe('time limit of the function', () => {
  it('returns a 503 with Retry-After before the function ends, with nested budgets', async () => {
    const conflict = () => Promise.reject(new WriteConflictError());
    /** A table that throttles after a while. */
    const throttled = () =>
      withRetries(async () => {
        await wait(100);
        throw Object.assign(new Error(), { name: 'ThrottlingException' });
      });
    const row = referenceDataEndpoints.countries;
    const busy = handler(row, {}, () => retryOnConflict(throttled, conflict));
    const api = createApi(
      [busy],
      {},
      {
        logger: recordingLogger().logger,
        now: () => new Date(),
        clientId: 'client',
        findMember: async () => undefined,
        originSecrets: async () => ['origin-secret-of-the-tests'],
        siteOrigins: { staff: ['http://127.0.0.1:4000'], intake: ['http://127.0.0.1:4001'] },
        rateLimits: false,
      },
    );
    const ends = Date.now() + 4_000;
    const context = { getRemainingTimeInMillis: () => ends - Date.now() } as Context;
    const event = endpointEvent(row, {}, { headers: { 'x-origin-verify': 'origin-secret-of-the-tests' } });
    const { statusCode, headers } = await api(event, context);
    expect([statusCode, headers]).toMatchObject([503, { 'retry-after': '2' }]);
    expect(Date.now()).toBeLessThan(ends);
  }, 30_000);
});

const forbidden = new AppError('forbidden', { reason: 'needs ssn:read' });

describe('S-41 audit of denied reveals', () => {
  const refused = async (
    changes: Partial<Endpoint>,
    { id = String(randomUUID()), error = forbidden as Error, table = harness.table } = {},
  ) => {
    const actor = exampleActor({ organizationId: randomUUID() });
    const call = exampleCall(exampleEndpoint(changes), { actor, pathParameters: { id } });
    const provisions = { table, organizationTable: () => table };
    const left = through(denied(provisions), { call, next: () => Promise.reject(error) });
    await expect(left).rejects.toBe(error);
    return harness.databaseOf(actor.organizationId).audit.of('CASE', id);
  };

  it('keeps the denial when the audit write fails', async () => {
    class ReadOnly extends Table {
      override transact(): Promise<void> {
        return Promise.reject(new AppError('unavailable'));
      }
    }
    const table = new ReadOnly(harness.client, harness.tableName);
    expect(await refused({ auditActionOnDenied: 'ssn.reveal_refused' }, { table })).toEqual([]);
  });
});

describe('S-23 rate middleware', () => {
  let paths = 0;

  const endpoint = (changes = {}) => exampleEndpoint({ path: `/api/limited-${++paths}/`, ...changes });
  const pass = async (
    one: ReturnType<typeof endpoint>,
    { query = {}, ip = '198.51.100.1', as = exampleActor() } = {},
  ) => {
    const request = { id: 'r', ip, path: one.path, bearer: '' };
    const call = exampleCall(one, { request, ...(one.permission === 'public' ? {} : { actor: as }) });
    await through(rate({ table: () => harness.table, on: true }), { call, event: { query } });
    return call.headers.ratelimit;
  };

  it('allows staff 600 calls a minute, and shows the tightest limit', async () => {
    const as = exampleActor({ id: 'somebody-who-calls-here-alone' });
    expect(await pass(endpoint(), { as })).toBe('limit=600, remaining=599, reset=60');
    const one = endpoint({ limits: [{ by: 'user', max: 5, seconds: 60 }] });
    expect(await pass(one, { as })).toBe('limit=5, remaining=4, reset=60');
  });

  it('does not count follow-up calls, or limits that the handler counts', async () => {
    const one = endpoint({
      permission: 'public',
      limits: [
        { by: 'ip', max: 1, seconds: 60, unlessQuery: 'cursor' },
        { by: 'home', max: 0, seconds: 60 },
      ],
    });
    await pass(one);
    expect(await pass(one, { query: { cursor: 'abc' } })).toBeUndefined();
  });

  it('R-27 lets staff read while writes fail, except for reveals, writes and public calls', async () => {
    const failing = {
      update: () => Promise.reject(new AppError('unavailable', { reason: 'table: InternalServerError' })),
    } as unknown as Table;
    const ask = (changes: object) => {
      const one = endpoint(changes);
      const call = exampleCall(one, 'permission' in changes ? {} : { actor: exampleActor() });
      return through(rate({ table: () => failing, on: true }), { call });
    };
    await expect(ask({ method: 'GET' })).resolves.toEqual({});
    for (const refused of [
      { method: 'POST' },
      { method: 'GET', limits: [{ by: 'user', max: 5, seconds: 60 }] },
      { method: 'GET', permission: 'public', limits: [{ by: 'ip', max: 5, seconds: 60 }] },
    ])
      await expect(ask(refused), JSON.stringify(refused)).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

describe('F6 cursor', () => {
  const row = exampleEndpoint({ method: 'GET' });
  const call = (query: object = { search: 'de' }, actor = exampleActor(), ofRow = row) =>
    exampleCall(ofRow, { actor, input: { params: { id: '1' }, query, body: undefined } });
  const secrets =
    (...all: string[]) =>
    async () =>
      all;
  const sealed = (position = 'M#0190a000') => cursorOf(call(), secrets('one')).seal(position);
  const refused = { details: { fields: { cursor: ['Invalid cursor'] } } };

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
