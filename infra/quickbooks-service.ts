import type { Config } from './config.ts';

/** Which QuickBooks a stage uses, as the setting `QUICKBOOKS` says; signing in is the same for both. */
export const quickBooksOf = ({ quickBooks }: Pick<Config, 'quickBooks'>) => ({
  environment: quickBooks,
  api: quickBooks === 'production' ? 'https://quickbooks.api.intuit.com' : 'https://sandbox-quickbooks.api.intuit.com',
  authorizeUrl: 'https://appcenter.intuit.com/connect/oauth2',
  tokenUrl: 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer',
  revokeUrl: 'https://developer.api.intuit.com/v2/oauth2/tokens/revoke',
});
