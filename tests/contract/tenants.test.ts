import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import type { RecordKind } from '#domain/shared/contract/ids.ts';
import { type IdPlace, idPlaces, namedEndpoints, staffEndpoints, unnamedIds } from '#tests/support/calls/endpoints.ts';
import { type EndpointName, exampleOf, worldIn } from '#tests/support/calls/examples.ts';
import { tableDigest } from '#tests/support/checker/recount.ts';
import { type CallOptions, type Harness, type Result, startHarness } from '#tests/support/harness.ts';
import { recordsOf, type World } from '#tests/support/records/example-records.ts';
import { succeeded } from '#tests/support/records/reports.ts';

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
const theirNumber = 'SERINUS-1';
const notFound = { detail: 'The requested resource was not found.' };
const noCustomer = { detail: 'Customer not found' };
const noHome = { detail: 'Funeral home not found' };

type Theirs = Record<RecordKind, string>;
interface Trial {
  call: EndpointName;
  /** Changes the call's own example, which uses the caller's records. */
  with: (theirs: Theirs, own: CallOptions) => CallOptions;
  status: number;
  body?: object;
}

const inPath = (call: EndpointName, kind: RecordKind, name = 'id', body: object = notFound): Trial => ({
  call,
  with: (theirs, own) => ({ ...own, params: { ...own.params, [name]: theirs[kind] } }),
  status: 404,
  body,
});
const inBody = (call: EndpointName, body: (theirs: Theirs) => object, status: number, answer: object): Trial => ({
  call,
  with: (theirs, own) => ({ ...own, body: { ...(own.body as object), ...body(theirs) } }),
  status,
  body: answer,
});

/** Each kind of id in a path, for one read and one change. */
const paths: Record<RecordKind, readonly Trial[]> = {
  case: [inPath('cases.get', 'case'), inPath('ssn.retrieve', 'case'), inPath('cases.update', 'case')],
  customer: [
    inPath('customers.get', 'customer', 'id', noCustomer),
    inPath('customers.delete', 'customer', 'id', noCustomer),
  ],
  submission: [inPath('submissions.get', 'submission'), inPath('submissions.convertToCase', 'submission')],
  'first-call': [inPath('first-calls.get', 'first-call'), inPath('first-calls.delete', 'first-call')],
  'first-call-kin': [inPath('first-calls.removeNok', 'first-call-kin', 'nokId')],
  home: [
    inPath('funeral-homes.get', 'home', 'id', noHome),
    inPath('funeral-homes.update', 'home', 'id', noHome),
    inPath('accounting.chooseCompany', 'home'),
  ],
  profile: [inPath('user-profiles.get', 'profile'), inPath('team.deactivateMember', 'profile')],
  self: [
    {
      ...inPath('account.updatePassword', 'self'),
      status: 403,
      body: { detail: 'You do not have permission to perform this action.' },
    },
  ],
  invitation: [inPath('team.cancelInvitation', 'invitation')],
  // In no path: undoMerge has it in its body.
  merge: [],
  payment: [
    inPath('payments.get', 'payment'),
    inPath('ssn.checkNumber', 'payment'),
    inPath('payments.delete', 'payment'),
  ],
  document: [inPath('documents.download', 'document'), inPath('documents.delete', 'document')],
  'document-zip': [inPath('documents.getZip', 'document-zip')],
  statement: [
    inPath('statements.get', 'statement', 'statementId'),
    inPath('statements.accept', 'statement', 'statementId'),
  ],
  'price-list': [
    inPath('price-lists.get', 'price-list', 'listId'),
    inPath('price-lists.delete', 'price-list', 'listId'),
  ],
  'managed-form': [inPath('managed-forms.get', 'managed-form'), inPath('managed-forms.archive', 'managed-form')],
  'signature-template': [
    inPath('signature-templates.get', 'signature-template'),
    inPath('signature-templates.delete', 'signature-template'),
  ],
  envelope: [inPath('signature-envelopes.get', 'envelope'), inPath('signature-envelopes.delete', 'envelope')],
  assignment: [
    inPath('money-to-come.policyNumber', 'assignment', 'assignmentId'),
    inPath('money-to-come.remove', 'assignment', 'assignmentId'),
  ],
  permit: [inPath('permits.delete', 'permit', 'permitId')],
  objection: [inPath('gates.settle', 'objection', 'objectionId')],
  'care-place': [inPath('care.changePlace', 'care-place')],
  'care-subject': [inPath('paper.custodyReceipt', 'care-subject', 'subjectId')],
  'care-count': [inPath('care.settleCount', 'care-count')],
  task: [inPath('tasks.get', 'task'), inPath('tasks.complete', 'task')],
  'day-event': [
    inPath('case-events.update', 'day-event', 'event_id'),
    inPath('day.removeOffice', 'day-event', 'event_id'),
  ],
  resource: [inPath('day.changeResource', 'resource')],
  shift: [inPath('day.removeShift', 'shift')],
  effect: [inPath('care.changeEffect', 'effect', 'effectId')],
  'effect-receipt': [inPath('paper.effectReceipt', 'effect-receipt', 'receiptId')],
  copies: [inPath('certificates.deleteCopies', 'copies', 'entryId')],
  'calendar-feed': [inPath('calendar-feeds.revoke', 'calendar-feed')],
  import: [inPath('imports.get', 'import'), inPath('imports.undo', 'import')],
  archive: [inPath('archives.download', 'archive')],
  'deleted-record': [inPath('privacy.forget', 'deleted-record')],
};

