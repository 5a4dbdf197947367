import middy from '@middy/core';
import * as z from 'zod';
import type { Endpoint } from '#domain/shared/contract/endpoint.ts';
import type {
  Actor,
  Answer,
  ApiEvent,
  Call,
  CallContext,
  CallMiddleware,
  Handler,
} from '#functions/platform/api/actor.ts';
import { type EventOptions, endpointEvent } from './api-event.ts';

/** Returns an endpoint without requirements; tests add what they need. */
export const exampleEndpoint = (changes: Partial<Endpoint> = {}): Endpoint => ({
  method: 'POST',
  path: '/api/examples/{id}/',
  permission: 'customer:edit',
  summary: 'An example',
  response: z.object({ done: z.boolean() }),
  ...changes,
});

export const exampleHandler = (endpoint: Endpoint, run: Handler['run'] = async () => ({ done: true })): Handler => ({
  endpoint,
  needs: {},
  provisions: [],
  run,
});

export const exampleActor = (changes: Partial<Actor> = {}): Actor => ({
  id: '0190a000-0000-7000-8000-00000000000a',
  organizationId: '0190a000-0000-7000-8000-00000000000b',
  homeId: '0190a000-0000-7000-8000-00000000000c',
  name: 'Dee Kowalski',
  email: 'dee@example.com',
  role: 'coordinator',
  session: '1767225600',
  sessionsSince: undefined,
  secondFactor: 'optional',
  showedApp: false,
  ...changes,
});

export const exampleCall = (endpoint: Endpoint, changes: Partial<Call> = {}): Call => ({
  handler: exampleHandler(endpoint),
  request: { id: 'request-1', ip: '203.0.113.9', path: endpoint.path, bearer: 'token' },
  now: new Date('2026-03-10T12:00:00Z'),
  pathParameters: {},
  input: { params: undefined, query: undefined, body: undefined },
  headers: {},
  ...changes,
});

interface Passage {
  call: Call;
  event?: Partial<Omit<EventOptions, 'routeKey' | 'rawPath'>>;
  next?: (call: Call) => unknown;
}

/** Sends one call through one middleware. Rejects with the error that the middleware leaves. */
export const through = (middleware: CallMiddleware, { call, event = {}, next = () => undefined }: Passage) => {
  const { endpoint } = call.handler;
  const request: ApiEvent = endpointEvent(endpoint, { ...call.pathParameters }, event);
  return middy<ApiEvent, Answer, Error, CallContext>()
    .use(middleware)
    .handler(async (_event, context) => {
      context.call.output = await next(context.call);
      return {};
    })(request, { call } as CallContext);
};
