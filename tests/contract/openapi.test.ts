import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '#domain/registry/endpoints.ts';
import { allPermissions } from '#domain/shared/access/roles.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';

const documented = [
  'GET /api/customers/customers/',
  'POST /api/customers/customers/',
  'GET /api/customers/customers/{id}/',
  'PATCH /api/customers/customers/{id}/',
  'DELETE /api/customers/customers/{id}/',
  'GET /api/customers/customers/search/',
  'POST /api/customers/customers/cleanup-duplicates/',
  'POST /api/customers/customers/{id}/merge/',
  'POST /api/customers/customers/bulk-delete/',
  'GET /api/customers/funeral-homes/',
  'GET /api/customers/funeral-homes/{id}/',
  'PATCH /api/customers/funeral-homes/{id}/',
  'GET /api/customers/funeral-homes/current/',
  'GET /api/customers/funeral-homes/{id}/case_numbering/',
  'POST /api/customers/funeral-homes/{id}/preview_case_numbering/',
  'POST /api/customers/funeral-homes/{id}/update_case_numbering/',
  'GET /api/customers/user-profiles/',
  'GET /api/customers/user-profiles/{id}/',
  'PATCH /api/customers/user-profiles/{id}/',
  'GET /api/customers/user-profiles/current_user/',
  'GET /api/customers/user-profiles/preferences/',
  'PATCH /api/customers/user-profiles/preferences/',
  'PUT /api/customers/user-profiles/preferences/',
  'POST /api/customers/user-profiles/{id}/update_password/',
  'POST /api/customers/user-profiles/complete_onboarding/',
  'GET /api/customers/team-members/',
  'GET /api/customers/team-invitations/',
  'POST /api/customers/team-invitations/',
  'POST /api/customers/team-invitations/{id}/resend/',
  'POST /api/customers/team-invitations/{id}/cancel/',
  'GET /api/customers/team-invitations/pending_count/',
  'GET /api/customers/invitations/{token}/',
  'POST /api/customers/invitations/{token}/',
  'GET /api/customers/onboarding/',
  'POST /api/customers/onboarding/',
  'GET /api/forms/submissions/',
  'GET /api/forms/submissions/{id}/',
  'PATCH /api/forms/submissions/{id}/',
  'DELETE /api/forms/submissions/{id}/',
  'POST /api/forms/submissions/{id}/mark_contacted/',
  'POST /api/forms/submissions/{id}/convert_to_case/',
  'GET /api/forms/public/funeral-home/{slug}/',
  'POST /api/forms/public/submit/',
  'GET /api/forms/public/check-status/{a}/{b}/',
  'GET /api/common/countries/',
  'GET /api/common/states/',
  'GET /api/services/cases/',
  'GET /api/services/cases/{id}/',
  'GET /api/services/cases/{id}/audit_log/',
  'POST /api/services/cases/{id}/retrieve_ssn/',
  'GET /api/services/cases/check-number/',
  'GET /api/services/cases/preview-next-number/',
  'POST /api/services/cases/',
  'PATCH /api/services/cases/{id}/',
  'DELETE /api/services/cases/{id}/',
  'POST /api/services/cases/{id}/activate/',
  'POST /api/services/cases/{id}/complete/',
  'POST /api/services/cases/{id}/cancel/',
  'POST /api/services/cases/{id}/reopen/',
  'GET /api/services/cases/statistics/',
  'GET /api/services/cases/export/',
  'POST /api/services/cases/bulk_delete/',
];

interface Operation {
  operationId: string;
  security: unknown[];
  'x-permission'?: string;
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Record<string, unknown> }> };
  responses: Record<string, { content: Record<string, { schema: Record<string, unknown> }> }>;
}

interface Finding {
  ruleId: string;
  message: string;
}

const lint = (document: unknown): Finding[] => {
  const folder = mkdtempSync(join(tmpdir(), 'stillwater-openapi-'));
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  const redocly = new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url).pathname;
  const { stdout } = spawnSync(
    process.execPath,
    [redocly, 'lint', file, '--extends=recommended', '--format=json', '--max-problems=1000'],
    { encoding: 'utf8', env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
  );
  rmSync(folder, { recursive: true });
  return (JSON.parse(stdout) as { problems: Finding[] }).problems;
};