const noOne = '0190a000-0000-7000-8000-00000000dead';
const nextOfKin = { relationship: 'sibling', first_name: 'Ann', last_name: 'Ames' };
const unknownTemplate = { 'documents.0': ['This template no longer exists'] };
/** Each kind of id in a body: rejected, and with which message. */
const bodies: readonly Trial[] = [
  inBody('payments.record', ({ case: id }) => ({ case: id }), 404, notFound),
  inBody('payments.record', ({ assignment }) => ({ assignment }), 404, notFound),
  inBody('documents.begin', ({ case: case_id }) => ({ case_id }), 404, notFound),
  inBody('documents.begin', ({ document }) => ({ replaces: document }), 404, notFound),
  inBody('documents.zip', ({ case: case_id }) => ({ case_id }), 404, notFound),
  inBody('permits.add', ({ document }) => ({ scan: document }), 404, notFound),
  inBody('cases.bulkDelete', ({ case: id }) => ({ case_ids: [id], force: true }), 404, notFound),
  inBody('first-calls.bulkDelete', (theirs) => ({ sheet_ids: [theirs['first-call']] }), 404, notFound),
  inBody('customers.bulkDelete', ({ customer }) => ({ customer_ids: [customer] }), 404, noCustomer),
  inBody('customers.notSame', ({ customer }) => ({ ids: [customer, noOne] }), 404, noCustomer),
  inBody('customers.merge', ({ customer }) => ({ duplicate_id: customer }), 404, noCustomer),
  inBody('customers.undoMerge', ({ merge }) => ({ merge_id: merge }), 404, { detail: 'This merge was not found' }),
  inBody('cases.create', (theirs) => ({ source_first_call_id: theirs['first-call'] }), 400, {
    source_first_call_id: ['Invalid first call selection'],
  }),
  inBody('cases.create', ({ customer }) => ({ informant: customer }), 400, {
    informant: ['Invalid customer selection'],
  }),
  inBody('cases.update', ({ home }) => ({ location: home }), 400, {
    location: ['Please select a valid assigned location'],
  }),
  inBody(
    'cases.update',
    ({ customer }) => ({ next_of_kins: [{ ...nextOfKin, converted_to_customer: customer }] }),
    400,
    {
      informant: ['Invalid customer selection'],
    },
  ),
  inBody('first-calls.update', ({ home }) => ({ assigned_location: home }), 400, {
    assigned_location: ['Please select a valid assigned location'],
  }),
  inBody(
    'first-calls.update',
    ({ customer }) => ({ next_of_kins: [{ ...nextOfKin, existingCustomerId: customer }] }),
    400,
    {
      'next_of_kins.0.existingCustomerId': ['Invalid customer selection'],
    },
  ),
  // Treated as a new record with its own id.
  inBody('first-calls.update', (theirs) => ({ next_of_kins: [{ ...nextOfKin, id: theirs['first-call-kin'] }] }), 200, {
    next_of_kins: [nextOfKin],
  }),
  inBody('first-calls.convertToCase', (theirs) => ({ next_of_kin_customers: [theirs['first-call-kin']] }), 400, {
    next_of_kin_customers: ['Please select next of kin of this first call'],
  }),
  inBody('submissions.attachToCase', (theirs) => ({ case: theirs.case }), 404, notFound),
  inBody('first-calls.attachToCase', (theirs) => ({ case: theirs.case }), 404, notFound),
  inBody('intake.submit', (theirs) => ({ form_id: theirs['managed-form'], form_version: 1 }), 400, {
    form_id: ['This form no longer exists. Please open it again from your link.'],
  }),
  inBody('first-calls.autoSave', (theirs) => ({ id: theirs['first-call'] }), 404, notFound),
  inBody('calendar-feeds.create', ({ home }) => ({ funeral_home: home }), 400, {
    funeral_home: ['Funeral home not found'],
  }),
  inBody('team.invite', ({ home }) => ({ funeral_home: home }), 400, { funeral_home: ['Funeral home not found'] }),
  inBody('team.changeMember', ({ home }) => ({ funeral_home: home }), 400, {
    funeral_home: ['Funeral home not found'],
  }),
  inBody('managed-forms.create', ({ home }) => ({ funeral_home: home }), 404, noHome),
  inBody('managed-forms.create', (theirs) => ({ copy_of: theirs['managed-form'] }), 404, notFound),
  inBody('price-lists.create', (theirs) => ({ copy_of: theirs['price-list'] }), 404, notFound),
  inBody('money-to-come.change', ({ payment }) => ({ payment }), 404, notFound),
  inBody('gates.override', ({ profile }) => ({ second_person: profile }), 400, {
    second_person: ['Choose a team member'],
  }),
  inBody('care.move', (theirs) => ({ subject: theirs['care-subject'] }), 404, notFound),
  inBody('care.move', (theirs) => ({ to_place: theirs['care-place'] }), 400, { to_place: ['Choose a place'] }),
  inBody('care.move', ({ profile }) => ({ gave: { profile } }), 400, { gave: ['Enter who it is'] }),
  inBody('care.count', (theirs) => ({ seen: [{ tag: 'B', place: theirs['care-place'] }] }), 400, {
    seen: ['Choose a place'],
  }),
  inBody('care.addPlace', ({ home }) => ({ funeral_home_id: home }), 400, {
    funeral_home_id: ['Choose a funeral home'],
  }),
  inBody('care.addEffect', ({ document }) => ({ photo_id: document }), 400, {
    photo_id: ['Choose a photo of this case'],
  }),
  inBody('care.returnEffects', ({ effect }) => ({ effects: [effect] }), 400, {
    effects: ['Choose effects of this case that are still here'],
  }),
  inBody('tasks.create', ({ case: id }) => ({ case: id }), 404, notFound),
  inBody('tasks.create', ({ profile }) => ({ owner: profile }), 400, { owner: ['Choose an active team member'] }),
  inBody('tasks.update', ({ profile }) => ({ owner: profile }), 400, { owner: ['Choose an active team member'] }),
  inBody('tasks.create', ({ home }) => ({ case: null, funeral_home_id: home }), 400, {
    funeral_home_id: ['Choose a funeral home'],
  }),
  inBody('tasks.saveChecklist', ({ home }) => ({ funeral_home_id: home }), 400, {
    funeral_home_id: ['Choose a funeral home'],
  }),
  inBody('case-events.create', ({ profile }) => ({ needs: [{ kind: 'person', member: profile }] }), 400, {
    'needs.0.member': ['Choose an active team member'],
  }),
  inBody('case-events.create', ({ resource }) => ({ needs: [{ kind: 'vehicle', resource }] }), 400, {
    'needs.0.resource': ['Choose a resource of this kind that is in use'],
  }),
  inBody('case-events.update', (theirs) => ({ time: '15:00', move_also: [theirs['day-event']] }), 400, {
    move_also: ['There is no such event'],
  }),
  inBody('day.addShift', ({ profile }) => ({ member: profile }), 400, { member: ['Choose an active team member'] }),
  inBody('day.createOffice', ({ home }) => ({ funeral_home: home }), 400, { funeral_home: ['Choose a funeral home'] }),
  // Nothing of another organization is on it.
  inBody('day.seeRunSheet', ({ home }) => ({ location: home }), 200, { number: 1 }),
  inBody('care.count', ({ home }) => ({ homes: [home] }), 400, { homes: ['Choose a funeral home'] }),
  inBody('deadlines.override', ({ profile }) => ({ owner: profile }), 400, { owner: ['Choose a team member'] }),
  inBody('signature-envelopes.create', ({ case: case_id }) => ({ case_id }), 404, notFound),
  inBody(
    'signature-envelopes.create',
    (theirs) => ({ documents: [{ template_id: theirs['signature-template'] }] }),
    400,
    unknownTemplate,
  ),
  inBody('signature-envelopes.create', ({ document }) => ({ documents: [{ document_id: document }] }), 400, {
    'documents.0': ['Only PDF documents of this case can be signed'],
  }),
  // Bulk results are listed per record.
  ...(['signature-envelopes.bulkDelete', 'signature-envelopes.bulkResend'] as const).map((call) =>
    inBody(call, ({ envelope }) => ({ submission_ids: [envelope] }), 200, {
      ...{ succeeded: 0, failed: 1, results: [{ success: false, error: notFound.detail }] },
    }),
  ),
];

