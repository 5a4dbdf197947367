import { createHmac, randomBytes } from 'node:crypto';
import type { AuditSigner, BatchName } from '#functions/platform/store/audit/audit-proof.ts';

/** Signing key and witness of the sealer in memory. */
export const auditSignerInMemory = (): AuditSigner & { witnesses: Map<string, BatchName> } => {
  const key = randomBytes(32);
  const mac = (statement: string) => createHmac('sha256', key).update(statement).digest('base64');
  const witnesses = new Map<string, BatchName>();
  return {
    witnesses,
    sign: async (statement) => mac(statement),
    isSigned: async (statement, signature) => mac(statement) === signature,
    witnessed: async (organizationId) => witnesses.get(organizationId),
    testify: async (organizationId, last) => void witnesses.set(organizationId, last),
  };
};
