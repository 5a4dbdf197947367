import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { customerFields } from '#domain/customers/customer.fields.ts';
import { firstCallFields, firstCallKinFields } from '#domain/first-calls/first-call.sections.ts';
import { intakeFieldData } from '#domain/intake/intake.sections.ts';
import { areas } from '#domain/registry/endpoints.ts';
import * as policies from '#domain/registry/policies.ts';
import type { AuditKind } from '#domain/shared/audit/audit-actions.ts';
import { auditFieldLabel } from '#domain/shared/audit/audit-field-labels.ts';
import { type Endpoint, isJson, successStatus } from '#domain/shared/contract/endpoint.ts';
import { bodyNames, namedEndpoints } from '#tests/support/calls/endpoints.ts';
import { type EndpointName, exampleOf, worldIn } from '#tests/support/calls/examples.ts';
import { scanTable } from '#tests/support/checker/recount.ts';
import { type CallOptions, type Harness, type Result, startHarness } from '#tests/support/harness.ts';
import { mailedToken, type World } from '#tests/support/records/example-records.ts';
import { type AuditText, caseAuditText } from '../../web-staff/src/audit/parts/case-audit-text.ts';
import { homeAuditText } from '../../web-staff/src/organizations/home-history.tsx';
import { callsAsking, policyActions } from './permission-table.ts';

const entered = {
  first_name: 'Kanarienvogel',
  last_name: 'Distelfink',
  address: '7 Volierenweg',
  city: 'Finkenburg',
  notes: 'Ruft nach Anbruch der Nacht an',
};
const password = 'Zeisig-4711';
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Calls that affect only the caller. Extend this list deliberately. */
const unrecorded: EndpointName[] = [
  ...['user-profiles.changePreferences', 'user-profiles.replacePreferences', 'cases.presence'],
  'day.seeRunSheet',
  // Recorded once the file arrives.
  'documents.begin',
  // Recorded when it runs; reading the file changes no records.
  ...['imports.begin', 'imports.send', 'imports.look', 'imports.discard'],
  // DocuSeal webhooks are verified with DocuSeal before they are used.
  'signing-webhooks.received',
  // QuickBooks webhooks are checked there, and a user decides which value stays.
  'accounting-webhooks.received',
  // Only polls DocuSeal; the resulting change is recorded.
  'signing-service.refresh',
  // They only query Google or resend the case's data; a change of a case is recorded there.
  ...['calendar-integration.sync', 'calendar-integration.setupWatch', 'calendar-integration.decide'],
  'google-webhooks.received',
  // Recorded after its scan, like a staff upload.
  'intake.addPaper',
  // A family's unsent draft is no record of the location, and staff never see it.
  ...['intake.keepDraft', 'intake.askDraftCode', 'intake.forgetDraft'],
  // They only send recorded payments, or preview that.
  ...['accounting.trigger', 'accounting.previewSync'],
] as EndpointName[];
const looking: EndpointName[] = [
  ...(['funeral-homes.previewCaseNumbering', 'signature-envelopes.preview'] as const),
  // Its code must not be in a URL.
  'intake.openDraft',
];

/** Server-owned fields under all their names. */
const stolen = 'STOLEN-4711';
const serverOwned = Object.fromEntries(
  [
    ...['id', 'pk', 'sk', 'organization_id', 'sub', 'profile_id', 'shape', 'revision', 'created_at', 'updated_at'],
    ...['created_by_id', 'created_by_name', 'updated_by_name', 'opened_on', 'received_on', 'funeral_home_name'],
    ...['case_id', 'case_number', 'deceased_name', 'source_submission_id', 'ssn_id', 'ssn_last4', 'submission_id'],
    ...['cancelled_at', 'completed_at', 'paid_cents', 'total_paid', 'ledger_entries', 'money_to_come', 'merge_id'],
    ...['amount_cents', 'returned_cents', 'received_cents', 'receipt_number', 'refund_of', 'check_number_id'],
    ...['voided_at', 'voided_by_name', 'statement_number', 'finalized_at', 'price_cents', 'in_force_since'],
    ...['content_type', 'series', 'made', 'from_family', 'report_id', 'refused_for', 'due_at', 'added_by', 'state'],
    ...['reference', 'is_open', 'token_hash', 'mailed_hash', 'asked_version', 'view', 'sent_by_name', 'facts'],
    ...['published_version', 'published_at', 'docuseal_id', 'submission_ids', 'sending', 'timeline', 'sealed'],
    ...['webhook_token', 'connected_by_name', 'realm', 'digest', 'received', 'brought', 'run_at', 'run_by_name'],
    ...['expires_at', 'contacted_at', 'contacted_by_name', 'bot_check', 'sessions_since', 'permissions', 'mailing'],
    ...['invited_by', 'sent_at', 'former_slugs', 'link_count', 'open_merge', 'answer', 'request_id', 'gsi1pk'],
  ].map((name) => [name, stolen]),
);
const withServerOwned = (endpoint: Endpoint, { body, ...call }: CallOptions): CallOptions => {
  if (!isJson(endpoint.body) || call.rawBody !== undefined || (body !== undefined && typeof body !== 'object'))
    return body === undefined ? call : { ...call, body };
  const documented = new Set(bodyNames(endpoint));
  const sent = Object.entries(serverOwned).filter(([name]) => !documented.has(name));
  return { ...call, body: { ...Object.fromEntries(sent), ...body } };
};

