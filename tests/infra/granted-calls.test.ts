import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Endpoint, routePath } from '#domain/contract/endpoint.ts';
import { areas } from '#domain/contract/endpoints.ts';
import { auditWrite } from '#functions/data/audit.ts';
import { keysOf } from '#functions/data/keys.ts';
import { eventWrite } from '#functions/data/outbox.ts';
import { bundleFunctions } from '#infra/bundle-functions.ts';
import { type FunctionName, functions } from '#infra/functions.ts';
import { routes } from '#infra/routes.ts';
import { exampleIntake } from '#tests/support/example-intake.ts';
import { type Harness, startHarness, type Tenant } from '#tests/support/harness.ts';
import { startGuardedAws } from './guarded-aws.ts';
import { type Role, roleOf } from './roles.ts';
import { synthesize } from './synthesis.ts';

const synthesis = synthesize();
const { all } = synthesis;
const names = Object.keys(functions) as FunctionName[];
const roles = new Map<FunctionName, Role>(names.map((name) => [name, roleOf(synthesis, name)]));

const arn = (type: string, chosen: RegExp, attribute = '.Arn'): string => {
  const found = all(type).find(({ id, Properties }) => chosen.test(`${id} ${Properties.Description ?? ''}`));
  if (!found) throw new Error(`no ${type} like ${chosen}`);
  return `${found.stack}.${found.id}${attribute}`;
};
const arns = {
  table: arn('AWS::DynamoDB::GlobalTable', /^Table/),
  dataKey: arn('AWS::KMS::Key', /^DataKey/),
  ssnKey: arn('AWS::KMS::Key', /^SsnKey/),
  bus: arn('AWS::Events::EventBus', /^Bus/),
  configurationSet: 'arn:aws:ses:us-east-1:AWS::AccountId:configuration-set/stillwater-prod-mail',
  secrets: {
    origin: arn('AWS::SecretsManager::Secret', /^OriginSecret/, ''),
    'bot-check': arn('AWS::SecretsManager::Secret', /^BotCheck/, ''),
  },
};

type Handler = (event: object, context: object) => Promise<unknown>;
interface Answer {
  statusCode: number;
  body: string;
}

/**
 * The bundles that are deployed, run with AWS's side of their roles: a grant that lacks something shows here, and not
 * in the log of the first customer.
 */
