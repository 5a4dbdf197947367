import { beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { hasPermission } from '#domain/shared/access/roles.ts';
import { isJson, type RateLimit } from '#domain/shared/contract/endpoint.ts';
import { queues } from '#infra/queues.ts';
import { namedEndpoints, staffEndpoints } from '#tests/support/calls/endpoints.ts';
import { tableDigest } from '#tests/support/checker/recount.ts';
import type { CallOptions } from '#tests/support/harness.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { showApp } from '#tests/support/records/archives.ts';
import { exampleCustomer } from '#tests/support/records/customers.ts';
import { exampleIntake } from '#tests/support/records/example-intake.ts';
import { long } from '#tests/support/test-length.ts';
import { limitTable, limitText } from './limit-table.ts';

const { customers, team } = areas;
const start = Date.parse('2026-03-10T12:00:00Z');
const nowhere = '0190a000-0000-7000-8000-000000000000';
const limited = namedEndpoints.flatMap(({ name, endpoint }) =>
  (endpoint.limits ?? []).map((limit) => ({ name, endpoint, limit })),
);
const defaultBytes = 256 * 1024;
/** One middleware counts all, so the short run tries one of each scope. */
const triedInShort = ['ssn.retrieve', 'intake.checkStatus', 'customers.export'];
const bodiesInShort = ['customers.create', 'cases.update', 'imports.send'];
const isTried = (names: readonly string[], name: string): boolean => long || names.includes(name);

it('S-22 S-23 each call has exactly the limits of the table', () => {
  const limits = namedEndpoints.flatMap(({ name, endpoint }) =>
    endpoint.limits ? [[name, endpoint.limits.map(limitText)]] : [],
  );
  expect(Object.fromEntries(limits)).toEqual(limitTable);
});

const { harness, tenant } = await startHarnessWithTenant('limited-home', { rateLimits: true });

describe('rate limits', () => {
  let clock = start;
  beforeAll(async () => {
    await showApp(harness, tenant.profiles.super_admin);
    harness.state.now = () => new Date(clock);
  });
  const nextHour = (): void => {
    clock = (Math.floor(clock / 3_600_000) + 2) * 3_600_000;
  };

  it('S-23 allows 600 calls a minute per staff member, over all calls; others continue', async () => {
    const { coordinator, office_staff } = tenant.profiles;
    const calls = [customers.list, team.members, team.pendingCount, areas['user-profiles'].currentUser];
    const ask = (n: number, as = coordinator) => harness.call(calls[n % calls.length] ?? customers.list, { as });
    const first = await ask(0);
    expect(first.headers.ratelimit).toBe('limit=600, remaining=599, reset=60');
    for (let batch = 0; batch < 12; batch++)
      await Promise.all(Array.from({ length: batch ? 50 : 49 }, (_, n) => ask(n)));
    const stopped = await ask(1);
    expect([stopped.status, stopped.body]).toEqual([
      429,
      { detail: 'Too many requests. Please wait a moment and try again.' },
    ]);
    expect(stopped.headers).toMatchObject({ 'retry-after': '60', ratelimit: 'limit=600, remaining=0, reset=60' });
    expect((await ask(0, office_staff)).status).toBe(200);
    clock += 60_000;
    expect((await ask(0)).status).toBe(200);
  }, 60_000);

  it('S-22 the contract uses every rate-limit scope', () => {
    expect(new Set(limited.map(({ limit }) => limit.by))).toEqual(
      new Set<RateLimit['by']>(['ip', 'user', 'home', 'organization', 'address', 'recipient']),
    );
  });

  it('S-23 reveals, and files of many records, have their own limits', () => {
    const watched = namedEndpoints.filter(({ endpoint }) =>
      endpoint.auditActions?.some((action) => /revealed|zipped|export/.test(action)),
    );
    expect(watched.length).toBeGreaterThan(4);
    expect(watched.filter(({ endpoint }) => !endpoint.limits).map(({ name }) => name)).toEqual([]);
  });

  const counting = limited.filter(({ name }) => isTried(triedInShort, name));
  it.each(counting.filter(({ limit }) => ['ip', 'user'].includes(limit.by) && limit.counts === undefined))(
    'S-23 $name is stopped at $limit.max in $limit.seconds s by $limit.by, whatever it sends',
    async ({ endpoint, limit }) => {
      nextHour();
      // Calls that fail, so that only counting stops them; other limits are set aside.
      const as = endpoint.permission === 'public' ? ('nobody' as const) : tenant.profiles.super_admin;
      const params = {
        id: nowhere,
        statementId: nowhere,
        listId: nowhere,
        assignmentId: nowhere,
        subjectId: nowhere,
        number: '1',
        receiptId: nowhere,
        event_id: nowhere,
        slug: 'no-home',
        a: 'R-2222-2222',
        b: 'x',
        token: 'x'.repeat(43),
        month: '1999-01',
        gate: 'cremation',
        check: 'names',
      };
      const options: CallOptions = { as, params, ...(endpoint.method === 'GET' ? {} : { body: {} }) };
      const call = async () => harness.call(endpoint, options);
      for (let n = 0; n < limit.max; n++) expect((await call()).status).not.toBe(429);
      const window = `limit=${limit.max}, remaining=0, reset=${limit.seconds}`;
      const stopped = await call();
      expect([stopped.status, stopped.headers['retry-after'], stopped.headers.ratelimit]).toEqual([
        429,
        String(limit.seconds),
        window,
      ]);
      clock += limit.seconds * 1000;
      expect((await call()).status).not.toBe(429);
    },
    30_000,
  );

  it('S-23 every endpoint that may send email has a limit', () => {
    // DocuSeal emails signers.
    const ofDocuSeal = queues['signing-work'].events.filter((event) => /\.(re)?send-requested$/.test(event));
    expect(ofDocuSeal).toHaveLength(2);
    const mailing = new Set<string>([...queues.notify.events, ...ofDocuSeal]);
    const open = namedEndpoints.filter(
      ({ endpoint }) => endpoint.events?.some((event) => mailing.has(event)) && !endpoint.limits,
    );
    expect(open.map(({ name }) => name)).toEqual([]);
  });

  it("S-22 only valid first calls count against a location's limit", async () => {
    nextHour();
    const body = exampleIntake({ funeral_home_slug: tenant.home.slug });
    const from = (n: number) => ({ 'x-viewer-ip': `203.0.113.${n % 250}` });
    const submit = (n: number, changes: object = {}) =>
      harness.call(areas.intake.submit, { body: { ...body, ...changes }, headers: from(n) });
    const accepted = harness.state.verdict;
    for (let n = 0; n < 61; n++) expect((await submit(n, { deceased_first_name: '' })).status).toBe(400);
    harness.state.verdict = { ...accepted, verdict: 'refused', error_codes: ['score'] };
    for (let n = 61; n < 122; n++) expect((await submit(n)).status).toBe(400);
    harness.state.verdict = accepted;
    expect((await submit(123)).status).toBe(201);
  }, 30_000);

  describe('S-26 request bodies', () => {
    let before: string;
    // The day of a member's last call is recorded, also of a rejected one.
    const digest = () => tableDigest(harness.client, harness.tableName, (pk) => !/^RATE#|#PROFILES$/.test(pk));
    beforeAll(async () => {
      before = await digest();
    });

    const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    const writing = staffEndpoints.filter(
      ({ name, endpoint }) =>
        endpoint.method !== 'GET' && (isJson(endpoint.body) || !endpoint.body) && isTried(bodiesInShort, name),
    );

    it.each(writing)('$name rejects a body that is too large, too deep, no object or no JSON', async ({ endpoint }) => {
      const as =
        Object.values(tenant.profiles).find(
          (one) => endpoint.permission !== 'public' && hasPermission(one, endpoint.permission),
        ) ?? ('nobody' as const);
      const large = JSON.stringify({
        ...exampleCustomer(),
        padding: 'x'.repeat(endpoint.maxBodyBytes ?? defaultBytes),
      });
      const bodies: [string, string, number][] = [
        [large, 'application/json', 413],
        [deep(21), 'application/json', 400],
        ['[]', 'application/json', 400],
        ['"text"', 'application/json', 400],
        ['{"first_name":', 'application/json', 400],
        ['{}', 'text/plain', 415],
        ['first_name=Ann', 'application/x-www-form-urlencoded', 415],
      ];
      for (const [rawBody, type, status] of bodies) {
        // Calls count before they are read.
        clock += 3_600_000;
        const options = {
          as,
          params: Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, nowhere])),
          rawBody,
          headers: { 'content-type': type },
        };
        const answer = await harness.call(endpoint, options);
        expect([rawBody.slice(0, 20), answer.status]).toEqual([rawBody.slice(0, 20), status]);
      }
    });

    it('rejected bodies changed nothing', async () => {
      expect(await digest()).toBe(before);
    });
  });
});
