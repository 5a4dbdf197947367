import { afterEach, describe, expect, it } from 'vitest';
import { areas } from '#domain/shared/contract/endpoints.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { exampleIntake } from '#tests/support/records/example-intake.ts';
import { openCase, reportDeath } from '#tests/support/records/reports.ts';

const { intake, submissions, cases } = areas;

const { harness, tenant } = await startHarnessWithTenant('whitcomb-ames', {
  chaos: { seed: 'kernel', rates: { conflict: 0, throttle: 0, reset: 0, lostAnswer: 0 } },
});

const profiles = () => tenant.profiles;
const nowhere = '0190a000-0000-7000-8000-00000000dead';

describe('S-25 origin lock', () => {
  const { originSecrets } = { originSecrets: () => harness.state.originSecrets };
  afterEach(() => {
    harness.state.originSecrets = [harness.originSecret];
  });

  it.each([
    ['none', undefined],
    ['an empty one', ''],
    ['a wrong one', 'origin-secret-of-somebody'],
  ])('rejects a call with %s, public or signed in', async (_, secret) => {
    const headers = { 'x-origin-verify': secret };
    const open = await harness.call(intake.funeralHome, { params: { slug: tenant.home.slug }, headers });
    const signedIn = await harness.call(submissions.list, { as: profiles().super_admin, headers });
    expect([open.status, signedIn.status]).toEqual([403, 403]);
    expect(open.body).toEqual({ detail: 'You do not have permission to perform this action.' });
  });

  it('accepts the previous secret only during a rotation', async () => {
    const old = harness.originSecret;
    const call = (secret: string) =>
      harness.call(submissions.list, { as: profiles().super_admin, headers: { 'x-origin-verify': secret } });
    harness.state.originSecrets = ['the-new-secret-of-the-tests', old];
    expect([(await call(old)).status, (await call('the-new-secret-of-the-tests')).status]).toEqual([200, 200]);
    harness.state.originSecrets = ['the-new-secret-of-the-tests'];
    expect((await call(old)).status).toBe(403);
    expect(originSecrets()).toHaveLength(1);
  });
});

describe('S-27 cross-site protection', () => {
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    '',
  ];

  it.each(types)('returns 415 for a write sent as "%s"', async (type) => {
    const headers = { 'content-type': type };
    const form = await harness.call(intake.submit, { body: exampleIntake(), headers });
    const { id } = await reportDeath(harness, tenant);
    const staff = { as: profiles().super_admin, params: { id }, headers };
    const marked = await harness.call(submissions.markContacted, { ...staff, rawBody: 'x=1' });
    const patched = await harness.call(submissions.update, { ...staff, body: { alias: 'Hal' } });
    const removed = await harness.call(submissions.delete, { ...staff, rawBody: 'x=1' });
    expect([form, marked, patched, removed].map(({ status }) => status)).toEqual([415, 415, 415, 415]);
  });

  it('requires no content type for an empty write, and accepts {} from older pages', async () => {
    for (const [type, rawBody] of [[undefined], ['text/plain'], ['application/json', '{}']] as const) {
      const { id } = await reportDeath(harness, tenant);
      const options = { as: profiles().super_admin, params: { id }, headers: { 'content-type': type } };
      const answer = await harness.call(submissions.markContacted, { ...options, ...(rawBody ? { rawBody } : {}) });
      expect([type, answer.status]).toEqual([type, 200]);
    }
  });

  it('accepts JSON with parameters, in any letter case', async () => {
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' };
    expect((await harness.call(intake.submit, { body: exampleIntake(), headers })).status).toBe(201);
  });

  it.each(['https://evil.example', 'null', 'http://127.0.0.1:4000.evil.example', ''])(
    'returns 403 when the Origin header is "%s"',
    async (origin) => {
      const headers = { origin };
      const written = await harness.call(intake.submit, { body: exampleIntake(), headers });
      const read = await harness.call(submissions.list, { as: profiles().super_admin, headers });
      expect([written.status, read.status]).toEqual([403, 403]);
    },
  );

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

  it('S-05 applies a deactivation or role change within a minute', async () => {
    const staff = await harness.addTenant('northside');
    const admin = staff.profiles.super_admin;
    const list = () => harness.call(submissions.list, { as: admin });
    const audit = () => harness.call(cases.auditLog, { as: staff.profiles.coordinator, params: { id: nowhere } });
    expect([(await list()).status, (await audit()).status]).toEqual([200, 404]);
    const db = harness.databaseOf(staff.id);
    await db.commit([
      ...db.organizations.putProfile({ ...admin, status: 'deactivated' }),
      ...db.organizations.putProfile({ ...staff.profiles.coordinator, role: 'office_staff' }),
    ]);
    harness.state.now = () => new Date(Date.now() + 60_001);
    expect([(await list()).status, (await audit()).status]).toEqual([403, 403]);
    harness.state.now = () => new Date();
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

  it.each(['%', '%E0%A4%A', 'not-a-uuid', '%00', '..%2f..%2fetc', `${nowhere}%0a`])(
    'returns 404 for the id "%s"',
    async (id) => {
      const answer = await harness.send({
        method: 'GET',
        rawPath: `/api/services/cases/${id}`,
        as: profiles().super_admin,
      });
      expect(answer.status).toBe(404);
    },
  );

  it('returns 413 above 64 KB for submit and 256 KB elsewhere, also for base64 bodies', async () => {
    const json = (bytes: number) => JSON.stringify({ alias: 'é'.repeat(bytes / 2) });
    const update = { as: profiles().super_admin, params: { id: nowhere } };
    expect((await harness.call(intake.submit, { rawBody: json(64 * 1024) })).status).toBe(413);
    expect((await harness.call(intake.submit, { rawBody: json(60 * 1024) })).status).toBe(400);
    expect((await harness.call(submissions.update, { ...update, rawBody: json(256 * 1024) })).status).toBe(413);
    expect((await harness.call(submissions.update, { ...update, rawBody: json(200 * 1024) })).status).toBe(404);
    const packed = Buffer.from(json(64 * 1024)).toString('base64');
    const rawPath = '/api/forms/public/submit';
    expect((await harness.send({ method: 'POST', rawPath, body: packed, base64: true })).status).toBe(413);
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

  it('returns a bare 500 when an adapter throws a non-error', async () => {
    const { cipher } = harness.state;
    harness.state.cipher = { seal: () => Promise.reject('arn:aws'), open: () => Promise.reject(null) };
    const answer = await harness.call(intake.submit, { body: exampleIntake() });
    harness.state.cipher = cipher;
    expect(answer.status).toBe(500);
    innocent(answer);
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

  it('returns a bare 500 when a stored record violates its schema', async () => {
    const { id } = await reportDeath(harness, tenant);
    const db = harness.databaseOf(tenant.id);
    const record = await db.submissions.require(id);
    await harness.table.transact(db.submissions.change(record, { ...record, updated_at: 'yesterday' }));
    const answer = await harness.call(submissions.get, { as: profiles().super_admin, params: { id } });
    expect(answer.status).toBe(500);
    innocent(answer);
  });
});