describe('S-34 every call that a function makes is granted', () => {
  let harness: Harness;
  let aws: Awaited<ReturnType<typeof startGuardedAws>>;
  let tenant: Tenant;
  const folder = mkdtempSync(join(tmpdir(), 'stillwater-granted-'));
  const handlers = new Map<FunctionName, Handler>();

  beforeAll(async () => {
    harness = await startHarness();
    tenant = await harness.addTenant('whitcomb-ames');
    const secrets: Record<string, object> = { origin: { current: harness.originSecret } };
    aws = await startGuardedAws({ roles, arns, dynamoDb: harness.engine.url, kms: harness.kms.url, secrets });
    secrets['bot-check'] = { verifyUrl: `${aws.url}/siteverify`, secret: 'any' };
    Object.assign(process.env, {
      AWS_ENDPOINT_URL: aws.url,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      POWERTOOLS_LOG_LEVEL: 'SILENT',
      POWERTOOLS_METRICS_DISABLED: 'true',
      TABLE_NAME: harness.tableName,
      EVENT_BUS_NAME: 'stillwater',
      SSN_KEY_ID: 'alias/stillwater-ssn',
      ORIGIN_SECRET_ID: 'origin',
      BOT_CHECK_SECRET_ID: 'bot-check',
      USER_POOL_CLIENT_ID: harness.clientId,
      STAFF_SITE_URL: 'https://staff.example.com',
      INTAKE_SITE_URL: 'https://report.example.com',
      MAIL_FROM: 'no-reply@example.com',
      MAIL_CONFIGURATION_SET: 'stillwater',
      EFFECT_LEASE_SECONDS: '30',
    });
    for (const { name, file } of await bundleFunctions(folder))
      handlers.set(name, (await import(/* @vite-ignore */ pathToFileURL(file).href)).handler);
  });
  afterAll(async () => {
    await aws?.close();
    await harness?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs one function as Lambda does; the calls it makes meanwhile are held against its role. */
  const run = async (name: FunctionName, event: object): Promise<unknown> => {
    aws.state.running = name;
    try {
      return await handlers.get(name)?.(event, { awsRequestId: randomUUID(), getRemainingTimeInMillis: () => 30_000 });
    } finally {
      aws.state.running = undefined;
      expect(aws.state.refused).toEqual([]);
    }
  };

  const called = new Set<string>();
  /** Calls a row of the contract as API Gateway would, in the function that serves it. */
  const call = async (
    endpoint: string,
    row: Endpoint,
    params: Record<string, string> = {},
    body?: object,
    query?: Record<string, string>,
  ) => {
    const route = routes().find((one) => one.endpoint === endpoint);
    if (!route) throw new Error(`${endpoint} has no route`);
    called.add(endpoint);
    const path = routePath(row.path).replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
    const claims = { sub: tenant.profiles.super_admin.sub, token_use: 'access', client_id: harness.clientId };
    const answer = (await run(route.functionName, {
      version: '2.0',
      rawPath: path,
      headers: {
        'content-type': 'application/json',
        'x-origin-verify': harness.originSecret,
        'x-viewer-ip': '203.0.113.9',
        'idempotency-key': randomUUID(),
      },
      queryStringParameters: query,
      body: body && JSON.stringify(body),
      isBase64Encoded: false,
      requestContext: {
        requestId: randomUUID(),
        http: { method: row.method, path, protocol: 'HTTP/1.1', sourceIp: '203.0.113.1', userAgent: 'test' },
        ...(route.public ? {} : { authorizer: { jwt: { claims, scopes: null } } }),
      },
    })) as Answer;
    expect([endpoint, answer.statusCode, answer.statusCode < 300 ? '' : answer.body]).toEqual([
      endpoint,
      row.status ?? 200,
      '',
    ]);
    return JSON.parse(answer.body);
  };

  const { intake, submissions, cases } = areas;
  const submit = () => call('intake.submit', intake.submit, {}, exampleIntake({ funeral_home_slug: 'whitcomb-ames' }));
  const rows = async (search?: string): Promise<{ id: string }[]> =>
    (await call('submissions.list', submissions.list, {}, undefined, search ? { search } : undefined)).results;

  const fromFormToCase = async () => {
    await call('intake.funeralHome', intake.funeralHome, { slug: 'whitcomb-ames' });
    const { reference, status_token } = await submit();
    await call('intake.checkStatus', intake.checkStatus, { a: reference, b: status_token });
    await submit();

    const [first, second] = await rows();
    expect(await rows('lindqvist')).toHaveLength(2);
    const kept = { id: first?.id ?? '' };
    const given = await call('submissions.get', submissions.get, kept);
    const edited = { version: given.version, special_requests: 'White roses.', social_security_number: '987-65-4321' };
    await call('submissions.update', submissions.update, kept, edited);
    await call('submissions.markContacted', submissions.markContacted, kept, {});
    await call('submissions.delete', submissions.delete, { id: second?.id ?? '' });
    const { case_id, case_number } = await call('submissions.convertToCase', submissions.convertToCase, kept, {});

    const kase = { id: case_id };
    await call('cases.list', cases.list, {}, undefined, { search: 'lindqvist' });
    await call('cases.list', cases.list, {}, undefined, { location: tenant.home.id });
    await call('cases.get', cases.get, kase);
    await call('cases.previewNextNumber', cases.previewNextNumber, {}, undefined, { location: tenant.home.id });
    await call('cases.checkNumber', cases.checkNumber, {}, undefined, { case_number });
    const revealed = await call('cases.retrieveSsn', cases.retrieveSsn, kase, {});
    expect(revealed.social_security_number.replaceAll('-', '')).toBe('987654321');
    expect((await call('cases.auditLog', cases.auditLog, kase)).length).toBeGreaterThan(1);
  };

  const otherCalls = async () => {
    await call('funeral-homes.list', areas['funeral-homes'].list);
    await call('user-profiles.currentUser', areas['user-profiles'].currentUser);
    await call('reference-data.countries', areas['reference-data'].countries);
    await call('reference-data.states', areas['reference-data'].states, {}, undefined, { country: 'US' });
    await call('reference-data.openapi', areas['reference-data'].openapi);
  };

  const everyRowWasCalled = () => {
    const missing = routes().filter(({ endpoint }) => !called.has(endpoint));
    expect(missing.map(({ endpoint }) => endpoint)).toEqual([]);
  };

  const streamEvent = (stream: string) => ({
    Records: aws.state.streamed
      .filter((item) => item.stream.S === stream)
      .map((NewImage, n) => ({
        eventID: String(n),
        eventName: 'INSERT',
        eventSource: 'aws:dynamodb',
        dynamodb: { SequenceNumber: String(n + 1), NewImage },
      })),
  });
  const nothingFailed = { batchItemFailures: [] };

  const streamReaders = async () => {
    expect(await run('relay', streamEvent('outbox'))).toEqual(nothingFailed);
    expect(aws.state.published.map(({ DetailType }) => DetailType)).toEqual(
      expect.arrayContaining(['intake.submitted', 'submission.converted', 'case.created', 'ssn.revealed']),
    );
    expect(await run('audit-seal', streamEvent('audit'))).toEqual(nothingFailed);
    expect(await run('audit-verify', {})).toMatchObject({ findings: 0 });
  };

  const sweeper = async () => {
    const [hourAgo, id, keys] = [new Date(Date.now() - 3_600_000), randomUUID(), keysOf(tenant.id)];
    const trace = {
      actor: { id: null, name: 'System', role: null } as const,
      ip: null,
      requestId: 'test',
      now: hourAgo,
    };
    await harness.table.transact([
      eventWrite(keys, tenant.id, hourAgo, 'submission.deleted', id, { submission_id: id }),
      auditWrite(keys, trace, 'SUBMISSION', id, 'submission.deleted'),
    ]);
    expect(await run('sweeper', {})).toEqual({ published: 1 });
  };

  const notifier = async () => {
    const announced = aws.state.published.filter(({ DetailType }) => DetailType === 'intake.submitted');
    const message = (body: object) => ({
      messageId: randomUUID(),
      body: JSON.stringify(body),
      attributes: {},
      messageAttributes: {},
      eventSource: 'aws:sqs',
    });
    const Records = announced.map(({ DetailType, Detail }) =>
      message({ source: 'stillwater', 'detail-type': DetailType, detail: JSON.parse(Detail) }),
    );
    expect(await run('notify', { Records })).toEqual(nothingFailed);
    // The other report was deleted before its mails went out.
    expect(aws.state.mails).toHaveLength(2);
    const [{ EmailTags } = { EmailTags: [] }] = aws.state.mails;
    const tags = Object.fromEntries(EmailTags.map(({ Name, Value }) => [Name, [Value]]));
    const sent = { Records: [message({ source: 'aws.ses', 'detail-type': 'Email Sent', detail: { mail: { tags } } })] };
    expect(await run('notify', sent)).toEqual(nothingFailed);
  };

  it('S-34 in the whole story: form, case, SSN, audit log, events, mails', async () => {
    await fromFormToCase();
    await otherCalls();
    everyRowWasCalled();
    await streamReaders();
    await sweeper();
    await notifier();
  });
});
