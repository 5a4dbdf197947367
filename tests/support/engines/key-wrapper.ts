import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { AuditSigner, BatchName } from '#functions/platform/store/audit/audit-proof.ts';
import type { KeyWrapper, Subject } from '#functions/platform/store/subject-keys.ts';

const maskOf = (subject: Subject): Buffer => createHash('sha256').update(JSON.stringify(subject)).digest();
const masked = (subject: Subject, bytes: Buffer): Buffer => {
  const mask = maskOf(subject);
  return Buffer.from(bytes.map((byte, at) => byte ^ (mask[at] ?? 0)));
};

export const testKeyWrapper: KeyWrapper = {
  async create(subject) {
    const key = randomBytes(32);
    return { key, wrapped: masked(subject, key).toString('base64') };
  },
  open: async (subject, wrapped) => masked(subject, Buffer.from(wrapped, 'base64')),
};

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
