import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { FunctionName } from '#infra/functions.ts';
import { gatewayRoutes } from '#infra/routes.ts';
import type { Authorizer, Claims } from '../authorizer.ts';
import { FunctionError, type FunctionHost, PAYLOAD_LIMIT_BYTES } from '../function-host.ts';

interface Route {
  /** API Gateway's route key: `POST /api/services/cases/{id}/retrieve_ssn`. */
  key: string;
  functionName: FunctionName;
  isPublic: boolean;
}

interface Match {
  route: Route;
  parameters: Record<string, string>;
}

interface Segment {
  fixed: Map<string, Segment>;
  parameter?: Segment;
  /** Per method: the route that ends here, with its parameter names in order. */
  routes: Map<string, { route: Route; names: string[] }>;
}

const root = tree();

function tree(): Segment {
  const top: Segment = { fixed: new Map(), routes: new Map() };
  for (const { method, path, functionName, public: isPublic } of gatewayRoutes()) {
    const names: string[] = [];
    let at = top;
    for (const part of path.split('/')) {
      const parameter = /^\{(\w+)\}$/.exec(part)?.[1];
      if (parameter) names.push(parameter);
      at = parameter ? parameterChild(at) : fixedChild(at, part);
    }
    at.routes.set(method, { route: { key: `${method} ${path}`, functionName, isPublic }, names });
  }
  return top;
}

function fixedChild(parent: Segment, name: string): Segment {
  const child: Segment = parent.fixed.get(name) ?? { fixed: new Map(), routes: new Map() };
  parent.fixed.set(name, child);
  return child;
}

function parameterChild(parent: Segment): Segment {
  parent.parameter ??= { fixed: new Map(), routes: new Map() };
  return parent.parameter;
}

/** Returns the most specific route: a fixed segment wins over a parameter. `path` has no trailing slash. */
export function matchRoute(method: string, path: string): Match | undefined {
  const found = descend(root, path.split('/'), 0, method, []);
  if (!found) return undefined;
  const parameters = Object.fromEntries(found.names.map((name, index) => [name, found.values[index] ?? '']));
  return { route: found.route, parameters };
}

function descend(
  at: Segment,
  parts: string[],
  index: number,
  method: string,
  values: string[],
): { route: Route; names: string[]; values: string[] } | undefined {
  const part = parts[index];
  if (part === undefined) {
    const end = at.routes.get(method) ?? at.routes.get('ANY');
    return end && { ...end, values };
  }
  const next = at.fixed.get(part);
  const found = next && descend(next, parts, index + 1, method, values);
  if (found) return found;
  // An empty segment matches no parameter.
  return at.parameter && part !== '' ? descend(at.parameter, parts, index + 1, method, [...values, part]) : undefined;
}

export interface ApiRequest {
  method: string;
  /** As received, percent-encoded and without the query. */
  path: string;
  query: string;
  headers: Record<string, string>;
  body: Buffer;
  sourceIp: string;
}

export interface ApiAnswer {
  status: number;
  headers: Record<string, string>;
  cookies?: string[];
  /** Text stays text, so that head and body are one write. */
  body: Buffer | string;
}

export type HttpApi = (request: ApiRequest) => Promise<ApiAnswer>;

export const BODY_LIMIT_BYTES = 10 * 1024 * 1024;
const INTEGRATION_TIMEOUT_MS = 30_000;

export function refusal(status: number, message: string, headers: Record<string, string> = {}): ApiAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify({ message })),
  };
}

/**
 * API Gateway's HTTP API in front of the functions: routes from the contract and the privilege table, the JWT
 * authorizer on all non-public routes, payload format 2.0, and the service's limits and error bodies.
 */
