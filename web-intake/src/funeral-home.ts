import { useEffect, useState } from 'react';
import type { PublicFuneralHome } from '#domain/intake/intake.endpoints.ts';
import { lookUpHome } from './calls.ts';
import { nameFromSlug } from './page-address.ts';

/** The home of the page: `undefined` while the lookup is under way. */
export type Home = PublicFuneralHome | undefined;

/** What the page shows when the home is not found or cannot be reached (D1 §2). */
const fallbackHome = (slug: string): PublicFuneralHome => ({
  name: nameFromSlug(slug),
  logo_url: null,
  phone: null,
  emergency_phone: null,
  condolence_message: null,
});

/** Looks the home up once; the title of the page follows its name. */
export const useFuneralHome = (slug: string): Home => {
  const [home, setHome] = useState<Home>();
  useEffect(() => {
    const leaving = new AbortController();
    lookUpHome(slug, leaving.signal)
      .catch(() => fallbackHome(slug))
      .then((found) => {
        if (leaving.signal.aborted) return;
        setHome(found);
        document.title = `Report a Death | ${found.name}`;
      });
    return () => leaving.abort();
  }, [slug]);
  return home;
};
