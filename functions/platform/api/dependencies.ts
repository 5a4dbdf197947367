import type { Grant } from '#domain/shared/access/grants.ts';
import type { GoogleConnector } from '#functions/google-calendar/client/google-connector.ts';
import type { Repository, SharedRepository } from '#functions/platform/store/repository.ts';
import type { QuickBooksCompany } from '#functions/quickbooks/client/quickbooks.ts';
import type { QuickBooksOAuth } from '#functions/quickbooks/client/quickbooks-oauth.ts';
import type { DocuSeal, DocuSealAccounts, SigningService } from '#functions/signatures/client/docuseal.ts';
import type { BotCheck } from '../adapters/bot-check.ts';
import type { DocumentBucket, DocumentLinks } from '../adapters/document-bucket.ts';
import type { PartnerDecryptor, PartnerEncryptor } from '../adapters/partner-cipher.ts';
import type { SsnDecryptor, SsnEncryptor } from '../adapters/ssn-cipher.ts';
import type { ChangePassword, EndSessions, HasAuthenticator, UserPool } from '../adapters/user-pool.ts';
import type { AuditProof } from '../store/audit/audit-proof.ts';
import type { KeyWrapper } from '../store/subject-keys.ts';
import type { Table } from '../store/table.ts';
import type { ReadMultipart } from './multipart.ts';

export interface SigningConnector {
  services: readonly Pick<SigningService, 'id' | 'label'>[];
  /** Base URL of the services' webhooks. */
  siteUrl: string;
  at(service: string, key: string): Pick<DocuSeal, 'account'>;
}

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

export interface Dependencies {
  table: Table;
  /** DynamoDB rejects items of other organizations. */
  organizationTable: (organizationId: string) => Table;
  ssnEncryptor: SsnEncryptor;
  ssnDecryptor: SsnDecryptor;
  botCheck: BotCheck;
  newUsers: Pick<UserPool, 'userOf' | 'setPassword'>;
  changePassword: ChangePassword;
  endSessions: EndSessions;
  hasAuthenticator: HasAuthenticator;
  auditProof: AuditProof;
  documentIntake: Pick<DocumentBucket, 'uploadForm' | 'put' | 'sizeOf'>;
  documentLinks: DocumentLinks;
  docuseal: DocuSealAccounts;
  signingConnector: SigningConnector;
  quickBooks: QuickBooksCompanies;
  quickBooksConnector: QuickBooksConnector;
  /** Undefined if the key that signs webhooks is not set. */
  quickBooksVerifier: () => Promise<string | undefined>;
  googleConnector: GoogleConnector;
  partnerEncryptor: PartnerEncryptor;
  webhookOpener: PartnerDecryptor;
  keyWrapper: KeyWrapper;
  staffSite: { url: string };
  multipart: ReadMultipart;
}
export type DependencyName = keyof Dependencies;

/** Returns a dependency. The compiler has checked that the entry passes it. */
export const requireDependency = <P extends DependencyName>(
  provisions: Partial<Dependencies>,
  name: P,
): Dependencies[P] => {
  const provision = provisions[name];
  if (provision === undefined) throw new Error(`this function was built without ${name}`);
  return provision;
};

export interface Adapter<P extends DependencyName = DependencyName> {
  readonly adapter: P;
  readonly grants: readonly Grant[];
  /** Returns no data of an organization, so that organization-scoped endpoints use the function's own role. */
  readonly ofFunction?: true;
}

const adapter = <P extends DependencyName>(name: P, ...grants: Grant[]): Adapter<P> => ({ adapter: name, grants });

export const ssnEncryptor = adapter('ssnEncryptor', 'ssn-key:encrypt');
export const ssnDecryptor = adapter('ssnDecryptor', 'ssn-key:decrypt');
export const keyWrapper = adapter('keyWrapper', 'subject-key:use');
export const auditProof = {
  ...adapter('auditProof', 'audit-key:verify', 'audit-witness:get'),
  ofFunction: true,
} as const;
export const botCheck = adapter('botCheck', 'secret:bot-check');
export const newUsers = adapter('newUsers', 'user-pool:create');
export const changePassword = adapter('changePassword');
export const endSessions = adapter('endSessions');
export const hasAuthenticator = adapter('hasAuthenticator');
export const documentIntake = adapter('documentIntake', 'documents:receive');
export const docuseal = adapter('docuseal', 'table:connections-read', 'partner-key:open');
export const signingConnector = adapter('signingConnector');
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
export const googleConnector = adapter('googleConnector', 'secret:google');
export const partnerEncryptor = adapter('partnerEncryptor', 'partner-key:seal');
export const quickBooksEncryptor = adapter('partnerEncryptor', 'partner-key:seal-quickbooks');
export const googleEncryptor = adapter('partnerEncryptor', 'partner-key:seal-google');
export const webhookDecryptor = adapter('webhookOpener', 'partner-key:open-webhook');
export const staffSite = { ...adapter('staffSite'), ofFunction: true } as const;
export const documentLinks = adapter('documentLinks', 'documents:read');

/** A dependency of a handler; its Lambda needs the adapter and the privileges. */
export type HandlerDependency = Repository | SharedRepository | Adapter;

export type HandlerDependencies = Readonly<Record<string, HandlerDependency>>;