export function createHttpApi(options: {
  host: FunctionHost;
  authorize: Authorizer;
  integrationTimeoutMs?: number;
  /** Called for every function error, which the caller only sees as a 500. */
  report?: (message: string) => void;
}): HttpApi {
  const { host, authorize, integrationTimeoutMs = INTEGRATION_TIMEOUT_MS, report = reportOnStderr } = options;
  return async (request) => {
    if (request.body.length > BODY_LIMIT_BYTES) return refusal(413, 'Request Entity Too Large');
    const path = decode(request.path);
    if (path === undefined) return refusal(400, 'Bad Request');
    const match = matchRoute(request.method, path);
    if (!match) return refusal(404, 'Not Found');
    let claims: Claims | undefined;
    if (!match.route.isPublic) {
      claims = await authorize(request.headers.authorization);
      if (!claims) return refusal(401, 'Unauthorized', { 'www-authenticate': 'Bearer' });
    }
    const requestId = randomUUID();
    const event = eventOf(request, path, match, claims, requestId);
    try {
      const result = await within(integrationTimeoutMs, host.invoke(match.route.functionName, event, requestId));
      // As observed from HTTP APIs after thirty seconds; the documented 504 is for REST APIs.
      return result === LATE ? refusal(503, 'Service Unavailable') : answerOf(result, requestId);
    } catch (error) {
      const kind = error instanceof FunctionError ? error.kind : 'Unhandled';
      // As AWS documents for a throttled back end, without Retry-After or another hint.
      if (kind === 'Throttled') return refusal(500, 'Internal Server Error', { 'apigw-requestid': requestId });
      if (kind === 'RequestTooLarge') return refusal(413, 'Request Entity Too Large');
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      report(`${match.route.functionName} ${requestId} ${kind}: ${cause instanceof Error ? cause.stack : cause}`);
      return refusal(500, 'Internal Server Error', { 'apigw-requestid': requestId });
    }
  };
}

const LATE = Symbol('late');

async function within(milliseconds: number, work: Promise<unknown>): Promise<unknown> {
  const { promise: late, resolve } = Promise.withResolvers<typeof LATE>();
  const timer = setTimeout(resolve, milliseconds, LATE);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function reportOnStderr(message: string): void {
  process.stderr.write(`${message}\n`);
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function eventOf(
  request: ApiRequest,
  path: string,
  { route, parameters }: Match,
  claims: Claims | undefined,
  requestId: string,
): APIGatewayProxyEventV2 & { requestContext: { authorizer?: object } } {
  const { cookie, ...rest } = request.headers;
  const forwarded = [rest['x-forwarded-for'], request.sourceIp].filter(Boolean).join(', ');
  const headers: Record<string, string> = { ...rest, 'x-forwarded-for': forwarded };
  const query = request.query ? queryParameters(request.query) : {};
  const text = isText(headers['content-type']);
  const now = new Date();
  return {
    version: '2.0',
    routeKey: route.key,
    rawPath: path,
    rawQueryString: request.query,
    ...(cookie ? { cookies: cookie.split(/;\s*/) } : {}),
    headers,
    ...(Object.keys(query).length > 0 ? { queryStringParameters: query } : {}),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      ...(claims ? { authorizer: { jwt: { claims, scopes: null } } } : {}),
      domainName: headers.host ?? '127.0.0.1',
      domainPrefix: 'local',
      http: {
        method: request.method,
        path,
        protocol: 'HTTP/1.1',
        sourceIp: request.sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId,
      routeKey: route.key,
      stage: '$default',
      time: clfTime(now),
      timeEpoch: now.getTime(),
    },
    ...(Object.keys(parameters).length > 0 ? { pathParameters: parameters } : {}),
    ...(request.body.length > 0 ? { body: request.body.toString(text ? 'utf8' : 'base64') } : {}),
    isBase64Encoded: request.body.length > 0 && !text,
  };
}

// Anything but plain text arrives as base64, including forms.
function isText(contentType = 'application/json'): boolean {
  const [type = ''] = contentType.split(';');
  return /^\s*(text\/.*|application\/(json|javascript|xml|.*\+json|.*\+xml))\s*$/i.test(type);
}

function queryParameters(query: string): Record<string, string> {
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    const before = parameters.get(name);
    parameters.set(name, before === undefined ? value : `${before},${value}`);
  }
  return Object.fromEntries(parameters);
}

// 20/Nov/2026:10:00:00 +0000
function clfTime(now: Date): string {
  const [, day, month, year, time] = now.toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
}

function answerOf(result: unknown, requestId: string): ApiAnswer {
  const inferred =
    typeof result === 'object' && result !== null && 'statusCode' in result
      ? (result as APIGatewayProxyStructuredResultV2)
      : { statusCode: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(result ?? null) };
  const body = inferred.isBase64Encoded ? Buffer.from(inferred.body ?? '', 'base64') : (inferred.body ?? '');
  if (Buffer.byteLength(body) > PAYLOAD_LIMIT_BYTES) {
    throw new FunctionError('ResponseTooLarge', `The response of ${requestId} is larger than 6 MB`);
  }
  const headers: Record<string, string> = { 'apigw-requestid': requestId };
  for (const [name, value] of Object.entries(inferred.headers ?? {})) headers[name.toLowerCase()] = String(value);
  headers['content-type'] ??= 'text/plain;charset=UTF-8';
  return {
    status: inferred.statusCode ?? 200,
    headers,
    ...(inferred.cookies ? { cookies: inferred.cookies } : {}),
    body,
  };
}
