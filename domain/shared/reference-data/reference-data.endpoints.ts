import * as z from 'zod';
import { endpoint } from '#domain/shared/contract/endpoint.ts';

export const referenceDataEndpoints = {
  countries: endpoint({
    method: 'GET',
    path: '/api/common/countries/',
    permission: 'public',
    summary: 'List countries: US, CA and MX first, then by name',
    response: z.array(z.object({ code: z.string(), code3: z.string(), name: z.string() })),
  }),
  states: endpoint({
    method: 'GET',
    path: '/api/common/states/',
    permission: 'public',
    summary: 'List the states or provinces of a country',
    query: z.object({
      country: z
        .string()
        .regex(/^[A-Za-z]{2,3}$/, 'Please select a valid country')
        .optional(),
    }),
    response: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
  openapi: endpoint({
    method: 'GET',
    path: '/api/openapi.json/',
    permission: 'public',
    summary: 'Get this API as an OpenAPI 3.1 document',
    response: z.record(z.string(), z.unknown()),
  }),
} as const;
