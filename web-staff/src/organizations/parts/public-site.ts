import { useQuery } from '@tanstack/react-query';
import { funeralHomeKeys } from '../homes/keys.ts';

/** Returns the address of the public site, such as https://families.example.org; undefined until it is loaded. */
export const usePublicSite = (): string | undefined => {
  const query = useQuery({
    queryKey: funeralHomeKeys.publicSite,
    queryFn: async ({ signal }) => {
      const response = await fetch('/config.json', { signal });
      const { intakeUrl }: { intakeUrl?: string } = await response.json();
      return intakeUrl ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return query.data ?? undefined;
};

export const publicLink = (site: string, slug: string): string => `${site.replace(/\/$/, '')}/${slug}`;

export const shortLink = (link: string): string => link.replace(/^https?:\/\//, '');
