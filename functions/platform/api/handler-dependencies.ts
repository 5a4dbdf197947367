import type { Grant } from '#domain/shared/access/grants.ts';
import type { GoogleConnector } from '#functions/google-calendar/client/google-connector.ts';
import type { Repository, SharedRepository } from '#functions/platform/store/repository.ts';
import type { QuickBooksOAuth } from '#functions/quickbooks/client/oauth-token-store.ts';
import type { QuickBooksCompany } from '#functions/quickbooks/client/quickbooks.ts';
import type { DocuSeal, DocuSealAccounts, SigningService } from '#functions/signatures/client/docuseal.ts';
import type { DocumentBucket, DocumentLinks } from '../adapters/audit-key.ts';
import type { BotCheck } from '../adapters/bot-check.ts';
import type { PartnerDecryptor, PartnerEncryptor } from '../adapters/partner-cipher.ts';
import type { SsnDecryptor, SsnEncryptor } from '../adapters/ssn-cipher.ts';
import type { ChangePassword, EndSessions, HasAuthenticator, UserPool } from '../adapters/user-pool.ts';
import type { AuditProof } from '../store/audit/audit-proof.ts';
import type { KeyWrapper } from '../store/subject-keys.ts';
import type { Table } from '../store/table.ts';
import type { ReadMultipart } from './multipart.ts';

/** Whoever connects an organization to DocuSeal comes in here: which services there are, and any account of theirs. */
export interface SigningConnector {
  services: readonly Pick<SigningService, 'id' | 'label'>[];
  /** Where the services' webhooks come. */
  siteUrl: string;
  at(service: string, key: string): Pick<DocuSeal, 'account'>;
}

/** Whoever connects an organization to QuickBooks comes in here. */
export interface QuickBooksConnector {
  environment: string;
  /** Undefined where the installation has no app at QuickBooks. */
  open(): Promise<QuickBooksOAuth | undefined>;
  /** A company with a token that nobody has kept yet. */
  at(realmId: string, accessToken: string): Pick<QuickBooksCompany, 'info'>;
}
/** A company that is connected, and its number where it is not the organization's first one. */
export type ConnectedCompany = QuickBooksCompany & { further: string | undefined };
/** The companies that organizations have connected. */
export interface QuickBooksCompanies {
  /** The organization's first one, or the one of this number; undefined where that is not connected. */
  of(organizationId: string, number?: string): Promise<ConnectedCompany | undefined>;
  /** The numbers of all that are connected, and which of them is the first one. */
  all(organizationId: string): Promise<{ first: string | undefined; connected: string[] }>;
  /** Ends the connection of the first one, or of that further one, at QuickBooks. */
  revoke(organizationId: string, further?: string): Promise<void>;
}

/** Everything that a Lambda entry can give to its handlers; each gives what they need, and nothing more. */
export interface Dependencies {
  table: Table;
  /** The table with the rights of one organization: another one's items are refused by the service itself. */
  organizationTable: (organizationId: string) => Table;
  ssnSealer: SsnEncryptor;
  ssnOpener: SsnDecryptor;
  botCheck: BotCheck;
  newUsers: Pick<UserPool, 'userOf' | 'setPassword'>;
  changePassword: ChangePassword;
  endSessions: EndSessions;
  hasAuthenticator: HasAuthenticator;
  auditProof: AuditProof;
  /** Takes files in, and sees whether they have arrived. */
  documentIntake: Pick<DocumentBucket, 'uploadForm' | 'put' | 'sizeOf'>;
  documentLinks: DocumentLinks;
  /** The accounts that organizations have at DocuSeal. */
  docuseal: DocuSealAccounts;
  signingDoor: SigningConnector;
  quickBooks: QuickBooksCompanies;
  quickBooksDoor: QuickBooksConnector;
  /** What QuickBooks signs its webhooks with; undefined where nobody has put it in. */
  quickBooksVerifier: () => Promise<string | undefined>;
  /** Google Calendar, for whoever connects it. */
  googleDoor: GoogleConnector;
  partnerSealer: PartnerEncryptor;
  webhookOpener: PartnerDecryptor;
  /** Given where a row records what is sealed, or reads it. */
  keyWrapper: KeyWrapper;
  /** Where links to the staff site lead. */
  staffSite: { url: string };
  /** Reads forms with files; asked for by rows that take them. */
  multipart: ReadMultipart;
}
export type DependencyName = keyof Dependencies;

