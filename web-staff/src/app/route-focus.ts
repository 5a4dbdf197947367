import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/**
 * What a browser does on a new page: the focus goes to its start, the view to its top, or to where it was when
 * somebody comes back. Positions stay in memory, since the router's own helper writes them to storage.
 */
export const useRouteFocus = (main: React.RefObject<HTMLElement | null>): void => {
  const { key, pathname } = useLocation();
  const back = useNavigationType() === 'POP';
  const positions = useRef(new Map<string, number>());
  const previous = useRef(pathname);

  useEffect(() => {
    const remember = () => positions.current.set(key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [key]);

  useLayoutEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    main.current?.focus({ preventScroll: true });
    window.scrollTo(0, back ? (positions.current.get(key) ?? 0) : 0);
  }, [pathname, key, back, main]);
};
