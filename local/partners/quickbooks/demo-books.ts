import { secrets } from '#infra/secrets.ts';

/** The app of the local product at the stand-in, and two companies of its organizations. */
export const demoBooks = (staffUrl: string) => ({
  app: {
    clientId: secrets.quickbooks.example.client_id,
    clientSecret: secrets.quickbooks.example.client_secret,
    redirectUris: [`${staffUrl}/settings/quickbooks/callback`],
  },
  webhooks: {
    url: `${staffUrl}/api/webhooks/quickbooks/`,
    verifierToken: secrets.quickbooks.example.webhook_verifier,
  },
  companies: { '9341450001': 'Whitcomb & Ames Funeral Homes', '9341450002': 'Harbor Light Chapel' },
});
