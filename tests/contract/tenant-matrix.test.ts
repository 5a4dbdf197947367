import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#domain/contract/endpoints.ts';
import type { RecordKind } from '#domain/contract/ids.ts';
import { exampleOf, worldIn } from '#tests/support/calls/examples.ts';
import {
  everyParam,
  type IdPlace,
  idPlaces,
  namedRows,
  queryNames,
  staffRows,
  unnamedIds,
  withId,
} from '#tests/support/calls/rows.ts';
import { tableDigest } from '#tests/support/checker/recount.ts';
import { type CallOptions, type Harness, type Result, startHarness } from '#tests/support/harness.ts';
import { recordsOf, type World } from '#tests/support/records/example-records.ts';
import { openCase } from '#tests/support/records/reports.ts';

const nowhere = '0190a000-0000-7000-8000-000000000000';
const canary = {
  report: {
    deceased_first_name: 'Canarius',
    deceased_last_name: 'Serinus',
    submitter_phone: '9045550177',
    submitter_email: 'canary@harbor-light.example',
    informant_first_name: 'Canaria',
    informant_phone: '9045550178',
    social_security_number: '987-65-4329',
    date_of_death: '2025-10-28',
  },
  firstCall: {
    deceased_first_name: 'Canarius',
    deceased_last_name: 'Serinus',
    next_of_kins: [{ relationship: 'sibling', first_name: 'Canaria', last_name: 'Serinus', phone: '9045550177' }],
  },
  customer: { first_name: 'Canaria', last_name: 'Serinus', phone: '9045550178' },
};
/** What is typed into a search for their people, and into a filter for their case. */
const searches = ['Canarius', 'Canaria', '5550177', 'canary@harbor-light.example', 'harbor-light'];

/** What no sign-in is asked for. Nothing joins this list unnoticed. */
const open = [
  'intake.funeralHome',
  'intake.submit',
  'intake.inquire',
  'intake.checkStatus',
  // By the reference and its code, as the status.
  'intake.confirmFacts',
  'intake.addPaper',
  // By the secret of a mailed link, and a code.
  ...['intake.keepDraft', 'intake.askDraftCode', 'intake.openDraft', 'intake.forgetDraft'],
  'calendar-file.get',
  'google-webhooks.received',
  'invitations.get',
  'invitations.accept',
  'reference-data.countries',
  'reference-data.states',
  'reference-data.openapi',
  'health.get',
  // Signed over its bytes by whoever sends it.
  ...['signing-webhooks.received', 'accounting-webhooks.received'],
];

describe('the contract', () => {
  it('S-03 asks everybody to sign in but for these calls', () => {
    const isPublic = namedRows.filter(({ row }) => row.may === 'public').map(({ name }) => name);
    expect(isPublic.sort()).toEqual([...open].sort());
  });

  it('S-01 says of every id what it is the id of', () => {
    // `idOf('customer')` instead of `z.uuid()`: what is not said cannot be tried with another organization's.
    expect(namedRows.flatMap(({ name, row }) => unnamedIds(row).map((place) => `${name}: ${place}`))).toEqual([]);
    // Ids that partners know: whose they are has stories of their own (signing-service.test.ts, google-calendar.test.ts).
    const elsewhere: string[] = [
      ...['signing-service.getThere', 'signature-envelopes.downloadThere', 'calendar-integration.decide'],
      // A month is nobody's; whose report it is says the actor (months.test.ts).
      'paper.monthReport',
    ];
    const named = staffRows.filter(({ name, row }) => row.path.includes('{') && !elsewhere.includes(String(name)));
    expect(named.filter(({ row }) => !idPlaces(row).some(({ path }) => path[0] === 'params'))).toEqual([]);
  });
});

