/** The address to come back to after signing in: `/cases/1?tab=audit`, as `?return=` of the sign-in page. */
export const signInPath = (from: { pathname: string; search: string; hash?: string }): string => {
  const back = `${from.pathname}${from.search}${from.hash ?? ''}`;
  return back === '/' || from.pathname === '/signin' ? '/signin' : `/signin?return=${encodeURIComponent(back)}`;
};

/** Whether a page is for people who are not signed in. */
export const isForVisitors = (pathname: string): boolean =>
  ['/signin', '/take-a-call', '/status'].includes(pathname) || pathname.startsWith('/invitations/');

/** Where `?return=` leads: only ever a path of this site, so that a link cannot send people elsewhere. */
export const returnPath = (search: string): string => {
  const wanted = new URLSearchParams(search).get('return') ?? '/';
  const here = new URL('http://this.site');
  const url = URL.canParse(wanted, here) ? new URL(wanted, here) : here;
  // `/..//evil.example` comes out as `//evil.example`, which is another site again.
  const isPath = wanted.startsWith('/') && !url.pathname.startsWith('//');
  const inside = isPath && url.origin === here.origin && !url.pathname.startsWith('/signin');
  return inside ? `${url.pathname}${url.search}${url.hash}` : '/';
};
