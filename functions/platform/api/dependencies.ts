import type { Grant } from '#domain/shared/access/grants.ts';
import type { Repository, SharedRepository } from '#functions/platform/store/repository.ts';
import type { BotCheck } from '../adapters/bot-check.ts';
import type { DocumentBucket, DocumentLinks } from '../adapters/document-bucket.ts';
import type { PartnerDecryptor, PartnerEncryptor, SsnDecryptor, SsnEncryptor } from '../adapters/kms.ts';
import type { ChangePassword, EndSessions, HasAuthenticator, UserPool } from '../adapters/user-pool.ts';
import type { AuditProof } from '../store/audit/audit-proof.ts';
import type { KeyWrapper } from '../store/subject-keys.ts';
import type { Table } from '../store/table.ts';
import type { ReadMultipart } from './multipart.ts';

/** Entries pass these to handlers. A capability with a partner adds its own, next to its client. */
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

export const adapter = <P extends DependencyName>(name: P, ...grants: Grant[]): Adapter<P> => ({
  adapter: name,
  grants,
});

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
export const partnerEncryptor = adapter('partnerEncryptor', 'partner-key:seal');
export const webhookDecryptor = adapter('webhookOpener', 'partner-key:open-webhook');
export const staffSite = { ...adapter('staffSite'), ofFunction: true } as const;
export const documentLinks = adapter('documentLinks', 'documents:read');

/** A dependency of a handler; its Lambda needs the adapter and the privileges. */
export type HandlerDependency = Repository | SharedRepository | Adapter;

export type HandlerDependencies = Readonly<Record<string, HandlerDependency>>;
