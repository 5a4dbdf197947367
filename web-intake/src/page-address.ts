import { t } from './language.ts';

/** The pages of the public site, as their addresses tell them apart. */
export type PageAddress =
  | { page: 'form'; slug: string; form?: string }
  | { page: 'status'; reference: string; token: string }
  | { page: 'start' };

const part = (raw: string): string => {
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
};

/**
 * Reads `/<slug>`, `/<slug>/<form>`, `/status`, `/status/<reference>`, with or without its code, or `/`. What was typed with
 * capitals means the same.
 */
export const readAddress = (pathname: string): PageAddress => {
  const [first, second, third] = pathname.split('/').filter(Boolean).map(part);
  if (first === undefined || first.endsWith('.html')) return { page: 'start' };
  const slug = first.toLowerCase();
  if (slug === 'status') return { page: 'status', reference: second ?? '', token: third ?? '' };
  return { page: 'form', slug, ...(second ? { form: second.toLowerCase() } : {}) };
};

/** Where a family reads how its report stands. */
export const statusPath = (reference: string, token: string): string =>
  `/status/${encodeURIComponent(reference)}/${encodeURIComponent(token)}`;

/** Where a home's form is: the one at its own address, or a further one. */
export const formPath = (slug: string, form: string | undefined): string => (form ? `/${slug}/${form}` : `/${slug}`);

const mailedLink = /^#go-on\.([\w-]+)\.([\w-]+)$/;

/** What a link in a mail names: a report that somebody goes on with. */
export const parseDraftLink = (hash: string): { draft: string; key: string } | undefined => {
  const [, draft, key] = mailedLink.exec(hash) ?? [];
  return draft && key ? { draft, key } : undefined;
};

/** The name to show when the lookup does not find the home (D1 §2): `whitcomb-ames` gives "Whitcomb Ames". */
export const nameFromSlug = (slug: string): string =>
  slug
    .split(/[^\p{L}\p{N}']+/u)
    .filter(Boolean)
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join(' ') || t('Funeral Home');
