import { describe, expect, it } from 'vitest';
import { isForVisitors, returnPath, signInPath } from './return-path.ts';

describe('signInPath and returnPath', () => {
  it('keep the page and its filters', () => {
    const to = signInPath({ pathname: '/submissions', search: '?status=new&page=2' });
    expect(to).toBe('/signin?return=%2Fsubmissions%3Fstatus%3Dnew%26page%3D2');
    expect(returnPath(to.slice('/signin'.length))).toBe('/submissions?status=new&page=2');
  });

  it('keep the fragment of a link', () => {
    const to = signInPath({ pathname: '/cases/1', search: '', hash: '#service' });
    expect(returnPath(to.slice('/signin'.length))).toBe('/cases/1#service');
  });

  it('ignore pages for signed-out users', () => {
    expect(['/signin', '/status', '/invitations/abc'].every(isForVisitors)).toBe(true);
    expect(['/', '/invitations', '/team', '/signing'].some(isForVisitors)).toBe(false);
  });

  it('omit the home page', () => {
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
  ])('F20 S-30 never lead to another site: %s', (wanted) => {
    expect(returnPath(`?return=${encodeURIComponent(wanted)}`)).toBe('/');
  });
});
