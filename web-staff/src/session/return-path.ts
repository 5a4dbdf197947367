/** Returns the sign-in page's address with the one to return to: `/cases/1?tab=audit` as `?return=`. */
export const signInPath = (from: { pathname: string; search: string; hash?: string }): string => {
  const back = `${from.pathname}${from.search}${from.hash ?? ''}`;
  return back === '/' || from.pathname === '/signin' ? '/signin' : `/signin?return=${encodeURIComponent(back)}`;
};

export const isForVisitors = (pathname: string): boolean =>
  ['/signin', '/take-a-call', '/status'].includes(pathname) || pathname.startsWith('/invitations/');

/** Returns the target of `?return=`: only a path of this site, so that a link cannot lead elsewhere. */
export const returnPath = (search: string): string => {
  const target = new URLSearchParams(search).get('return') ?? '/';
  const here = new URL('http://this.site');
  const url = URL.canParse(target, here) ? new URL(target, here) : here;
  // `/..//evil.example` normalizes to `//evil.example`, which is another site.
  const isPath = target.startsWith('/') && !url.pathname.startsWith('//');
  const inside = isPath && url.origin === here.origin && !url.pathname.startsWith('/signin');
  return inside ? `${url.pathname}${url.search}${url.hash}` : '/';
};
