// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearDraft, readDraft, readReceipt, saveDraft, saveReceipt } from './calls.ts';

const draft = {
  values: { deceased_first_name: 'Harold', social_security_number: '987-65-4320' },
  notKnown: [],
  step: 'deceased',
  idempotencyKey: 'key',
  uncertain: true,
};
const secured = new Set(['social_security_number']);

// Other tests of the same process may have left something.
beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => vi.restoreAllMocks());

describe('the draft', () => {
  it('S-29 keeps the answers of one home in the tab, and never a secured one', () => {
    saveDraft('harbor-light', draft, secured);
    expect(readDraft('harbor-light')).toEqual({ ...draft, values: { deceased_first_name: 'Harold' } });
    expect(readDraft('whitcomb-ames')).toBeUndefined();
    expect(JSON.stringify(sessionStorage)).not.toContain('4320');
    expect(localStorage.length).toBe(0);
  });

  it('is gone when cleared', () => {
    saveDraft('harbor-light', draft, secured);
    clearDraft('harbor-light');
    expect(sessionStorage.length).toBe(0);
  });

  it('is ignored when something else stands there', () => {
    sessionStorage.setItem('intake-draft:a', 'not json');
    sessionStorage.setItem('intake-draft:b', '{"values":null}');
    expect(readDraft('a')).toBeUndefined();
    expect(readDraft('b')).toBeUndefined();
  });

  it('is done without where the browser refuses storage', () => {
    vi.stubGlobal('sessionStorage', undefined);
    expect(() => saveDraft('a', draft, secured)).not.toThrow();
    expect(readDraft('a')).toBeUndefined();
    vi.unstubAllGlobals();
  });

  it('leaves a receipt without personal data', () => {
    saveReceipt('a', { reference: 'R-1', statusToken: 't' });
    expect(readReceipt('a')).toEqual({ reference: 'R-1', statusToken: 't' });
  });
});