/** Filters with a foreign id find nothing; endpoints of one record return 404. */
const queries: readonly [EndpointName, RecordKind, string, status: number][] = [
  ['documents.list', 'case', 'case_id', 404],
  ['payments.byCase', 'case', 'case_id', 404],
  ['paper.depositReceipt', 'case', 'case_id', 404],
  ['signature-envelopes.byCase', 'case', 'funeral_service_id', 404],
  ['customers.mergePreview', 'customer', 'duplicate_id', 404],
  ['signature-envelopes.download', 'document', 'document_id', 404],
  ['cases.previewNextNumber', 'home', 'location', 404],
  ['cases.list', 'home', 'location', 200],
  ['tasks.checklists', 'home', 'versions_of', 200],
  ['cases.exportRows', 'home', 'location', 200],
  ['day.schedule', 'profile', 'member', 200],
  ['day.schedule', 'resource', 'resource', 200],
  ['payments.list', 'home', 'location', 200],
  ['submissions.list', 'home', 'funeral_home', 200],
  ['insight.behind', 'home', 'location', 200],
  ['deadlines.list', 'profile', 'owner', 200],
  ['cases.auditLog', 'profile', 'actor', 200],
];

const searched = ['Canarius', 'Canaria', '5550177'];
const searches: readonly [EndpointName, parameter: string][] = [
  ['cases.list', 'search'],
  ['cases.export', 'search'],
  ['customers.list', 'search'],
  ['customers.export', 'search'],
  ['customers.search', 'q'],
  ['submissions.list', 'search'],
  ['first-calls.list', 'search'],
  ['payments.list', 'search'],
  ['deadlines.list', 'search'],
  ['signature-envelopes.list', 'search'],
];

