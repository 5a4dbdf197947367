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

/** Connects an organization to DocuSeal: available services and access to any account. */
export interface SigningConnector {
  services: readonly Pick<SigningService, 'id' | 'label'>[];
  /** Base URL of the services' webhooks. */
  siteUrl: string;
  at(service: string, key: string): Pick<DocuSeal, 'account'>;
}

/** Connects an organization to QuickBooks. */
export interface QuickBooksConnector {
  environment: string;
  /** Undefined if the installation has no QuickBooks app. */
  open(): Promise<QuickBooksOAuth | undefined>;
  /** A company with a token that is not stored yet. */
  at(realmId: string, accessToken: string): Pick<QuickBooksCompany, 'info'>;
}
/** A connected company, and its number unless it is the organization's first company. */
export type ConnectedCompany = QuickBooksCompany & { further: string | undefined };
/** The companies that organizations have connected. */
export interface QuickBooksCompanies {
  /** The first company or the one with this number; undefined if it is not connected. */
  of(organizationId: string, number?: string): Promise<ConnectedCompany | undefined>;
  /** The numbers of all connected companies, and the first one. */
  all(organizationId: string): Promise<{ first: string | undefined; connected: string[] }>;
  /** Revokes the connection of the first or of a further company at QuickBooks. */
  revoke(organizationId: string, further?: string): Promise<void>;
}

/** All dependencies that a Lambda entry can pass to its handlers; each passes only those they need. */
export interface Dependencies {
  table: Table;
  /** The table with credentials of one organization; DynamoDB rejects items of others. */
  organizationTable: (organizationId: string) => Table;
  ssnEncryptor: SsnEncryptor;
  ssnDecryptor: SsnDecryptor;
  botCheck: BotCheck;
  newUsers: Pick<UserPool, 'userOf' | 'setPassword'>;
  changePassword: ChangePassword;
  endSessions: EndSessions;
  hasAuthenticator: HasAuthenticator;
  auditProof: AuditProof;
  /** Accepts uploads and checks their arrival. */
  documentIntake: Pick<DocumentBucket, 'uploadForm' | 'put' | 'sizeOf'>;
  documentLinks: DocumentLinks;
  /** The DocuSeal accounts of organizations. */
  docuseal: DocuSealAccounts;
  signingConnector: SigningConnector;
  quickBooks: QuickBooksCompanies;
  quickBooksConnector: QuickBooksConnector;
  /** The key with which QuickBooks signs webhooks; undefined if it is not set. */
  quickBooksVerifier: () => Promise<string | undefined>;
  /** Connects an organization to Google Calendar. */
  googleConnector: GoogleConnector;
  partnerEncryptor: PartnerEncryptor;
  webhookOpener: PartnerDecryptor;
  /** Present if an endpoint records or reads encrypted audit entries. */
  keyWrapper: KeyWrapper;
  /** Base URL of the staff site. */
  staffSite: { url: string };
  /** Reads multipart forms, for endpoints that accept them. */
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

/** An external dependency of a handler, with the privileges it needs. */
export interface Adapter<P extends DependencyName = DependencyName> {
  readonly adapter: P;
  readonly grants: readonly Grant[];
  /** Returns no data of an organization, so organization-scoped endpoints use the function's own role. */
  readonly ofFunction?: true;
}

const adapter = <P extends DependencyName>(name: P, ...grants: Grant[]): Adapter<P> => ({ adapter: name, grants });

export const ssnEncryptor = adapter('ssnEncryptor', 'ssn-key:encrypt');
/** Decrypts SSNs; only the reveal function uses it. */
export const ssnDecryptor = adapter('ssnDecryptor', 'ssn-key:decrypt');
/** Wraps the keys that encrypt audit entries about people. */
export const keyWrapper = adapter('keyWrapper', 'subject-key:use');
/** Verifies signatures and reads witnesses of the audit log. */
export const auditProof = {
  ...adapter('auditProof', 'audit-key:verify', 'audit-witness:get'),
  ofFunction: true,
} as const;
/** Asks the verifier whether a person submits a form. */
export const botCheck = adapter('botCheck', 'secret:bot-check');
/** Creates users who accept an invitation. */
export const newUsers = adapter('newUsers', 'user-pool:create');
/** Changes the caller's password with the caller's token; it needs no IAM permission. */
export const changePassword = adapter('changePassword');
/** Ends all sessions of the caller with the caller's token. */
export const endSessions = adapter('endSessions');
/** Checks with the caller's token whether sign-in requires an authenticator app. */
export const hasAuthenticator = adapter('hasAuthenticator');
/** Accepts uploads for a case; they cannot be read before they are scanned. */
export const documentIntake = adapter('documentIntake', 'documents:receive');
/** Calls DocuSeal for the caller's organization. */
export const docuseal = adapter('docuseal', 'table:connections-read', 'partner-key:open');
/** Tries an API key that is not stored yet. */
export const signingConnector = adapter('signingConnector');
/** Calls QuickBooks for the caller's organization; expired tokens are refreshed and stored. */
export const quickBooks = adapter(
  'quickBooks',
  'table:connection-tokens',
  'partner-key:open-quickbooks',
  'partner-key:seal-quickbooks',
  'secret:quickbooks',
);
/** Starts the OAuth consent, with tokens that are not stored yet. */
export const quickBooksConnector = adapter('quickBooksConnector', 'secret:quickbooks');
/** Verifies the signature of QuickBooks webhooks. */
export const quickBooksVerifier = adapter('quickBooksVerifier', 'secret:quickbooks');
export const googleConnector = adapter('googleConnector', 'secret:google');
/** Encrypts the DocuSeal connection's secrets. */
export const partnerEncryptor = adapter('partnerEncryptor', 'partner-key:seal');
/** Encrypts the tokens of a QuickBooks company. */
export const quickBooksEncryptor = adapter('partnerEncryptor', 'partner-key:seal-quickbooks');
/** Encrypts the tokens of a Google calendar. */
export const googleEncryptor = adapter('partnerEncryptor', 'partner-key:seal-google');
/** Decrypts the secret that verifies a partner's webhooks. */
export const webhookDecryptor = adapter('webhookOpener', 'partner-key:open-webhook');
/** Base URL of the staff site for links in emails and at partners. */
export const staffSite = { ...adapter('staffSite'), ofFunction: true } as const;
/** Creates links to files of the caller's organization. */
export const documentLinks = adapter('documentLinks', 'documents:read');

/** A dependency of a handler, whose means and rights its Lambda needs. */
export type HandlerDependency = Repository | SharedRepository | Adapter;

/** The dependencies of a handler by local name. */
export type HandlerDependencies = Readonly<Record<string, HandlerDependency>>;
