import { describe, expect, it } from 'vitest';
import { isForVisitors, returnPath, signInPath } from './return-path.ts';

describe('the way to sign-in and back', () => {
  it('keeps the page and its filters', () => {
    const to = signInPath({ pathname: '/submissions', search: '?status=new&page=2' });
    expect(to).toBe('/signin?return=%2Fsubmissions%3Fstatus%3Dnew%26page%3D2');
    expect(returnPath(to.slice('/signin'.length))).toBe('/submissions?status=new&page=2');
  });

  it('keeps the part of the page that a link names', () => {
    const to = signInPath({ pathname: '/cases/1', search: '', hash: '#service' });
    expect(returnPath(to.slice('/signin'.length))).toBe('/cases/1#service');
  });

  it('leaves the pages for visitors to them', () => {
    expect(['/signin', '/status', '/invitations/abc'].every(isForVisitors)).toBe(true);
    expect(['/', '/invitations', '/team', '/signing'].some(isForVisitors)).toBe(false);
  });

  it('needs no return for the home page', () => {
    expect(signInPath({ pathname: '/', search: '' })).toBe('/signin');
    expect(returnPath('')).toBe('/');
  });

  it.each([
    '//evil.example/x',
    'https://evil.example',
    '/\\evil.example',
    '/..//evil.example',
    '/.//evil.example/x',
    'javascript:alert(1)',
    '/signin?return=/signin',
    '\t//evil.example',
    'cases',
  ])('F20 S-30 never leads anywhere else: %s', (wanted) => {
    expect(returnPath(`?return=${encodeURIComponent(wanted)}`)).toBe('/');
  });
});