/** What an entry gave. That it gave what its handlers need was checked when it was compiled. */
export const requireDependency = <P extends DependencyName>(
  provisions: Partial<Dependencies>,
  name: P,
): Dependencies[P] => {
  const provision = provisions[name];
  if (provision === undefined) throw new Error(`this function was built without ${name}`);
  return provision;
};

/** What is outside of the program as a handler names it among its needs, with the rights that it takes. */
export interface Adapter<P extends DependencyName = DependencyName> {
  readonly adapter: P;
  readonly grants: readonly Grant[];
  /** Tells nothing that is kept of an organization: what discloses asks it by the function's own rights. */
  readonly ofFunction?: true;
}

const adapter = <P extends DependencyName>(name: P, ...grants: Grant[]): Adapter<P> => ({ adapter: name, grants });

/** Encrypts Social Security numbers. */
export const ssnEncryptor = adapter('ssnSealer', 'ssn-key:encrypt');
/** Decrypts them: for the one function that reveals. */
export const ssnDecryptor = adapter('ssnOpener', 'ssn-key:decrypt');
/** Wraps the keys under which entries about people rest. */
export const keyWrapper = adapter('keyWrapper', 'subject-key:use');
/** Tells whether the sealer of the audit trail has signed something, and the digest that it witnessed. */
export const auditProof = {
  ...adapter('auditProof', 'audit-key:verify', 'audit-witness:get'),
  ofFunction: true,
} as const;
/** Asks the verifier whether a person sends a form. */
export const botCheck = adapter('botCheck', 'secret:bot-check');
/** Makes users of those who accept an invitation. */
export const newUsers = adapter('newUsers', 'user-pool:create');
/** Changes the caller's own password with the caller's own session: no right of ours is used. */
export const changePassword = adapter('changePassword');
/** Ends all sessions of the caller with the caller's own. */
export const endSessions = adapter('endSessions');
/** Looks with the caller's own session whether signing in asks for an authenticator app. */
export const hasAuthenticator = adapter('hasAuthenticator');
/** Takes in what is handed in for a case; what is taken in can be read by nobody before it was scanned. */
export const documentIntake = adapter('documentIntake', 'documents:receive');
/** Asks DocuSeal in the name of the caller's organization. */
export const docuseal = adapter('docuseal', 'table:connections-read', 'partner-key:open');
/** Tries a key that nobody has kept yet. */
export const signingDoor = adapter('signingDoor');
/** Asks QuickBooks in the name of the caller's organization; tokens that ran out are refreshed and kept. */
export const quickBooks = adapter(
  'quickBooks',
  'table:connection-tokens',
  'partner-key:open-quickbooks',
  'partner-key:seal-quickbooks',
  'secret:quickbooks',
);
/** Where people are asked for their consent, and tokens that nobody has kept yet. */
export const quickBooksDoor = adapter('quickBooksDoor', 'secret:quickbooks');
/** Tells announcements of QuickBooks from others. */
export const quickBooksVerifier = adapter('quickBooksVerifier', 'secret:quickbooks');
/** Connects an organization to Google Calendar. */
export const googleDoor = adapter('googleDoor', 'secret:google');
/** Seals what the connection to DocuSeal holds. */
export const partnerEncryptor = adapter('partnerSealer', 'partner-key:seal');
/** Seals the tokens of a company at QuickBooks. */
export const quickBooksEncryptor = adapter('partnerSealer', 'partner-key:seal-quickbooks');
/** Seals the tokens of a calendar at Google. */
export const googleEncryptor = adapter('partnerSealer', 'partner-key:seal-google');
/** Opens what proves a partner's webhooks. */
export const webhookDecryptor = adapter('webhookOpener', 'partner-key:open-webhook');
/** Where the staff site is, for links to it from outside. */
export const staffSite = { ...adapter('staffSite'), ofFunction: true } as const;
/** Makes links to files of the caller's organization. */
export const documentLinks = adapter('documentLinks', 'documents:read');

/** Something that a handler works with and that its Lambda must have the means and the rights for. */
export type HandlerDependency = Repository | SharedRepository | Adapter;

/** What a handler needs, by the names that it has for it. */
export type HandlerDependencies = Readonly<Record<string, HandlerDependency>>;
