import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { FunctionName } from '#infra/functions.ts';
import { listen, readBody } from '#local/aws/http-listener.ts';
import { type Keyed, type TableRequest, type Text, tableNeeds } from '#tests/support/engines/table-requests.ts';
import { documentNeeds, documentsBucket, type GuardedDocuments } from './guarded-documents.ts';
import { isAllowed, type RequestContext, type Role } from './roles.ts';

interface Body extends TableRequest {
  SecretId?: string;
  AccessToken?: string;
  KeyId?: string;
  Entries?: unknown[];
  EncryptionContext?: Record<string, string>;
}
interface Mail {
  EmailTags: { Name: string; Value: string }[];
  Content: { Simple: { Body: { Text: { Data: string } } } };
}
interface Need extends RequestContext {
  action: string;
  resource: string;
}
interface Caller {
  role: Role;
  tags: Record<string, string>;
}

export interface Arns {
  table: string;
  dataKey: string;
  ssnKey: string;
  auditKey: string;
  subjectKey: string;
  partnerKey: string;
  auditWitness: string;
  documents: string;
  operationsKey: string;
  bus: string;
  userPool: string;
  configurationSet: string;
  identity: string;
  secrets: Record<string, string>;
}

const keyOf = ({ KeyId }: Body, arns: Arns): string => {
  if (KeyId?.endsWith('-audit')) return arns.auditKey;
  if (KeyId?.endsWith('-partners')) return arns.partnerKey;
  return KeyId?.endsWith('-subjects') ? arns.subjectKey : arns.ssnKey;
};

const needsOf = (service: string, operation: string, body: Body, arns: Arns): Need[] => {
  if (service.startsWith('DynamoDB')) {
    const items = tableNeeds(operation, body).map(({ action, index, ...rest }) => ({
      action: `dynamodb:${action}`,
      resource: index ? `${arns.table}/index/${index}` : arns.table,
      ...rest,
    }));
    return [...items, { action: 'kms:Decrypt', resource: arns.dataKey }];
  }
  if (service === 'TrentService')
    return [
      { action: `kms:${operation}`, resource: keyOf(body, arns), encryptionContext: body.EncryptionContext ?? {} },
    ];
  // The user's access token authorizes it, without a permission of the function.
  if (body.AccessToken !== undefined) return [];
  if (service.startsWith('AWSCognito')) return [{ action: `cognito-idp:${operation}`, resource: arns.userPool }];
  if (service === 'AWSEvents') return [{ action: `events:${operation}`, resource: arns.bus }];
  if (service === 'secretsmanager')
    return [
      { action: `secretsmanager:${operation}`, resource: arns.secrets[body.SecretId ?? ''] ?? 'an unknown secret' },
    ];
  // SES checks both.
  return [arns.configurationSet, arns.identity].map((resource) => ({ action: 'ses:SendEmail', resource }));
};

export interface GuardedOptions {
  roles: ReadonlyMap<FunctionName, Role>;
  /** Returns the role that a function's role assumes with these tags, or undefined. */
  assumed: (by: Role, roleArn: string, tags: Record<string, string>) => Role | undefined;
  arns: Arns;
  dynamoDb: string;
  kms: string;
  documents: GuardedDocuments;
  secrets: Record<string, object>;
}

/**
 * AWS from a function's point of view: every call is checked against the role of the running function and answered
 * `AccessDeniedException` as IAM would. Allowed calls go to the engine, or succeed.
 */
