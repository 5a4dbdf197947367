import { describe, expect, it } from 'vitest';
import { intakeEndpoints } from '#domain/intake/intake.endpoints.ts';
import { isJson, isJsonResponse } from '#domain/shared/contract/endpoint.ts';
import { publicEndpoints } from './calls.ts';
import { lazyEndpoints } from './lazy-calls.ts';

const rows = { ...publicEndpoints, ...lazyEndpoints };

describe('publicEndpoints', () => {
  it.each(Object.keys(rows) as (keyof typeof rows)[])('match the contract: %s', (name) => {
    const { method, path, permission, response } = intakeEndpoints[name];
    const row = rows[name];
    expect({ method: row.method, path: row.path, permission: row.permission }).toEqual({ method, path, permission });
    expect(isJsonResponse(row.response)).toBe(isJsonResponse(response));
    const body = (of: object) => isJson('body' in of ? (of.body as never) : undefined);
    expect(body(row)).toBe(body(intakeEndpoints[name]));
  });
});
