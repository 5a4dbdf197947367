import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { intakeFields } from '#domain/intake/intake.sections.ts';
import { alwaysAnswered, uncheckedDefaults, wireDefaults } from '#domain/intake/intake-answers.ts';
import type { Endpoint } from '#domain/shared/contract/endpoint.ts';
import { allEndpoints, areas } from '#domain/shared/contract/endpoints.ts';
import { tableDigest } from '#tests/support/checker/recount.ts';
import type { CallOptions, Harness, Result } from '#tests/support/harness.ts';
import { exampleIntake } from '#tests/support/records/example-intake.ts';
import { openCase, reportDeath } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { long } from '#tests/support/test-length.ts';
import { brokenBody, hostileObject, hostileText, wrongType } from './hostile.ts';

/** TEST_LENGTH=long, or FUZZ_RUNS=6, runs the 10,000 cases of R-15; otherwise it is a tenth of that. FUZZ_SEED runs others. */
const times = Number(process.env.FUZZ_RUNS ?? (long ? 6 : 0.25));
const seed = Number(process.env.FUZZ_SEED ?? 20_260_310);
const { intake, submissions } = areas;

const isMessages = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((message) => typeof message === 'string' && message !== '');

/** Stacks, paths, resource names and keys of the table (S-14). */
const telling = /arn:aws|\bat \S+:\d+|\/work|node_modules|\.ts\b|T#\w{8}-/;

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/**
 * `{detail}` or a map of fields to messages (D1 §8); a conflict carries the current record besides. `code` is what kind of
 * refusal it is, or a field of that name.
 */
const inCatalogueSchema = ({ status, body }: Result): boolean =>
  // An empty parameter is another path, which API Gateway itself knows nothing of.
  (status === 404 && body.message === 'Not Found') ||
  (Object.keys(body).length > 0 &&
    Object.entries(body as Record<string, unknown>).every(([key, value]) =>
      key === 'detail' || key === 'error'
        ? isText(value)
        : key === 'current' || isMessages(value) || (key === 'code' && isText(value)),
    ));

/** A draft may hold anything, so that what is made up here may be one. */
const taking = new Set(['cases.create']);
/** Without a month it mails the last one, so that a body of unknown names is a valid one; each mail is on record. */
const mailing = new Set(['insight.sendMonth']);

interface Fuzzed {
  /** What the database engine is called. */
  engine: string;
  start: () => Promise<Harness>;
  /** Of the cases so many are run; all unless stated. */
  part?: number;
}

const allRows = allEndpoints();
/** What each call may change: nothing that is looked at, nothing but the trail, or a draft. */
const groups = [
  { what: 'calls that read', rows: allRows.filter(({ row }) => row.method === 'GET'), reading: true },
  { what: 'calls that mail what is kept', rows: allRows.filter(({ name }) => mailing.has(name)), reading: true },
  {
    what: 'calls that write',
    rows: allRows.filter(({ row, name }) => row.method !== 'GET' && !taking.has(name) && !mailing.has(name)),
  },
  { what: 'calls that take drafts', rows: allRows.filter(({ name }) => taking.has(name)), mayChange: true },
];