describe('every staff call', () => {
  let harness: Harness;
  let ours: World;
  let stranger: World;
  let theirs: Record<RecordKind, string>;
  let theirCase: string;
  let before: string;
  const probed = new Set<string>();
  const digest = async () => {
    // What was derived late is no change of theirs.
    await harness.projected();
    return tableDigest(harness.client, harness.tableName, (pk) => pk.includes(stranger.tenant.id));
  };
  beforeAll(async () => {
    harness = await startHarness();
    ours = await worldIn(harness, 'whitcomb-ames');
    stranger = await worldIn(harness, 'harbor-light', canary);
    // So that nothing is the first of its kind, and duplicates are looked for among ours alone.
    const sameDeath = { deceased_last_name: 'Serinus', date_of_death: '2025-10-28' };
    await openCase(harness, ours.tenant, sameDeath);
    theirs = await recordsOf(stranger);
    const as = stranger.tenant.profiles.super_admin;
    theirCase = String((await harness.call(areas.cases.get, { as, params: { id: theirs.case } })).body.case_number);
    before = await digest();
  }, 60_000);
  afterAll(() => harness.close());

  const canaries = () => [
    'Canari',
    '9045550177',
    '9045550178',
    '987-65-4329',
    'XXX-XX-4329',
    'harbor-light',
    ...Object.values(stranger.tenant.profiles).map(({ id }) => id),
  ];
  type Row = (typeof staffRows)[number];
  /** Asks as our owner; nothing of theirs may be in the answer. */
  const ask = async (row: Row['row'], options: CallOptions): Promise<Result> => {
    const answer = await harness.call(row, { as: ours.tenant.profiles.super_admin, ...options });
    // A link to the next page repeats what was asked.
    const text = JSON.stringify({ ...answer.body, next: null, previous: null });
    for (const mark of canaries()) expect(text).not.toContain(mark);
    return answer;
  };
  const found = ({ body }: Result): unknown[] =>
    Array.isArray(body) ? body : ((body.results ?? body.rows ?? []) as unknown[]);

  /** In the path it is not found; elsewhere it is refused, or finds nothing and changes nothing. */
  const assertTheirs = ({ path, kind }: IdPlace, answer: Result): void => {
    if (path[0] === 'params') expect(answer.status, answer.text).toBe(kind === 'self' ? 403 : 404);
    else expect([200, 400, 404], answer.text).toContain(answer.status);
    if (path[0] === 'query' && answer.status === 200) expect(found(answer)).toEqual([]);
  };

  /** Asks a call about their things, in every place that takes one and by every search that it has. */
  const probe = async ({ name, row }: Row): Promise<void> => {
    probed.add(name);
    for (const place of idPlaces(row)) {
      const { as: _as, ...own } = await exampleOf(name, ours);
      assertTheirs(place, await ask(row, withId(own, place, theirs[place.kind])));
    }
    const names = queryNames(row);
    const typed = names.filter((one) => ['search', 'q'].includes(one));
    for (const query of [
      ...typed.flatMap((into) => searches.map((text) => ({ [into]: text }))),
      ...(names.includes('case_number') ? [{ case_number: theirCase }] : []),
    ])
      expect([200, 400]).toContain((await ask(row, { params: everyParam(row, nowhere), query })).status);
    if (!row.path.includes('{') && row.method === 'GET') await ask(row, {});
  };

  describe.each(staffRows)('$name', ({ name, row }) => {
    it('S-01 is 401 to nobody, to an ID token and to a stranger to the pool', async () => {
      const claims = { sub: ours.tenant.profiles.super_admin.sub, client_id: harness.clientId };
      const options = { params: everyParam(row, nowhere) };
      const answers = [
        await harness.call(row, options),
        await harness.call(row, { ...options, as: { claims: { ...claims, token_use: 'id' } } }),
        await harness.call(row, { ...options, as: { claims: { ...claims, token_use: 'access', sub: nowhere } } }),
      ];
      for (const { status, body } of answers)
        expect([status, body]).toEqual([401, { detail: 'No authentication session found' }]);
    });

    it('S-01 knows no id of another organization in any place that takes one, and tells nothing of it', () =>
      probe({ name, row }));
  });

  it('S-01 none of these calls changed anything in the other organization', async () => {
    for (const one of staffRows) if (!probed.has(one.name)) await probe(one);
    if ((await digest()) === before) return;
    // Which call it was is looked for only now: a digest reads the whole table.
    const guilty: string[] = [];
    for (const one of staffRows) {
      const now = await digest();
      await probe(one);
      if ((await digest()) !== now) guilty.push(one.name);
    }
    expect(guilty).toEqual([]);
    expect.unreachable('something was changed once, and not again');
  }, 120_000);

  it('S-06 two organizations in turn through one process never meet', async () => {
    const [one, other] = [ours.tenant, stranger.tenant];
    const calls = Array.from({ length: 200 }, async (_, n) => {
      const [tenant, another] = n % 2 ? [one, other] : [other, one];
      const row = n % 3 ? areas.submissions.list : areas['user-profiles'].currentUser;
      const { text, status } = await harness.call(row, { as: tenant.profiles.coordinator });
      return { status, leaked: [another.id, another.home.id, another.home.slug].some((mark) => text.includes(mark)) };
    });
    for (const answer of await Promise.all(calls)) expect(answer).toEqual({ status: 200, leaked: false });
  });
});
