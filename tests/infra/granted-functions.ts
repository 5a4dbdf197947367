import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { allEndpoints } from '#domain/registry/endpoints.ts';
import type { Profile } from '#functions/organizations/repository/organizations.ts';
import { bySecretSetting, secretRows, secretTitle } from '#infra/environment-names.ts';
import { type FunctionName, functions } from '#infra/functions.ts';
import { projectedItems } from '#infra/queues.ts';
import { routes } from '#infra/routes.ts';
import { startGoogle } from '#local/services.ts';
import { endpointEvent } from '#tests/support/calls/api-event.ts';
import { startHarness } from '#tests/support/harness.ts';
import { quickBooksApp, webhookVerifier } from '#tests/support/partners/quickbooks-in-tests.ts';
import { partnerKeyAlias } from '#tests/support/partners/signing-service.ts';
import { functionBundles } from './function-bundles.ts';
import { type GuardedOptions, startGuardedAws } from './guarded-aws.ts';
import { documentsBucket, startGuardedDocuments } from './guarded-documents.ts';
import { isAllowed, organizationRoleOf, roleOf, trusts } from './roles.ts';
import { type Synthesis, synthesize } from './synthesis.ts';

const isProjected = (sk: string): boolean =>
  projectedItems.equal.some((one) => one === sk) || projectedItems.beginning.some((one) => sk.startsWith(one));

const arnsOf = ({ all }: Synthesis) => {
  const arn = (type: string, chosen: RegExp, attribute = '.Arn'): string => {
    const found = all(type).find(({ id }) => chosen.test(id));
    if (!found) throw new Error(`no ${type} like ${chosen}`);
    return `${found.stack}.${found.id}${attribute}`;
  };
  return {
    table: arn('AWS::DynamoDB::GlobalTable', /^Table/),
    dataKey: arn('AWS::KMS::Key', /^DataKey/),
    ssnKey: arn('AWS::KMS::Key', /^SsnKey/),
    partnerKey: arn('AWS::KMS::Key', /^PartnerKey/),
    subjectKey: arn('AWS::KMS::Key', /^SubjectKey/),
    auditKey: arn('AWS::KMS::Key', /^AuditKey/),
    operationsKey: arn('AWS::KMS::Key', /^OperationsKey/),
    auditWitness: arn('AWS::S3::Bucket', /^AuditWitness/),
    documents: arn('AWS::S3::Bucket', /^Documents/),
    bus: arn('AWS::Events::EventBus', /^Bus/),
    userPool: arn('AWS::Cognito::UserPool', /^Staff/),
    identity: 'arn:aws:ses:us-east-1:AWS::AccountId:identity/quiet-water.org',
    configurationSet: 'arn:aws:ses:us-east-1:AWS::AccountId:configuration-set/stillwater-prod-mail',
    secrets: Object.fromEntries(
      secretRows.map(([name]) => [
        name,
        arn('AWS::SecretsManager::Secret', new RegExp(`^${secretTitle(name)}Secret`), ''),
      ]),
    ),
  };
};

type Handler = (event: object, context: object) => Promise<unknown>;
interface Answer {
  statusCode: number;
  headers?: Record<string, string>;
  body: string;
}
export interface CallInput {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
  /** A form with files instead, its body in base64. */
  form?: { body: string; type: string };
  /** The exact text of a partner's webhook, instead of `body`. */
  rawBody?: string;
  headers?: Record<string, string | undefined>;
}

