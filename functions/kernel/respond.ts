import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { AppError } from '#domain/contract/errors.ts';
import { apiSecurityHeaders } from '#domain/contract/security-headers.ts';

/** Headers of every answer (quality S-28): never cached, never sniffed, never framed. */
export const defaultHeaders = {
  'cache-control': 'no-store',
  ...Object.fromEntries(Object.entries(apiSecurityHeaders).map(([name, value]) => [name.toLowerCase(), value])),
};

type Answer = APIGatewayProxyStructuredResultV2;

/** A JSON answer with the standing headers. */
export const answer = (statusCode: number, body: unknown, extra: Record<string, string> = {}): Answer => ({
  statusCode,
  headers: { 'content-type': 'application/json; charset=utf-8', ...defaultHeaders, ...extra },
  body: JSON.stringify(body),
});

/** What a refusal or failure answers. A failure says that it failed and carries the request id, and nothing else. */
export const errorAnswer = (error: unknown, requestId: string): Answer => {
  if (!(error instanceof AppError))
    return answer(500, { detail: 'Server error. Please try again later.', request_id: requestId });
  const { retryAfterSeconds, headers: extra } = error.details;
  const body = error.status < 500 ? error.body : { ...error.body, request_id: requestId };
  return answer(error.status, body, {
    ...extra,
    ...(retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {}),
  });
};