/** Ids of a partner: signing-service.test.ts and google-calendar/worker/handlers.test.ts cover them. */
const namedByPartners = [
  ...['signing-service.getThere', 'signature-envelopes.downloadThere', 'calendar-integration.decide'],
  // A month has no owner; the actor's organization decides (months.test.ts).
  'paper.monthReport',
  // A tag is looked up in the organization's own partition.
  'care.ofTag',
];

const rowOf = (name: EndpointName) => {
  const found = namedEndpoints.find((one) => one.name === name);
  if (!found) throw new Error(`${name} is no call`);
  return found.endpoint;
};

/** Kind in a read or changed path; kind and name in a query or body. */
const sortOf = (call: EndpointName, { kind, path: [place, ...names] }: IdPlace): string => {
  if (place === 'params') return `${kind} in the path of a ${rowOf(call).method === 'GET' ? 'reading' : 'change'}`;
  return `${kind} in the ${place} as ${names.filter((name) => name !== '0').at(-1)}`;
};
const mark = 'theirs: ';
/** Ids that name their kind instead of real ones. */
const marked = new Proxy({}, { get: (_, kind) => `${mark}${String(kind)}` }) as Theirs;
const placesOf = (value: unknown, path: readonly string[] = []): IdPlace[] => {
  if (typeof value === 'string')
    return value.startsWith(mark) ? [{ kind: value.slice(mark.length) as RecordKind, path }] : [];
  return Object.entries(value ?? {}).flatMap(([name, inner]) => placesOf(inner, [...path, name]));
};
/** Where the trials use a foreign record. */
const tried = [
  ...[...Object.values(paths).flat(), ...bodies].map(
    ({ call, with: put }) => [call, placesOf(put(marked, {}))] as const,
  ),
  ...queries.map(([call, kind, name]) => [call, [{ kind, path: ['query', name] }]] as const),
].flatMap(([call, places]) => places.map((place) => ({ call, place, sort: sortOf(call, place) })));