describe('S-38 the OpenAPI document', () => {
  let harness: Harness;
  let document: Record<string, unknown>;
  let operations: Map<string, Operation>;
  const endpoints = allEndpoints();
  beforeAll(async () => {
    harness = await startHarness();
    document = (await harness.send({ method: 'GET', rawPath: '/api/openapi.json' })).body;
    const paths = withoutReferences(document.paths) as Record<string, Record<string, Operation>>;
    operations = new Map(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
      ),
    );
  });
  afterAll(() => harness.close());

  const componentOf = (reference: string): unknown =>
    reference
      .split('/')
      .slice(1)
      .reduce<unknown>((json, key) => (json as Record<string, unknown>)[key], document);

  const withoutReferences = (json: unknown): unknown => {
    if (Array.isArray(json)) return json.map(withoutReferences);
    if (json === null || typeof json !== 'object') return json;
    const { $ref, ...rest } = json as { $ref?: string };
    const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, withoutReferences(value)]));
    return $ref ? { ...(withoutReferences(componentOf($ref)) as object), ...inner } : inner;
  };

  const operationOf = (name: string): Operation => {
    const found = [...operations.values()].find(({ operationId }) => operationId === name);
    if (!found) throw new Error(`${name} is not in the document`);
    return found;
  };

  it('passes redocly lint, except for the documented paths', () => {
    const findings = lint(document);
    const [slashes, others] = [true, false].map((isSlash) =>
      findings.filter(({ ruleId }) => (ruleId === 'no-path-trailing-slash') === isSlash),
    );
    const paths = Object.keys(document.paths as object);
    expect(slashes).toHaveLength(paths.length - 1);
    expect(
      others?.map(({ ruleId, message }) => [ruleId, ...[...message.matchAll(/`(.*?)`/g)].map(([, path]) => path)]),
    ).toEqual([
      ['no-ambiguous-paths', '/api/documents/documents/{id}/upload_form/', '/api/documents/documents/zip/{id}/'],
      [
        'no-ambiguous-paths',
        '/api/signatures/envelopes/{id}/send/',
        '/api/signatures/envelopes/docuseal-envelope/{id}/',
      ],
    ]);
    expect(document.openapi).toBe('3.1.0');
  });

  it('references named schemas instead of repeating them', () => {
    const { schemas } = document.components as { schemas: Record<string, object> };
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['Customer', 'Case', 'Payment', 'Country']));
    const { get } = (document.paths as Record<string, { get: Operation }>)['/api/customers/customers/{id}/'] ?? {};
    expect(get?.responses['200']?.content['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/Customer',
    });
    expect(JSON.stringify(document).length).toBeLessThan(900_000);
  });

  it('names the input of a schema apart where it differs from the output', () => {
    const { ListViews, ListViewsInput } = (document.components as { schemas: Record<string, { properties: object }> })
      .schemas;
    expect(ListViews?.properties).toMatchObject({ cases: { items: { $ref: '#/components/schemas/ListView' } } });
    expect(ListViewsInput?.properties).toMatchObject({
      cases: { items: { $ref: '#/components/schemas/ListViewInput' } },
    });
  });

  it('contains exactly the endpoints of the contract', () => {
    // The only endpoint whose documented path ends in a file name.
    const path = (endpoint: { path: string }) =>
      endpoint.path === '/api/openapi.json/' ? '/api/openapi.json' : endpoint.path;
    expect([...operations.keys()].sort()).toEqual(
      endpoints.map(({ endpoint }) => `${endpoint.method} ${path(endpoint)}`).sort(),
    );
    expect(new Set([...operations.values()].map(({ operationId }) => operationId)).size).toBe(endpoints.length);
  });

  it('contains the documented endpoints with their methods and paths', () => {
    expect(documented.filter((call) => !operations.has(call))).toEqual([]);
  });

  it('matches the router: every endpoint responds, and no other method of its path', async () => {
    for (const { name, endpoint } of endpoints) {
      const rawPath = endpoint.path.replace(/\{\w+\}/g, 'x').replace(/\/$/, '');
      const answer = await harness.send({
        method: endpoint.method,
        rawPath,
        body: endpoint.method === 'GET' ? undefined : '{}',
      });
      expect([405, 500, 503], name).not.toContain(answer.status);
      if (endpoint.permission !== 'public') expect(answer.status, name).toBe(401);
      const methods = new Set(
        endpoints
          .filter(({ endpoint: other }) => other.path === endpoint.path)
          .map(({ endpoint: other }) => other.method),
      );
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)
        if (!methods.has(method) && !endpoint.path.includes('{'))
          expect([401, 404, 405], `${method} ${rawPath}`).toContain(
            (await harness.send({ method, rawPath, body: '{}' })).status,
          );
    }
    for (const debug of ['/docs', '/api/docs', '/api/schema', '/api/debug', '/swagger', '/metrics', '/health', '/.env'])
      expect((await harness.send({ method: 'GET', rawPath: debug })).status).toBe(404);
  });

  it('documents who may call what', () => {
    for (const { name, endpoint } of endpoints) {
      const { security, 'x-permission': permission } = operationOf(name);
      if (endpoint.permission === 'public') expect([security, permission]).toEqual([[], undefined]);
      else expect([security, permission]).toEqual([[{ session: [] }], endpoint.permission]);
      if (permission) expect(allPermissions).toContain(permission);
    }
  });

  it('names exactly the path parameters', () => {
    for (const [call, { parameters }] of operations) {
      const named = parameters.filter(({ in: where }) => where === 'path');
      expect(named.map(({ name }) => name).sort(), call).toEqual(
        [...call.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort(),
      );
      expect(named.every(({ required }) => required)).toBe(true);
    }
  });

  it('documents required fields, paging, errors and the Idempotency-Key', () => {
    const submit = operationOf('intake.submit');
    const schema = submit.requestBody?.content['application/json']?.schema ?? {};
    expect(schema.required).toEqual(
      expect.arrayContaining(['funeral_home_slug', 'recaptcha_token', 'deceased_first_name', 'race', 'consent']),
    );
    expect(Object.keys(schema.properties as object)).toEqual(
      expect.arrayContaining(['social_security_number', 'certificate_recipient']),
    );
    // A required field rejects null, and says so.
    const { deceased_first_name, alias } = schema.properties as Record<string, object>;
    expect([deceased_first_name, alias].map((property) => JSON.stringify(property).includes('"null"'))).toEqual([
      false,
      true,
    ]);
    expect(submit.requestBody?.required).toBe(true);
    expect(operationOf('first-calls.convertToCase').requestBody?.required).toBe(false);
    expect(Object.keys(submit.responses)).toEqual(['201', '400', '403', '404', '409', '413', '415', '429', 'default']);
    expect(submit.parameters.map(({ name }) => name)).toEqual(['Idempotency-Key']);
    const list = operationOf('submissions.list');
    expect(list.parameters.map(({ name, required }) => [name, required])).toEqual(
      ['page', 'page_size', 'search', 'status', 'funeral_home', 'waiting', 'ordering'].map((name) => [name, false]),
    );
    expect(Object.keys(operationOf('submissions.update').responses).sort()).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '409',
      '413',
      '415',
      '429',
      'default',
    ]);
  });

  it('documents which part of a changed record a conflict contains', () => {
    const [, changedPart] = (operationOf('customers.update').responses['409']?.content?.['application/json']?.schema
      .allOf ?? []) as { properties: { current: { properties: object } } }[];
    expect(Object.keys(changedPart?.properties.current.properties ?? {})).toEqual(
      expect.arrayContaining(['id', 'version']),
    );
  });

  it('contains only one response with a whole SSN', () => {
    const shown = (name: string) => [
      ...JSON.stringify(operationOf(name).responses).matchAll(/"social_security_number":\{[^}]*\}/g),
    ];
    const inClear = endpoints.filter(({ name }) => shown(name).some(([schema]) => !schema.includes('XXX-XX-')));
    expect(inClear.map(({ name }) => name)).toEqual(['ssn.retrieve']);
    // Cases, submissions and first calls have it masked.
    expect(endpoints.map(({ name }) => name).filter((name) => shown(name).length > 0)).toEqual([
      'submissions.get',
      'submissions.update',
      'submissions.markContacted',
      'first-calls.create',
      'first-calls.autoSave',
      'first-calls.get',
      'first-calls.update',
      'first-calls.recordRemoval',
      // The conflict response after a concurrent change.
      'first-calls.replaceNok',
      'first-calls.removeNok',
      'cases.create',
      'cases.get',
      'cases.update',
      'cases.activate',
      'cases.complete',
      'cases.cancel',
      'cases.reopen',
      'ssn.retrieve',
    ]);
  });

  it('documents every field of a case and a submission', () => {
    const answerOf = (name: string) => {
      const schema = operationOf(name).responses['200']?.content['application/json']?.schema;
      return schema as { additionalProperties: unknown; properties: Record<string, { properties?: object }> };
    };
    for (const name of ['cases.get', 'submissions.get', 'first-calls.get'])
      expect(answerOf(name).additionalProperties, name).toBe(false);
    expect(Object.keys(answerOf('cases.get').properties.sections?.properties ?? {})).toHaveLength(18);
    expect(Object.keys(answerOf('cases.get').properties)).toEqual(
      expect.arrayContaining(['place_of_death', 'location_of_death', 'hold_for', 'casket_fee', 'next_of_kins']),
    );
    expect(Object.keys(answerOf('cases.get').properties)).not.toContain('paid_cents');
    expect(Object.keys(answerOf('submissions.get').properties)).toEqual(
      expect.arrayContaining(['deceased_first_name', 'race', 'certificate_recipient']),
    );
  });
});
