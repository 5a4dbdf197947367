export const publicLink = (site: string, slug: string): string => `${site.replace(/\/$/, '')}/${slug}`;

/** Returns a link without its scheme. */
export const shortLink = (link: string): string => link.replace(/^https?:\/\//, '');
