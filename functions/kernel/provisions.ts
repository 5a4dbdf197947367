import type { Grant } from '#domain/access/grants.ts';
import type { BotCheck } from '#functions/adapters/bot-check.ts';
import type { DocumentBucket, DocumentLinks } from '#functions/adapters/document-bucket.ts';
import type { SsnOpener, SsnSealer } from '#functions/adapters/ssn-cipher.ts';
import type { ChangePassword, EndSessions, HasAuthenticator, UserPool } from '#functions/adapters/user-pool.ts';
import type { AuditProof } from '#functions/store/audit-proof.ts';
import type { KeyWrapper } from '#functions/store/subject-keys.ts';
import type { Table } from '#functions/store/table.ts';
import type { ReadMultipart } from './multipart.ts';

/** Everything that a Lambda entry can give to its handlers; each gives what they need, and nothing more. */
export interface Provisions {
  table: Table;
  /** The table with the rights of one organization: another one's items are refused by the service itself. */
  organizationTable: (organizationId: string) => Table;
  ssnSealer: SsnSealer;
  ssnOpener: SsnOpener;
  botCheck: BotCheck;
  newUsers: Pick<UserPool, 'userOf' | 'setPassword'>;
  changePassword: ChangePassword;
  endSessions: EndSessions;
  hasAuthenticator: HasAuthenticator;
  auditProof: AuditProof;
  /** Takes files in, and sees whether they have arrived. */
  documentIntake: Pick<DocumentBucket, 'uploadForm' | 'put' | 'sizeOf'>;
  documentLinks: DocumentLinks;
  /** Given where a row records what is sealed, or reads it. */
  keyWrapper: KeyWrapper;
  /** Where links to the staff site lead. */
  staffSite: { url: string };
  /** Reads forms with files; asked for by rows that take them. */
  multipart: ReadMultipart;
}
export type Provision = keyof Provisions;

/** What an entry gave. That it gave what its handlers need was checked when it was compiled. */
export const given = <P extends Provision>(provisions: Partial<Provisions>, name: P): Provisions[P] => {
  const provision = provisions[name];
  if (provision === undefined) throw new Error(`this function was built without ${name}`);
  return provision;
};

/** What is outside of the program as a handler names it among its needs, with the rights that it takes. */
export interface Adapter<P extends Provision = Provision> {
  readonly adapter: P;
  readonly grants: readonly Grant[];
  /** Tells nothing that is kept of an organization: what discloses asks it by the function's own rights. */
  readonly ofFunction?: true;
}

const adapter = <P extends Provision>(name: P, ...grants: Grant[]): Adapter<P> => ({ adapter: name, grants });

/** Encrypts Social Security numbers. */
export const ssnSealer = adapter('ssnSealer', 'ssn-key:encrypt');
/** Decrypts them: for the one function that reveals. */
export const ssnOpener = adapter('ssnOpener', 'ssn-key:decrypt');
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
/** Where the staff site is, for links to it from outside. */
export const staffSite = { ...adapter('staffSite'), ofFunction: true } as const;
/** Makes links to files of the caller's organization. */
export const documentLinks = adapter('documentLinks', 'documents:read');
