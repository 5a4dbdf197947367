import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { AppError } from '#domain/shared/contract/errors.ts';
import { apiSecurityHeaders } from '#domain/shared/contract/security-headers.ts';

/** No caching, sniffing or framing (S-28). */
export const defaultHeaders = {
  'cache-control': 'no-store',
  ...Object.fromEntries(Object.entries(apiSecurityHeaders).map(([name, value]) => [name.toLowerCase(), value])),
};

type Answer = APIGatewayProxyStructuredResultV2;

/** Lambda's 6 MB include headers and the JSON around the body. */
const maxAnswerSize = 6 * 1024 * 1024 - 64 * 1024;

/** Throws above Lambda's limit, where the caller would only see “Bad gateway”. */
export const assertAnswerFits = (content: string | Uint8Array): void => {
  // Quotes and line breaks take two bytes, letters up to three, control characters six.
  const isText = typeof content === 'string' && content.length * 6 > maxAnswerSize;
  const bytes = isText ? Buffer.byteLength(JSON.stringify(content)) : (content.length * 4) / 3;
  const detail = 'This answer would be larger than 6 MB. Narrow the filters, or ask for a shorter period.';
  if (bytes > maxAnswerSize) throw new AppError('conflict', { detail });
};

/** Returns a JSON response with the default headers. */
export const answer = (statusCode: number, body: unknown, extra: Record<string, string> = {}): Answer => ({
  statusCode,
  headers: { 'content-type': 'application/json; charset=utf-8', ...defaultHeaders, ...extra },
  body: JSON.stringify(body),
});

/** Returns the response to an error. A failure carries only the request id. */
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
