import { useEffect, useLayoutEffect, useState } from 'react';
import type { PublicFuneralHome } from '#domain/intake/intake.endpoints.ts';
import { ownText } from '#domain/managed-forms/form-translations.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import type { Language } from '#domain/shared/values/language.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import { lookUpHome } from './calls.ts';
import { t, useLanguage } from './language.ts';
import { formPath, nameFromSlug } from './page-address.ts';

/** The home of the page: `undefined` while the lookup is under way. */
export type Home = (PublicFuneralHome & { isUnknown?: true; isClosed?: true }) | undefined;

/** What the page shows when the home is not found or cannot be reached (D1 §2). */
const fallbackHome = (slug: string, error: unknown): Home => ({
  slug,
  name: nameFromSlug(slug),
  logo_url: null,
  phone: error instanceof ApiError && typeof error.body.telephone === 'string' ? error.body.telephone : null,
  emergency_phone: null,
  condolence_message: null,
  form: null,
  ...(error instanceof ApiError && error.status === 404 ? { isUnknown: true } : {}),
});

/** Numbers travel as digits. */
const readable = (phone: string | null): string | null => phone && formatPhone(phone);

/** The one number to call: the one that is answered at any hour, where there is one. */
export const homePhone = (home: Home): string | undefined => home?.emergency_phone ?? home?.phone ?? undefined;

/** The form's own color, in the two lights that the style knows. */
const wearColors = (colors: { day: string; night: string } | null): void => {
  const { dataset, style } = document.documentElement;
  if (!colors) return;
  dataset.colors = 'own';
  style.setProperty('--own-day', colors.day);
  style.setProperty('--own-night', colors.night);
};

/** What the form is called: in the home's own words, or as every home's is. */
export const formTitle = (home: Home, language: Language): string =>
  t(home?.form ? ownText(home.form, 'title', language) : 'Report a Death');

/** Looks the home up once; the title of the page follows its name. */
export const useFuneralHome = (slug: string, form: string | undefined): Home => {
  const [home, setHome] = useState<Home>();
  const language = useLanguage();
  const title = home && `${formTitle(home, language)} | ${home.name}`;
  useLayoutEffect(() => {
    if (title) document.title = title;
  }, [title]);
  useEffect(() => {
    const leaving = new AbortController();
    void lookUpHome(slug, form, leaving.signal)
      .then((found): Home => (form && !found.form ? { ...found, isClosed: true } : found))
      .catch((error: unknown) => fallbackHome(slug, error))
      .then((found) => {
        if (leaving.signal.aborted || !found) return;
        setHome({ ...found, phone: readable(found.phone), emergency_phone: readable(found.emergency_phone) });
        // A home that has moved to another address is shown under it; the form goes on as it is.
        if (found.slug !== slug)
          history.replaceState(history.state, '', formPath(found.slug, form) + window.location.hash);
        wearColors(found.form?.colors ?? null);
      });
    return () => leaving.abort();
  }, [slug, form]);
  return home;
};
