import { ActionIcon, Anchor, VisuallyHidden } from '@mantine/core';
import { IconCopy, IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { copyLink } from '../../ui/copy-link.ts';
import { funeralHomeKeys } from '../homes/keys.ts';
import classes from './public-site.module.css';

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

export const PublicAddress = ({ slug, home }: { slug: string; home: string }) => {
  const site = usePublicSite();
  if (!site) return <span className={classes.text}>/{slug}</span>;
  const link = publicLink(site, slug);
  return (
    <span className={classes.address}>
      <Anchor href={link} target="_blank" rel="noopener" inherit className={classes.text}>
        {shortLink(link)} <IconExternalLink size={14} stroke={1.8} className={classes.icon} aria-hidden />
        <VisuallyHidden>(public page, opens in a new tab)</VisuallyHidden>
      </Anchor>
      <ActionIcon variant="subtle" aria-label={`Copy public link for ${home}`} onClick={() => void copyLink(link)}>
        <IconCopy size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    </span>
  );
};