/** Runs the deployed bundles on a local engine, with IAM's side of their roles in front: it denies what AWS would. */
export const startGrantedFunctions = async () => {
  const synthesis = await synthesize();
  const names = Object.keys(functions) as FunctionName[];
  const roles = new Map(names.map((name) => [name, roleOf(synthesis, name)]));
  const subjectKey = 'alias/stillwater-subjects';
  const harness = await startHarness({ subjectKey });
  const tenant = await harness.addTenant('whitcomb-ames');
  const secrets: Record<string, object> = Object.fromEntries(
    secretRows.map(([name, { example = {} }]) => [name, example]),
  );
  secrets.quickbooks = { ...quickBooksApp, webhook_verifier: webhookVerifier };
  secrets.origin = { current: harness.originSecret };
  const [dynamoDb, kms] = [harness.engine.url, harness.kms.url];
  const assumable = new Map(
    names
      .filter((name) => 'inOrganization' in functions[name])
      .map((name) => [`arn:aws:iam::123456789012:role/${name}-organization`, organizationRoleOf(synthesis, name)]),
  );
  const assumed: GuardedOptions['assumed'] = (by, arn, tags) => {
    const role = assumable.get(arn);
    if (!role || !trusts(synthesis, role, by, tags)) return undefined;
    const resource = `${role.placed.stack}.${role.placed.id}.Arn`;
    return ['sts:AssumeRole', 'sts:TagSession'].every((action) => isAllowed(by, action, resource)) ? role : undefined;
  };
  const documents = await startGuardedDocuments();
  const dataDir = mkdtempSync(join(tmpdir(), 'granted-google-'));
  const google = await startGoogle({ port: 0, dataDir, staffUrl: 'https://staff.example.com' });
  const docuseal = await harness.docuseal();
  const quickbooks = await harness.quickbooks();
  const aws = await startGuardedAws({ roles, assumed, arns: arnsOf(synthesis), dynamoDb, kms, documents, secrets });
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
    SUBJECT_KEY_ID: subjectKey,
    PARTNER_KEY_ID: partnerKeyAlias,
    SIGNING_SERVICES: JSON.stringify([{ id: 'local', label: 'Tests', api: docuseal.url, hosts: [] }]),
    QUICKBOOKS: JSON.stringify({
      environment: 'local',
      api: quickbooks.url,
      authorizeUrl: `${quickbooks.url}/connect/oauth2`,
      tokenUrl: `${quickbooks.url}/oauth2/v1/tokens/bearer`,
      revokeUrl: `${quickbooks.url}/v2/oauth2/tokens/revoke`,
    }),
    AUDIT_KEY_ID: 'alias/stillwater-audit',
    AUDIT_WITNESS_BUCKET: 'audit-witness',
    DOCUMENTS_BUCKET: documentsBucket,
    ...bySecretSetting((name) => name),
    GOOGLE_ENDPOINTS: JSON.stringify(google.endpoints),
    BOT_CHECK: JSON.stringify({ verifyUrl: `${aws.url}/siteverify` }),
    USER_POOL_CLIENT_ID: harness.clientId,
    USER_POOL_ID: 'us-east-1_Test00001',
    STAFF_SITE_URL: 'https://staff.example.com',
    INTAKE_SITE_URL: 'https://report.example.com',
    SITE_ORIGINS: JSON.stringify({ staff: ['https://staff.example.com'], intake: ['https://report.example.com'] }),
    MAIL_FROM: 'no-reply@example.com',
    MAIL_CONFIGURATION_SET: 'stillwater',
    EFFECT_LEASE_SECONDS: '30',
  });
  const handlers = new Map<FunctionName, Handler>();
  for (const { name, file } of await functionBundles()) {
    // Each function has its own; it reads its environment when it is loaded.
    process.env.ORGANIZATION_ROLE_ARN = `arn:aws:iam::123456789012:role/${name}-organization`;
    handlers.set(name, (await import(/* @vite-ignore */ pathToFileURL(file).href)).handler);
  }

  const ran = new Set<string>();
  /** Runs one function as Lambda does, with its calls checked against its role. */
  const run = async (name: FunctionName, event: object): Promise<unknown> => {
    aws.state.running = name;
    if (!('Records' in event) || (event.Records as unknown[]).length > 0) ran.add(name);
    try {
      return await handlers.get(name)?.(event, { awsRequestId: randomUUID(), getRemainingTimeInMillis: () => 30_000 });
    } finally {
      aws.state.running = undefined;
      expect(aws.state.refused).toEqual([]);
    }
  };

  const project = async (): Promise<void> => {
    for (let keys = aws.state.changed.splice(0); keys.length; keys = aws.state.changed.splice(0)) {
      const Records = keys
        .filter(({ sk: { S: sk } }) => isProjected(sk))
        .map((Keys, n) => ({ eventName: 'MODIFY', dynamodb: { SequenceNumber: String(n + 1), Keys } }));
      if (Records.length) expect(await run('projector', { Records })).toEqual({ batchItemFailures: [] });
    }
  };

  const called = new Set<string>();
  const call = async (
    endpoint: string,
    { params = {}, query, body, form, rawBody, headers }: CallInput = {},
    as: Profile = tenant.profiles.super_admin,
  ) => {
    const route = routes().find((one) => one.endpoint === endpoint);
    const row = allEndpoints().find(({ name }) => name === endpoint)?.endpoint;
    if (!route || !row) throw new Error(`${endpoint} has no route`);
    called.add(endpoint);
    const claims = { sub: as.sub, token_use: 'access', client_id: harness.clientId, auth_time: '4102444800' };
    const event = endpointEvent(row, params, {
      headers: {
        authorization: 'Bearer of-the-test',
        'content-type': form?.type ?? 'application/json',
        'x-origin-verify': harness.originSecret,
        'idempotency-key': randomUUID(),
        ...headers,
      },
      query,
      body: row.method === 'GET' ? undefined : (rawBody ?? form?.body ?? JSON.stringify(body ?? {})),
      base64: form !== undefined,
      claims: route.public ? undefined : claims,
    });
    const answer = (await run(route.functionName, event)) as Answer;
    await project();
    const wrong = answer.statusCode === (row.status ?? 200) ? '' : answer.body;
    expect([endpoint, answer.statusCode, wrong]).toEqual([endpoint, row.status ?? 200, '']);
    return answer.headers?.['content-disposition'] ? answer.body : JSON.parse(answer.body);
  };

  return {
    harness,
    tenant,
    state: aws.state,
    documents,
    google,
    run,
    call,
    called,
    ran,
    async close() {
      await aws.close();
      await documents.close();
      await google.close();
      rmSync(dataDir, { recursive: true, force: true });
      await harness.close();
    },
  };
};
