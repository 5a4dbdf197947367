import { describe, expect, it } from 'vitest';
import { rowEvent } from '#tests/support/calls/api-event.ts';
import { exampleHandler, exampleRow } from '#tests/support/calls/through.ts';
import { keptLogger } from '#tests/support/engines/kept-logger.ts';
import type { CallContext } from '../actor.ts';
import { route } from '../api.ts';

const now = new Date('2026-03-10T12:00:00Z');
const read = exampleHandler(exampleRow({ method: 'GET' }));
const write = exampleHandler(exampleRow({ method: 'PATCH' }));

describe('route middleware', () => {
  const routed = (row = write.row, routeKey?: string) => {
    const { logger } = keptLogger();
    const context = {} as CallContext;
    const event = rowEvent(row, { id: 'a b' }, { headers: { authorization: 'Bearer abc' } });
    route([read, write], { logger, now: () => now }).before?.({
      ...{ event: routeKey ? { ...event, routeKey } : event, context },
      ...{ response: undefined, error: undefined, internal: {} },
    });
    return context.call;
  };

  it("finds the handler by API Gateway's route, with its path parameters", () => {
    expect(routed(read.row).handler).toBe(read);
    const call = routed();
    expect(call.handler).toBe(write);
    expect(call).toMatchObject({ pathParameters: { id: 'a b' }, now, headers: {} });
    expect(call.request).toMatchObject({ ip: '203.0.113.9', path: '/api/examples/{id}/', bearer: 'abc' });
  });

  it('returns 404 if this function does not serve the route', () => {
    expect(() => routed(write.row, 'DELETE /api/examples/{id}')).toThrow(expect.objectContaining({ kind: 'notFound' }));
  });
});
