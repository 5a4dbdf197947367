// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { intakeEndpoints } from '#domain/intake/intake.endpoints.ts';
import { isJson, isJsonResponse } from '#domain/shared/contract/endpoint.ts';
import { publicEndpoints, readDraft, readReceipt, saveDraft, saveReceipt } from './calls.ts';
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

describe('drafts', () => {
  const draft = {
    values: { deceased_first_name: 'Harold', social_security_number: '987-65-4320' },
    notKnown: [],
    step: 'deceased',
    idempotencyKey: 'key',
    uncertain: true,
  };
  const secured = new Set(['social_security_number']);

  beforeEach(() => {
    sessionStorage.clear();
    localStorage.clear();
  });
  afterEach(() => vi.restoreAllMocks());

  it('S-29 stores the answers of one home in the tab, and never a secured one', () => {
    saveDraft('harbor-light', draft, secured);
    expect(readDraft('harbor-light')).toEqual({ ...draft, values: { deceased_first_name: 'Harold' } });
    expect(readDraft('whitcomb-ames')).toBeUndefined();
    expect(JSON.stringify(sessionStorage)).not.toContain('4320');
    expect(localStorage.length).toBe(0);
  });

  it('works without a draft if the browser blocks storage', () => {
    vi.stubGlobal('sessionStorage', undefined);
    expect(() => saveDraft('a', draft, secured)).not.toThrow();
    expect(readDraft('a')).toBeUndefined();
    vi.unstubAllGlobals();
  });

  it('stores a receipt without personal data', () => {
    saveReceipt('a', { reference: 'R-1', statusToken: 't' });
    expect(readReceipt('a')).toEqual({ reference: 'R-1', statusToken: 't' });
  });
});