/** Bad input to every call, over one database engine: engines differ in what they refuse. */
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
      // What asks for nothing refuses nothing; it is done before, so that doing it again changes nothing.
      for (const { row } of allEndpoints())
        if (row.method !== 'GET' && !row.params && !row.body)
          await harness.call(row, { as: tenant.profiles.super_admin, body: {} });
      const preferences = { as: tenant.profiles.super_admin, body: { case_form_preferences: {} } };
      await harness.call(areas['user-profiles'].changePreferences, preferences);
      await harness.call(areas.insight.sendMonth, { as: tenant.profiles.super_admin, body: {} });
      ids = [theirs.caseId, theirs.submissionId, stranger.id, stranger.home.id, '0190a000-0000-7000-8000-000000000000'];
    }, 60_000);
    afterAll(() => harness.close());

    // That somebody exports is on record, and a sign-in at a partner that begins is kept; that changes nothing else.
    const digest = (reading = false): Promise<string> =>
      tableDigest(
        harness.client,
        harness.tableName,
        (pk) => !(reading && /#(AUDIT|OUTBOX|EXPORT|OAUTHSTATE)#/.test(pk)),
      );
    const run = async (row: Endpoint, options: CallOptions): Promise<Result> => {
      const answer = await harness.call(row, options);
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

    /** One call with input of any kind, and with names that it knows. */
    const inputOf = (row: Endpoint) => {
      const namesOf = (schema: unknown) => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});
      const text = fc.oneof(wellFormed, fc.constantFrom('0', '-1', '1e9', '99999999', '7', 'converted', '2026', 'zz'));
      return fc.record({
        id: fc.oneof(fc.constantFrom(0, 1, 2, 3, 4), wellFormed),
        query: fc.dictionary(fc.oneof(fc.constantFrom(...namesOf(row.query), 'page'), wellFormed), text, {
          maxKeys: 4,
        }),
        body: fc.oneof(
          hostileObject([...namesOf(row.body), 'version', 'alias']).map((value) => JSON.stringify(value)),
          brokenBody(valid()),
        ),
        type: contentType,
        key,
      });
    };
    type Input = ReturnType<typeof inputOf> extends fc.Arbitrary<infer I> ? I : never;
    const ask = async (row: Endpoint, { id, query, body, type, key: given }: Input): Promise<void> => {
      const param = typeof id === 'number' ? String(ids[id]) : id;
      await run(row, {
        as: row.permission === 'public' ? 'nobody' : tenant.profiles.super_admin,
        params: { id: param, slug: param, a: param, b: param },
        query,
        rawBody: row.method === 'GET' ? undefined : body,
        headers: { 'content-type': type, 'idempotency-key': given },
      });
    };

    it.each(groups)(
      '$what refuse it or take nothing of it',
      async ({ rows, reading = false, mayChange = false }) => {
        const before = await digest(reading);
        const numRuns = runs(Math.max(10, Math.round(1600 / allRows.length)));
        for (const { name, row } of rows)
          await fc
            .assert(
              fc.asyncProperty(inputOf(row), (input) => ask(row, input)),
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

    it('malformed bodies to submit are all refused, and change nothing', async () => {
      await check(spoiled, 400, async ({ body }) => {
        const answer = await run(intake.submit, { rawBody: body });
        expect([400, 413]).toContain(answer.status);
      });
    }, 60_000);

    it('wrong types to an existing submission are refused or dropped, and change nothing', async () => {
      const { id } = await reportDeath(harness, tenant);
      const field = fc.constantFrom(...intakeFields.map(({ field: { name } }) => name));
      await check(fc.tuple(field, wrongType), 100, async ([name, value]) => {
        const body = { [name]: value };
        const answer = await run(submissions.update, { as: tenant.profiles.super_admin, params: { id }, body });
        // A value for a field that is hidden now is dropped, not judged.
        expect([200, 400]).toContain(answer.status);
        const override = { case_number_manual_override: value };
        const converted = { as: tenant.profiles.super_admin, params: { id }, body: override };
        expect((await run(submissions.convertToCase, converted)).status).toBe(400);
      });
    }, 30_000);

    it('texts of any kind in every text field are taken or refused, and what is taken can be read and found', async () => {
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

    it('letters that fold into many, half letters and bounds that contain nothing reach no key', async () => {
      const as = tenant.profiles.super_admin;
      const hostile = [
        '㍿'.repeat(100),
        'ﷺ'.repeat(50),
        '\udbff\udfff'.repeat(50),
        '\u{10FFFF}'.repeat(25),
        '\u0000zz',
        'ß'.repeat(100),
      ];
      for (const { row } of allEndpoints()) {
        const names = ['q', 'search', 'cursor'].filter(
          (name) => name in ((row.query as { shape?: object })?.shape ?? {}),
        );
        for (const name of names)
          for (const text of hostile) {
            const { id } = tenant.home;
            await run(row, { as, params: { id, slug: id, a: id, b: id }, query: { [name]: text } });
          }
      }
      const { cleanupDuplicates } = areas.customers;
      for (const cursor of hostile) expect((await run(cleanupDuplicates, { as, body: { cursor } })).status).toBe(400);
    }, 30_000);

    it('leaves the table in agreement with itself', async () => {
      console.info(`R-15 ${calls} calls, refused ${JSON.stringify(Object.fromEntries(refusals))}`);
      expect(refusals.get(400)).toBeGreaterThan(calls / 4);
      expect(await harness.recount()).toEqual([]);
    });
  });
