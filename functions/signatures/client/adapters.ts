import { adapter } from '#functions/platform/api/dependencies.ts';
import type { DocuSeal, SigningService } from './docuseal.ts';

export interface DocuSealAccounts {
  /** Returns undefined if the organization is not connected; `patient: false` only checks the connection. */
  of(organizationId: string, how?: { patient?: boolean }): Promise<DocuSeal | undefined>;
}

export interface SigningConnector {
  services: readonly Pick<SigningService, 'id' | 'label'>[];
  /** Base URL of the services' webhooks. */
  siteUrl: string;
  at(service: string, key: string): Pick<DocuSeal, 'account'>;
}

declare module '#functions/platform/api/dependencies.ts' {
  interface Dependencies {
    docuseal: DocuSealAccounts;
    signingConnector: SigningConnector;
  }
}

export const docuseal = adapter('docuseal', 'table:connections-read', 'partner-key:open');
export const signingConnector = adapter('signingConnector');
