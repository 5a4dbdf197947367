import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { AppError } from '#domain/shared/contract/errors.ts';
import { apiSecurityHeaders } from '#domain/shared/contract/security-headers.ts';

/** Headers of every answer (quality S-28): never cached, never sniffed, never framed. */
export const defaultHeaders = {
  'cache-control': 'no-store',
  ...Object.fromEntries(Object.entries(apiSecurityHeaders).map(([name, value]) => [name.toLowerCase(), value])),
};

type Answer = APIGatewayProxyStructuredResultV2;

/** Lambda passes on 6 MB of an answer, its headers and the JSON around it included. */
const maxAnswerSize = 6 * 1024 * 1024 - 64 * 1024;

/** Refuses what Lambda would not pass on, a text as JSON has it or bytes in base64: the caller would read “Bad gateway”. */
export const assertAnswerFits = (content: string | Uint8Array): void => {
  // Quotes and line ends take two bytes, letters up to three, control characters six.
  const isText = typeof content === 'string' && content.length * 6 > maxAnswerSize;
  const bytes = isText ? Buffer.byteLength(JSON.stringify(content)) : (content.length * 4) / 3;
  const detail = 'This is more than one answer can hold. Ask for less at once.';
  if (bytes > maxAnswerSize) throw new AppError('conflict', { detail });
};

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
