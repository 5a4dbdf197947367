import { createHash } from 'node:crypto';
import type { DemoAccount } from './demo-accounts-setup.ts';

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** How an organization of the demonstration is known at the stand-in; nothing of it is a secret of anybody. */
export const demoSigning = (organization: string) => {
  const name = organization.replace(' (Demonstration)', '');
  const slug = name.toLowerCase().replace(/[^a-z]+/g, '-');
  return {
    key: `local-docuseal-${slug}`,
    account: `${slug}@docuseal.example`,
    secret: `whsec_local_${slug}`,
    webhookToken: digest(`docuseal webhook ${slug}`),
  };
};

/** Accounts of the demonstration's organizations, which announce to the product at this address. */
export const demoSigningAccounts = (staffUrl: string): DemoAccount[] =>
  ['Whitcomb & Ames', 'Harbor Light'].map((name) => {
    const { key, account, secret, webhookToken } = demoSigning(name);
    return {
      key,
      name,
      email: account,
      webhook: { url: `${staffUrl}/api/webhooks/docuseal/${webhookToken}/`, secret },
    };
  });
