import { randomUUID } from 'node:crypto';
import { type Endpoint, routeKey, routePath } from '#domain/shared/contract/endpoint.ts';
import type { ApiEvent } from '#functions/platform/api/actor.ts';

export interface EventOptions {
  routeKey: string;
  /** The method of the call; that of the route by default. */
  method?: string | undefined;
  rawPath: string;
  pathParameters?: Record<string, string>;
  query?: Record<string, string> | undefined;
  headers?: Record<string, string | undefined> | undefined;
  body?: string | undefined;
  base64?: boolean | undefined;
  claims?: Record<string, string> | undefined;
}

export const apiEvent = ({ rawPath, query, headers, body, base64, claims, ...options }: EventOptions): ApiEvent => {
  const { method = options.routeKey.split(' ')[0], ...route } = options;
  const event = {
    version: '2.0',
    ...route,
    rawPath,
    headers: { 'x-viewer-ip': '203.0.113.9', ...headers },
    queryStringParameters: query,
    body,
    isBase64Encoded: base64 ?? false,
    requestContext: {
      requestId: randomUUID(),
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '203.0.113.1', userAgent: 'test' },
      ...(claims ? { authorizer: { jwt: { claims, scopes: null } } } : {}),
    },
  };
  return event as unknown as ApiEvent;
};

export const pathOf = (endpoint: Pick<Endpoint, 'path'>, params: Record<string, string>): string =>
  routePath(endpoint.path).replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

export const endpointEvent = (
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  params: Record<string, string>,
  options: Omit<EventOptions, 'routeKey' | 'rawPath' | 'pathParameters'>,
): ApiEvent =>
  apiEvent({ ...options, routeKey: routeKey(endpoint), rawPath: pathOf(endpoint, params), pathParameters: params });
