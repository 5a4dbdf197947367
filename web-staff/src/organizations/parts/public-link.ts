export const publicLink = (site: string, slug: string): string => `${site.replace(/\/$/, '')}/${slug}`;

export const shortLink = (link: string): string => link.replace(/^https?:\/\//, '');
