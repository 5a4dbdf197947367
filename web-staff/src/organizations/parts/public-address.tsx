import { ActionIcon, Anchor, VisuallyHidden } from '@mantine/core';
import { IconCopy, IconExternalLink } from '@tabler/icons-react';
import { copyLink } from '../../ui/copy-link.ts';
import classes from './public-address.module.css';
import { publicLink, shortLink, usePublicSite } from './public-site.ts';

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
