import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alwaysAnswered, uncheckedDefaults, wireDefaults } from '#domain/intake/intake.rules.ts';
import { intakeFields } from '#domain/intake/intake.sections.ts';
import { allEndpoints, areas } from '#domain/registry/endpoints.ts';
import type { Endpoint } from '#domain/shared/contract/endpoint.ts';
import { tableDigest } from '#tests/support/checker/recount.ts';
import type { CallOptions, Harness, Result } from '#tests/support/harness.ts';
import { exampleIntake } from '#tests/support/records/example-intake.ts';
import { openCase, reportDeath } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { long } from '#tests/support/test-length.ts';
import { brokenBody, hostileObject, hostileText, wrongType } from './hostile.ts';

/** TEST_LENGTH=long or FUZZ_RUNS=6 runs the 10,000 cases of R-15; FUZZ_SEED changes the seed. */
const times = Number(process.env.FUZZ_RUNS ?? (long ? 6 : 0.2));
const seed = Number(process.env.FUZZ_SEED ?? 20_260_310);
const { intake, submissions } = areas;

const isMessages = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((message) => typeof message === 'string' && message !== '');

/** Stack traces, paths, resource names and table keys (S-14). */
const telling = /arn:aws|\bat \S+:\d+|\/work|node_modules|\.ts\b|T#\w{8}-/;

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** `{detail}` or field errors (D1 §8); a conflict also has the current record. */
const inCatalogueSchema = ({ status, body }: Result): boolean =>
  // An empty parameter is another path, which API Gateway itself rejects.
  (status === 404 && body.message === 'Not Found') ||
  (Object.keys(body).length > 0 &&
    Object.entries(body as Record<string, unknown>).every(([key, value]) =>
      key === 'detail' || key === 'error'
        ? isText(value)
        : key === 'current' || isMessages(value) || (key === 'code' && isText(value)),
    ));

/** A draft accepts anything, so generated input may create one. */
const taking = new Set(['cases.create']);
/** Without a month it emails the last one, so a body of unknown fields is valid; each email is recorded. */
const mailing = new Set(['insight.sendMonth']);

interface Fuzzed {
  engine: string;
  start: () => Promise<Harness>;
  part?: number;
}

const fuzzed = allEndpoints();
/** Groups by what a call may change: nothing, only the audit log, or a draft. */
const groups = [
  { what: 'calls that read', endpoints: fuzzed.filter(({ endpoint }) => endpoint.method === 'GET'), reading: true },
  { what: 'calls that mail what is kept', endpoints: fuzzed.filter(({ name }) => mailing.has(name)), reading: true },
  {
    what: 'calls that write',
    endpoints: fuzzed.filter(
      ({ endpoint, name }) => endpoint.method !== 'GET' && !taking.has(name) && !mailing.has(name),
    ),
  },
  { what: 'calls that take drafts', endpoints: fuzzed.filter(({ name }) => taking.has(name)), mayChange: true },
];