describe('S-01 ids of the contract', () => {
  it('S-01 declare their record kind everywhere', () => {
    // `idSchema('customer')` instead of `z.uuid()`.
    expect(
      namedEndpoints.flatMap(({ name, endpoint }) => unnamedIds(endpoint).map((place) => `${name}: ${place}`)),
    ).toEqual([]);
    const named = staffEndpoints.filter(
      ({ name, endpoint }) => endpoint.path.includes('{') && !namedByPartners.includes(name),
    );
    expect(named.filter(({ endpoint }) => !idPlaces(endpoint).some(({ path }) => path[0] === 'params'))).toEqual([]);
  });

  it('S-01 occur in paths, per kind for read and change, and elsewhere by name', () => {
    const taken = namedEndpoints.flatMap(({ name, endpoint }) =>
      idPlaces(endpoint).map((place) => sortOf(name, place)),
    );
    expect([...new Set(taken)].filter((sort) => !tried.some((one) => one.sort === sort)).sort()).toEqual([]);
  });

  it('S-01 occur only where the endpoint takes an id of that kind', () => {
    const isTaken = ({ call, place }: (typeof tried)[number]) =>
      idPlaces(rowOf(call)).some(({ kind, path }) => kind === place.kind && path.join() === place.path.join());
    expect(tried.filter((one) => !isTaken(one))).toEqual([]);
  });
});