const ofForm = (...fields: readonly { name: string; label: string }[]): Pick<AuditText, 'fieldOf'> => ({
  fieldOf: (name) => {
    const found = fields.find((field) => field.name === name.split('.').at(-1));
    return found && { kind: 'text', ...found };
  },
});
/** The texts of the histories that screens show, and the forms of families’ other records. */
const texts: Partial<Record<AuditKind, AuditText>> = {
  CASE: caseAuditText,
  HOME: homeAuditText,
  PROFILE: ofForm(),
  SUBMISSION: ofForm(...intakeFieldData),
  FIRSTCALL: ofForm(...firstCallFields, ...firstCallKinFields),
  CUSTOMER: ofForm(...Object.entries(customerFields).map(([name, { label }]) => ({ name, label }))),
};

type Item = Record<string, unknown>;
interface Done {
  answer: Result;
  asked: string[];
  entries: Item[];
  events: { name: string }[];
}

describe('S-41 audit log of every endpoint', () => {
  let harness: Harness;
  let world: World;
  const done = new Map<EndpointName, Done>();
  beforeAll(async () => {
    harness = await startHarness();
    world = await worldIn(harness, 'whitcomb-ames', { customer: entered, report: { alias: entered.first_name } });
    const answers = new Map<EndpointName, Result>();
    const asked = new Map<EndpointName, string[]>();
    const askers = [vi.spyOn(policies, 'assertAllowed'), vi.spyOn(policies, 'denialReason')];
    // In sequence: an example finds the organization as the previous ones left it.
    for (const { name, endpoint } of namedEndpoints) {
      const example = await exampleOf(name, world);
      await harness.projected();
      for (const asker of askers) asker.mockClear();
      answers.set(name, await harness.call(endpoint, withServerOwned(endpoint, example)));
      asked.set(
        name,
        askers.flatMap(({ mock }) => mock.calls.map(([, action]) => action)),
      );
    }
    for (const asker of askers) asker.mockRestore();
    const items = await scanTable(harness.client, harness.tableName);
    for (const [name, answer] of answers) {
      const own = items.filter(({ request_id }) => request_id === answer.requestId);
      done.set(name, {
        answer,
        asked: asked.get(name) ?? [],
        entries: own.filter(({ pk }) => pk.includes('#AUDIT#')),
        events: own.flatMap(({ stream, events }) => (stream === 'outbox' ? (events as { name: string }[]) : [])),
      });
    }
  }, 240_000);
  afterAll(() => harness.close());

  const of = (name: EndpointName): Done => {
    const found = done.get(name);
    if (!found) throw new Error(`${name} was not called`);
    return found;
  };

  it('S-41 names an action for every call that changes something', () => {
    const silent = namedEndpoints
      .filter(({ endpoint }) => endpoint.method !== 'GET' && !endpoint.auditActions)
      .map(({ name }) => name);
    expect(silent.sort()).toEqual([...unrecorded, ...looking].sort());
  });

  it('S-41 names an action for denied reveals', () => {
    const shown = namedEndpoints.filter(({ endpoint }) =>
      endpoint.auditActions?.some((action) => /revealed$/.test(action)),
    );
    expect(shown.map(({ name, endpoint }) => [name, endpoint.auditActionOnDenied !== undefined])).toEqual(
      ['ssn.retrieve', 'ssn.checkNumber', 'money-to-come.policyNumber'].map((name) => [name, true]),
    );
  });

  it.each(namedEndpoints)('$name succeeds with its example', ({ name, endpoint }) => {
    expect(of(name).answer.status, of(name).answer.text).toBe(successStatus(endpoint));
  });

  it.each(namedEndpoints)(
    'S-41 $name records who did what its endpoint says, when (UTC) and from where',
    ({ name, endpoint }) => {
      const { entries, events } = of(name);
      const actions = entries.map(({ action }) => action);
      const names = events.map((event) => event.name);
      expect(
        actions.filter((action) => !(endpoint.auditActions as readonly unknown[] | undefined)?.includes(action)),
      ).toEqual([]);
      expect(names.filter((event) => !(endpoint.events as readonly unknown[] | undefined)?.includes(event))).toEqual(
        [],
      );
      expect([name, actions.length > 0, names.length > 0]).toEqual([
        name,
        endpoint.auditActions !== undefined,
        endpoint.events !== undefined,
      ]);
      const actor_id = endpoint.permission === 'public' ? null : world.tenant.profiles.super_admin.id;
      for (const entry of entries) {
        expect(entry).toMatchObject({ actor_id, ip: '203.0.113.9' });
        expect(entry.at).toMatch(instant);
        // No entry contains a password or a link's token.
        for (const secret of ['Lantern-1234', 'Another-Passw0rd', ...world.tokens])
          expect(JSON.stringify(entry)).not.toContain(secret);
      }
    },
  );

  it('names every field of a history in words', async () => {
    const { audit } = harness.databaseOf(world.tenant.id);
    const logs = new Map<string, [AuditKind, string]>();
    for (const { pk } of [...done.values()].flatMap(({ entries }) => entries)) {
      const [, organization, , kind, id = ''] = String(pk).split('#');
      if (organization === world.tenant.id && Object.hasOwn(texts, kind ?? ''))
        logs.set(String(pk), [kind as AuditKind, id]);
    }
    const raw = new Set<string>();
    for (const [kind, id] of logs.values())
      for (const { field } of (await audit.of(kind, id)).flatMap(({ changes }) => changes)) {
        const isNamed = texts[kind]?.fieldOf(field) ?? texts[kind]?.bare?.(field) ?? auditFieldLabel(field);
        if (!isNamed) raw.add(`${kind} ${field}`);
      }
    expect([...raw].sort()).toEqual([]);
  });

  it('S-03 each handler checks exactly the policies of the table', () => {
    const askingIn = (action: string): string[] =>
      namedEndpoints.filter(({ name }) => of(name).asked.includes(action)).map(({ name }) => name);
    // One example creates a sheet; the other skips sheets that it may not delete (first-calls.test.ts).
    const otherwise = ['first-calls.autoSave', 'first-calls.bulkDelete'];
    for (const action of policyActions)
      expect([action, askingIn(action).sort()]).toEqual([
        action,
        callsAsking(action)
          .filter((name) => !otherwise.includes(name))
          .sort(),
      ]);
  });

  it('S-04 ignores server-owned fields in every call', async () => {
    const items = await scanTable(harness.client, harness.tableName);
    expect(items.filter((item) => JSON.stringify(item).includes(stolen)).map(({ pk, sk }) => `${pk} ${sk}`)).toEqual(
      [],
    );
    expect(JSON.stringify([...done.values()].map(({ answer }) => answer.text))).not.toContain(stolen);
  });

  it('S-13 no log or event contains entered values, passwords or link tokens', async () => {
    const as = world.tenant.profiles.super_admin;
    const nobody = '0190a000-0000-7000-8000-000000000000';
    const person = { ...entered, phone: '9045550171', email: 'gimpel@example.org' };
    await harness.call(areas.customers.create, { as, body: { ...person, phone: 7 } });
    await harness.call(areas.customers.list, { as, query: { search: person.email, ordering: person.phone } });
    await harness.call(areas.customers.update, { as, params: { id: nobody }, body: person });
    const wrong = { current_password: password, new_password: entered.notes };
    await harness.call(areas.account.updatePassword, { as, params: { id: as.id }, body: wrong });
    const body = { ...person, password };
    await harness.call(areas.invitations.accept, { params: { token: world.tokens[0] ?? '' }, body });
    const broken = new Error(`pool refused ${password} of ${person.email}`);
    harness.state.users.get = () => {
      throw broken;
    };
    const failed = await harness.call(areas.invitations.accept, { params: { token: await mailedToken(world) }, body });
    expect([failed.status, failed.body.detail]).toEqual([500, 'Server error. Please try again later.']);
    const log = harness.state.logs.join('\n');
    const items = await scanTable(harness.client, harness.tableName);
    const events = JSON.stringify(items.filter(({ stream }) => stream === 'outbox'));
    const secrets = [...Object.values(person), password, ...world.tokens];
    expect(world.tokens.length).toBeGreaterThan(2);
    for (const [where, text] of Object.entries({ log, events }))
      expect([where, secrets.filter((value) => text.includes(value))]).toEqual([where, []]);
  });

  it('R-05 leaves the table consistent', async () => {
    expect(await harness.recount()).toEqual([]);
  });
});