/** Sends invalid input to every endpoint, over one database engine, because engines reject different things. */
export const fuzz = ({ engine, start, part = 1 }: Fuzzed) =>
  describe(`R-15 bad input on ${engine}, seed ${seed}`, () => {
    const scale = times * part;
    const runs = (count: number): number => Math.max(2, Math.round(count * scale));
    let harness: Harness;
    let tenant: Tenant;
    let ids: string[];
    let calls = 0;
    const refusals = new Map<number, number>();
    beforeAll(async () => {
      harness = await start();
      tenant = await harness.addTenant('whitcomb-ames');
      const stranger = await harness.addTenant('harbor-light');
      await reportDeath(harness, tenant);
      const theirs = await openCase(harness, stranger);
      // Endpoints without input reject nothing; they run first, so that repeating them changes nothing.
      for (const { endpoint } of allEndpoints())
        if (endpoint.method !== 'GET' && !endpoint.params && !endpoint.body)
          await harness.call(endpoint, { as: tenant.profiles.super_admin, body: {} });
      const preferences = {
        as: tenant.profiles.super_admin,
        body: { case_form_preferences: {}, list_views: {}, notifications: {} },
      };
      await harness.call(areas['user-profiles'].changePreferences, preferences);
      await harness.call(areas.insight.sendMonth, { as: tenant.profiles.super_admin, body: {} });
      ids = [theirs.caseId, theirs.submissionId, stranger.id, stranger.home.id, '0190a000-0000-7000-8000-000000000000'];
    }, 60_000);
    afterAll(() => harness.close());

    // Exports are recorded and started partner sign-ins stored; nothing else changes.
    const digest = (reading = false): Promise<string> =>
      tableDigest(
        harness.client,
        harness.tableName,
        (pk) => !(reading && /#(AUDIT|OUTBOX|EXPORT|OAUTHSTATE)#/.test(pk)),
      );
    const run = async (endpoint: Endpoint, options: CallOptions): Promise<Result> => {
      const answer = await harness.call(endpoint, options);
      calls++;
      if (answer.status >= 400) refusals.set(answer.status, (refusals.get(answer.status) ?? 0) + 1);
      if (answer.status >= 500) throw new Error(`${answer.status}: ${harness.state.logs.at(-1)}`);
      if (answer.status >= 400 && !inCatalogueSchema(answer))
        throw new Error(`shape of ${answer.status}: ${answer.text}`);
      if (answer.status >= 400 && telling.test(answer.text)) throw new Error(`S-14 ${answer.text}`);
      return answer;
    };
    const check = async <T>(arbitrary: fc.Arbitrary<T>, numRuns: number, test: (value: T) => Promise<void>) => {
      const before = await digest();
      await fc.assert(fc.asyncProperty(arbitrary, test), { seed, numRuns: runs(numRuns) });
      expect(await digest()).toBe(before);
    };
    const valid = () => JSON.stringify(exampleIntake());

    const wellFormed = hostileText.map((text) => text.toWellFormed().slice(0, 2000));
    const contentType = fc.constantFrom(
      ...Array.from({ length: 9 }, () => 'application/json'),
      'text/plain',
      'application/x-www-form-urlencoded',
      '',
      'application/json; charset=latin1',
    );
    const key = fc.option(wellFormed, { nil: undefined, freq: 5 });

    /** Generates arbitrary input for a call, also with its known names. */
    const inputOf = (endpoint: Endpoint) => {
      const namesOf = (schema: unknown) => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});
      const text = fc.oneof(wellFormed, fc.constantFrom('0', '-1', '1e9', '99999999', '7', 'converted', '2026', 'zz'));
      return fc.record({
        id: fc.oneof(fc.constantFrom(0, 1, 2, 3, 4), wellFormed),
        query: fc.dictionary(fc.oneof(fc.constantFrom(...namesOf(endpoint.query), 'page'), wellFormed), text, {
          maxKeys: 4,
        }),
        body: fc.oneof(
          hostileObject([...namesOf(endpoint.body), 'version', 'alias']).map((value) => JSON.stringify(value)),
          brokenBody(valid()),
        ),
        type: contentType,
        key,
      });
    };
    type Input = ReturnType<typeof inputOf> extends fc.Arbitrary<infer I> ? I : never;
    const ask = async (endpoint: Endpoint, { id, query, body, type, key: given }: Input): Promise<void> => {
      const param = typeof id === 'number' ? String(ids[id]) : id;
      await run(endpoint, {
        as: endpoint.permission === 'public' ? 'nobody' : tenant.profiles.super_admin,
        params: { id: param, slug: param, a: param, b: param },
        query,
        rawBody: endpoint.method === 'GET' ? undefined : body,
        headers: { 'content-type': type, 'idempotency-key': given },
      });
    };

    it.each(groups)(
      '$what reject it or use nothing of it',
      async ({ endpoints, reading = false, mayChange = false }) => {
        const before = await digest(reading);
        const numRuns = runs(Math.max(10, Math.round(1600 / fuzzed.length)));
        for (const { name, endpoint } of endpoints)
          await fc
            .assert(
              fc.asyncProperty(inputOf(endpoint), (input) => ask(endpoint, input)),
              { seed, numRuns },
            )
            .catch((error: Error) => {
              throw new Error(`${name}: ${error.message}`, { cause: error });
            });
        if (!mayChange) expect(await digest(reading)).toBe(before);
      },
      600_000,
    );

    const required = alwaysAnswered.filter(
      (name) => !(name in wireDefaults) && (name === 'consent' || !(name in uncheckedDefaults)),
    );
    const spoiled = fc.oneof(
      brokenBody(valid()).map((body) => ({ body })),
      hostileObject(intakeFields.map(({ field }) => field.name)).map((given) => ({
        body: JSON.stringify({ ...given, consent: false }),
      })),
      fc
        .tuple(
          fc.constantFrom(...required.filter((name) => name !== 'cemetery_choice')),
          fc.constantFrom(undefined, null, '', '  '),
        )
        .map(([name, nothing]) => ({ body: JSON.stringify({ ...exampleIntake(), [name]: nothing }) })),
      fc
        .tuple(
          fc.constantFrom(
            ...intakeFields.map(({ field }) => field.name),
            'funeral_home_slug',
            'recaptcha_token',
            'service_type',
          ),
          wrongType,
        )
        .map(([name, value]) => ({ body: JSON.stringify({ ...exampleIntake(), [name]: value }) })),
    );

    it('submit rejects all malformed bodies without changes', async () => {
      await check(spoiled, 400, async ({ body }) => {
        const answer = await run(intake.submit, { rawBody: body });
        expect([400, 413]).toContain(answer.status);
      });
    }, 60_000);

    it('wrong types for an existing submission are rejected or dropped without changes', async () => {
      const { id } = await reportDeath(harness, tenant);
      const field = fc.constantFrom(...intakeFields.map(({ field: { name } }) => name));
      await check(fc.tuple(field, wrongType), 100, async ([name, value]) => {
        const body = { [name]: value };
        const answer = await run(submissions.update, { as: tenant.profiles.super_admin, params: { id }, body });
        // A value of a hidden field is dropped without validation.
        expect([200, 400]).toContain(answer.status);
        const override = { case_number_manual_override: value };
        const converted = { as: tenant.profiles.super_admin, params: { id }, body: override };
        expect((await run(submissions.convertToCase, converted)).status).toBe(400);
      });
    }, 30_000);

    it('any text in any field is accepted or rejected, and accepted text is readable', async () => {
      const names = intakeFields
        .filter(({ field }) => ['text', 'textarea', 'email', 'phone'].includes(field.kind))
        .map(({ field }) => field.name);
      const texts = fc.dictionary(fc.constantFrom(...names), hostileText, { minKeys: 1, maxKeys: 12 });
      const { id } = await reportDeath(harness, tenant);
      const as = tenant.profiles.super_admin;
      await fc.assert(
        fc.asyncProperty(texts, fc.boolean(), async (changes, patch) => {
          if (patch) await run(submissions.update, { as, params: { id }, body: changes });
          else await run(intake.submit, { body: { ...exampleIntake(), ...changes } });
          await run(submissions.list, { as, query: { search: String(Object.values(changes)[0]).toWellFormed() } });
        }),
        { seed, numRuns: runs(100) },
      );
      expect((await run(submissions.get, { as, params: { id } })).status).toBe(200);
      expect((await run(submissions.list, { as, query: { page_size: '100' } })).status).toBe(200);
    }, 60_000);

    it('expanding letters, lone surrogates and empty ranges reach no key', async () => {
      const as = tenant.profiles.super_admin;
      const hostile = [
        '㍿'.repeat(100),
        'ﷺ'.repeat(50),
        '\udbff\udfff'.repeat(50),
        '\u{10FFFF}'.repeat(25),
        '\u0000zz',
        'ß'.repeat(100),
      ];
      for (const { endpoint } of allEndpoints()) {
        const names = ['q', 'search', 'cursor'].filter(
          (name) => name in ((endpoint.query as { shape?: object })?.shape ?? {}),
        );
        for (const name of names)
          for (const text of hostile) {
            const { id } = tenant.home;
            await run(endpoint, { as, params: { id, slug: id, a: id, b: id }, query: { [name]: text } });
          }
      }
      const { cleanupDuplicates } = areas.customers;
      for (const cursor of hostile) expect((await run(cleanupDuplicates, { as, body: { cursor } })).status).toBe(400);
    }, 30_000);

    it('leaves the table consistent', async () => {
      console.info(`R-15 ${calls} calls, refused ${JSON.stringify(Object.fromEntries(refusals))}`);
      expect(refusals.get(400)).toBeGreaterThan(calls / 4);
      expect(await harness.recount()).toEqual([]);
    });
  });
