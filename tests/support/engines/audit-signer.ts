import { createHmac, randomBytes } from 'node:crypto';
import type { AuditSigner, BatchName } from '#functions/platform/store/audit/audit-proof.ts';

/** The sealer's key and witness in memory. */
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
