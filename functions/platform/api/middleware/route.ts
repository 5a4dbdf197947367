import type { Logger } from '@aws-lambda-powertools/logger';
import { routeKey } from '#domain/shared/contract/endpoint.ts';
import { notFound } from '#domain/shared/contract/errors.ts';
import type { ApiEvent, CallMiddleware, Handler, RequestInfo } from '../call.ts';

const requestOf = ({ requestContext, headers }: ApiEvent, path: string): RequestInfo => ({
  id: requestContext.requestId,
  ip: headers['x-viewer-ip'] ?? requestContext.http.sourceIp ?? null,
  path,
  bearer: (headers.authorization ?? '').replace(/^Bearer /i, ''),
});

/** Finds the handler by the route that API Gateway chose, whose parameters it has read and decoded. */
export const route = (
  handlers: readonly Handler[],
  { logger, now }: { logger: Logger; now: () => Date },
): CallMiddleware => {
  const byKey = new Map(handlers.map((handler) => [routeKey(handler.row), handler]));
  return {
    before({ event, context }) {
      const handler = byKey.get(event.routeKey);
      if (!handler) throw notFound();
      const { row } = handler;
      logger.appendKeys({ route: `${row.method} ${row.path}` });
      context.call = {
        handler,
        request: requestOf(event, row.path),
        now: now(),
        pathParameters: Object.fromEntries(
          Object.entries(event.pathParameters ?? {}).map(([name, value]) => [name, value ?? '']),
        ),
        input: { params: undefined, query: undefined, body: undefined },
        headers: {},
      };
    },
  };
};
