import { adapter } from '#functions/platform/api/dependencies.ts';
import type { QuickBooksCompany } from './quickbooks.ts';
import type { QuickBooksOAuth } from './quickbooks-oauth.ts';

export interface QuickBooksConnector {
  environment: string;
  open(): Promise<QuickBooksOAuth | undefined>;
  /** A company with a token that is not stored yet. */
  at(realmId: string, accessToken: string): Pick<QuickBooksCompany, 'info'>;
}
/** `further` is the company's number, unless it is the organization's first company. */
export type ConnectedCompany = QuickBooksCompany & { further: string | undefined };
export interface QuickBooksCompanies {
  /** The first company or the one with this number; undefined if it is not connected. */
  of(organizationId: string, number?: string): Promise<ConnectedCompany | undefined>;
  all(organizationId: string): Promise<{ first: string | undefined; connected: string[] }>;
  revoke(organizationId: string, further?: string): Promise<void>;
}

declare module '#functions/platform/api/dependencies.ts' {
  interface Dependencies {
    quickBooks: QuickBooksCompanies;
    quickBooksConnector: QuickBooksConnector;
    /** Undefined if the key that signs webhooks is not set. */
    quickBooksVerifier: () => Promise<string | undefined>;
  }
}

/** Refreshes and stores expired tokens. */
export const quickBooks = adapter(
  'quickBooks',
  'table:connection-tokens',
  'partner-key:open-quickbooks',
  'partner-key:seal-quickbooks',
  'secret:quickbooks',
);
export const quickBooksConnector = adapter('quickBooksConnector', 'secret:quickbooks');
export const quickBooksVerifier = adapter('quickBooksVerifier', 'secret:quickbooks');
export const quickBooksEncryptor = adapter('partnerEncryptor', 'partner-key:seal-quickbooks');