export const startGuardedAws = async ({ roles, assumed, arns, dynamoDb, kms, documents, secrets }: GuardedOptions) => {
  const state = {
    running: undefined as FunctionName | undefined,
    refused: [] as string[],
    /** Items put with the attribute `stream`, as in the table stream. */
    streamed: [] as (Record<string, unknown> & { stream: Text })[],
    /** Keys of the items that transactions wrote, in order. */
    changed: [] as Keyed[],
    published: [] as { DetailType: string; Detail: string }[],
    mails: [] as Mail[],
  };

  const sessions = new Map<string, Caller>();
  /** Returns the XML of AssumeRole, or undefined where IAM would deny it. */
  const begin = (by: Role | undefined, form: URLSearchParams): string | undefined => {
    const tags = { [form.get('Tags.member.1.Key') ?? '']: form.get('Tags.member.1.Value') ?? '' };
    const role = by && assumed(by, form.get('RoleArn') ?? '', tags);
    if (!role) return undefined;
    const id = `ASIA${sessions.size}`;
    sessions.set(id, { role, tags });
    return (
      '<AssumeRoleResponse><AssumeRoleResult><Credentials>' +
      `<AccessKeyId>${id}</AccessKeyId><SecretAccessKey>secret</SecretAccessKey><SessionToken>token</SessionToken>` +
      `<Expiration>${new Date(Date.now() + 3_600_000).toISOString()}</Expiration>` +
      '</Credentials></AssumeRoleResult></AssumeRoleResponse>'
    );
  };

  const own = (service: string, body: Body): object | undefined => {
    if (service === 'secretsmanager')
      return { ARN: body.SecretId, Name: body.SecretId, SecretString: JSON.stringify(secrets[body.SecretId ?? '']) };
    if (service === 'AWSEvents') {
      state.published.push(...(body.Entries as typeof state.published));
      return { FailedEntryCount: 0, Entries: body.Entries?.map((_, n) => ({ EventId: String(n) })) };
    }
    if (service === 'ses') {
      state.mails.push(body as unknown as Mail);
      return { MessageId: String(state.mails.length) };
    }
    if (service.startsWith('AWSCognito')) {
      const User = { Attributes: [{ Name: 'sub', Value: randomUUID() }] };
      return { User, UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] };
    }
    return undefined;
  };

  const objects = new Map<string, string>();
  /** S3 calls of the audit witness. */
  const witness = (method: string, url: string, body: string): { status: number; text?: string } => {
    const key = url.slice('/audit-witness'.length).replace(/\?.*$/, '');
    const role = state.running && roles.get(state.running);
    const isPut = method === 'PUT';
    const needs: Need[] = [
      { action: isPut ? 's3:PutObject' : 's3:GetObject', resource: `${arns.auditWitness}${key}` },
      { action: isPut ? 'kms:GenerateDataKey' : 'kms:Decrypt', resource: arns.operationsKey },
      ...(isPut || objects.has(key) ? [] : [{ action: 's3:ListBucket', resource: arns.auditWitness }]),
    ];
    const denied = needs.filter(({ action, resource }) => !role || !isAllowed(role, action, resource));
    state.refused.push(...denied.map(({ action, resource }) => `${state.running}: ${action} ${resource}`));
    if (denied.length) return { status: 403, text: '<Error><Code>AccessDenied</Code></Error>' };
    if (isPut) objects.set(key, body);
    const found = objects.get(key);
    if (found === undefined) return { status: 404, text: '<Error><Code>NoSuchKey</Code></Error>' };
    return isPut ? { status: 200 } : { status: 200, text: found };
  };

  const listener: RequestListener = async (request, response) => {
    const raw = await readBody(request, 10_000_000);
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
    if (request.url === '/siteverify') return answer(200, { success: true });

    if (request.url?.startsWith('/audit-witness/')) {
      const { status, text } = witness(request.method ?? '', request.url, raw.toString());
      return response.writeHead(status, { 'content-type': 'application/xml' }).end(text);
    }
    const role = state.running && roles.get(state.running);
    const isDocument = request.url?.startsWith(`/${documentsBucket}/`);
    if (isDocument || request.url === '/object-malware-scan/send') {
      const needs: Need[] = isDocument
        ? documentNeeds(request, { bucket: arns.documents, key: arns.dataKey, has: documents.has })
        : [{ action: 'guardduty:SendObjectMalwareScan', resource: '*' }];
      const denied = needs.filter(
        ({ action, resource, ...context }) => !role || !isAllowed(role, action, resource, context),
      );
      state.refused.push(...denied.map(({ action, resource }) => `${state.running}: ${action} ${resource}`));
      if (denied.length) return response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
      return isDocument ? documents.pass(request, raw, response) : response.writeHead(200).end();
    }
    if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
      const begun = begin(role, new URLSearchParams(raw.toString()));
      if (!begun) state.refused.push(`${state.running}: sts:AssumeRole`);
      return response.writeHead(begun ? 200 : 403, { 'content-type': 'text/xml' }).end(begun ?? '<ErrorResponse/>');
    }
    const [service = 'ses', operation = ''] = String(request.headers['x-amz-target'] ?? 'ses').split('.');
    const body = JSON.parse(raw.toString()) as Body;
    const [, keyId = ''] = /Credential=([^/]+)\//.exec(request.headers.authorization ?? '') ?? [];
    const caller = sessions.get(keyId) ?? (role && { role, tags: {} });
    const denied = needsOf(service, operation, body, arns).filter(
      ({ action, resource, ...context }) =>
        !caller || !isAllowed(caller.role, action, resource, { ...context, principalTags: caller.tags }),
    );
    if (denied.length) {
      state.refused.push(
        ...denied.map((need) => `${state.running}: ${need.action} ${need.leadingKeys?.join() ?? need.resource}`),
      );
      return answer(400, { __type: 'AccessDeniedException', message: 'not authorized' });
    }
    for (const { Put, Update, Delete } of body.TransactItems ?? []) {
      if (Put && 'stream' in Put.Item) state.streamed.push(Put.Item as unknown as (typeof state.streamed)[number]);
      const key = Put?.Item ?? Update?.Key ?? Delete?.Key;
      if (key) state.changed.push({ pk: key.pk, sk: key.sk });
    }
    const given = own(service, body);
    if (given) return answer(200, given);

    const headers = Object.entries(request.headers).filter(([name]) =>
      /^(x-amz|content-type|authorization)/.test(name),
    ) as [string, string][];
    const forwarded = await fetch(service === 'TrentService' ? kms : dynamoDb, {
      method: 'POST',
      headers,
      body: new Uint8Array(raw),
    });
    return response
      .writeHead(forwarded.status, { 'content-type': 'application/x-amz-json-1.0' })
      .end(await forwarded.text());
  };
  return { ...(await listen(listener, 0)), state };
};
