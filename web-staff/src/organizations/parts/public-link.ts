/** Where families find a home's form: the public site's address and the home's part of it. */
export const publicLink = (site: string, slug: string): string => `${site.replace(/\/$/, '')}/${slug}`;

/** The link as people read it, without what every address begins with. */
export const shortLink = (link: string): string => link.replace(/^https?:\/\//, '');