describe('S-01 records of another organization', () => {
  let harness: Harness;
  let ours: World;
  let stranger: World;
  let theirs: Theirs;
  let marks: string[];
  let before: string;
  const digest = async () => {
    // A late projection is not a change.
    await harness.projected();
    return tableDigest(harness.client, harness.tableName, (pk) => pk.includes(stranger.tenant.id));
  };
  beforeAll(async () => {
    harness = await startHarness();
    ours = await worldIn(harness, 'whitcomb-ames');
    stranger = await worldIn(harness, 'harbor-light', canary);
    theirs = await recordsOf(stranger);
    const numbered = { deceased_first_name: 'Canarius', case_number_manual_override: theirNumber };
    const as = stranger.tenant.profiles.super_admin;
    succeeded(await harness.call(areas.cases.create, { as, body: numbered }));
    const people = Object.values(stranger.tenant.profiles).map(({ id }) => id);
    marks = [
      'Canari',
      '9045550177',
      '9045550178',
      '987-65-4329',
      'XXX-XX-4329',
      'harbor-light',
      ...people,
      theirs['first-call-kin'],
    ];
    before = await digest();
  }, 60_000);
  afterAll(() => harness.close());

  /** Calls as our owner; the response must contain nothing of the other organization. */
  const ask = async (name: EndpointName, options: CallOptions): Promise<Result> => {
    const answer = await harness.call(rowOf(name), { as: ours.tenant.profiles.super_admin, ...options });
    // A link to the next page repeats the input.
    const text = JSON.stringify({ ...answer.body, text: answer.text, next: null, previous: null });
    for (const mark of marks) expect(text.replaceAll(/"(?:next|previous)\\?":\\?"[^"]*"/g, '')).not.toContain(mark);
    return answer;
  };
  const own = async (name: EndpointName): Promise<CallOptions> => {
    const { as: _as, ...options } = await exampleOf(name, ours);
    return options;
  };
  const tryIt = async ({ call, status, body, with: put }: Trial): Promise<void> => {
    const answer = await ask(call, put(theirs, await own(call)));
    expect(answer.status, answer.text).toBe(status);
    if (body) expect(answer.body).toMatchObject(body);
  };

  it.each(Object.values(paths).flat())('S-01 $call returns 404', tryIt);

  it.each(bodies)('S-01 $call rejects the id in its body with $status', tryIt);

  it.each(queries)(
    'S-01 %s returns nothing of the foreign %s in its query %s',
    async (name, kind, parameter, status) => {
      const options = await own(name);
      const answer = await ask(name, { ...options, query: { ...options.query, [parameter]: theirs[kind] } });
      expect(answer.status, answer.text).toBe(status);
      if (status === 200)
        expect(answer.body.results ?? answer.body.events ?? answer.body.rows ?? answer.body).toEqual([]);
    },
  );

  it.each(searches)('S-01 no search of %s finds them', async (name, parameter) => {
    for (const text of searched) expect((await ask(name, { query: { [parameter]: text } })).status).toBe(200);
  });

  it('S-01 their case number is free in another organization', async () => {
    const query = { case_number: theirNumber };
    expect((await ask('cases.checkNumber', { query })).body).toMatchObject({ exists: false });
  });

  it('S-01 none of these calls changed them', async () => {
    expect(await digest()).toBe(before);
  });

  it.each(searches)('S-01 the same search of %s finds them in their own organization', async (name, parameter) => {
    const as = stranger.tenant.profiles.super_admin;
    const found: string[] = [];
    for (const text of searched)
      found.push((await harness.call(rowOf(name), { as, query: { [parameter]: text } })).text);
    expect(found.some((text) => /Canari|Serinus/.test(text.replaceAll(/"(?:next|previous)":"[^"]*"/g, '')))).toBe(true);
  });

  it('S-06 interleaved calls of two organizations in one process stay isolated', async () => {
    const [one, other] = [ours.tenant, stranger.tenant];
    const calls = Array.from({ length: 40 }, async (_, n) => {
      const [tenant, another] = n % 2 ? [one, other] : [other, one];
      const endpoint = n % 3 ? areas.submissions.list : areas['user-profiles'].currentUser;
      const { text, status } = await harness.call(endpoint, { as: tenant.profiles.coordinator });
      return { status, leaked: [another.id, another.home.id, another.home.slug].some((mark) => text.includes(mark)) };
    });
    for (const answer of await Promise.all(calls)) expect(answer).toEqual({ status: 200, leaked: false });
  });
});
