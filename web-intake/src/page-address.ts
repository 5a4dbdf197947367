import { capitalize } from '#domain/shared/values/text.ts';
import { t } from './language.ts';

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

export const statusPath = (reference: string, token: string): string =>
  `/status/${encodeURIComponent(reference)}/${encodeURIComponent(token)}`;

/** Returns the address of the home's standard form, or of a further one. */
export const formPath = (slug: string, form: string | undefined): string => (form ? `/${slug}/${form}` : `/${slug}`);

const mailedLink = /^#go-on\.([\w-]+)\.([\w-]+)$/;

/** Reads the draft that an emailed link names. */
export const parseDraftLink = (hash: string): { draft: string; key: string } | undefined => {
  const [, draft, key] = mailedLink.exec(hash) ?? [];
  return draft && key ? { draft, key } : undefined;
};

/** Returns the name to show for an unknown home (D1 §2): `whitcomb-ames` gives "Whitcomb Ames". */
export const nameFromSlug = (slug: string): string =>
  slug
    .split(/[^\p{L}\p{N}']+/u)
    .filter(Boolean)
    .map(capitalize)
    .join(' ') || t('Funeral Home');
