import type { KMSClient } from '@aws-sdk/client-kms';
import { v7 as uuid } from 'uuid';
import { kmsDecrypt, kmsEncrypt } from './kms.ts';

/** In addition to organization and id; none for an SSN, which moves from a first call to its case. */
export type NumberOf = Readonly<{ payment?: string }>;

export interface SsnEncryptor {
  seal(
    organizationId: string,
    ssn: string,
    of?: NumberOf,
  ): Promise<{ ssn_id: string; last4: string; ciphertext: string }>;
}
export interface SsnDecryptor {
  open(organizationId: string, sealed: { ssn_id: string; ciphertext: string }, of?: NumberOf): Promise<string>;
}

const contextOf = (organizationId: string, ssnId: string, { payment }: NumberOf = {}): Record<string, string> => ({
  organization: organizationId,
  ssn_id: ssnId,
  ...(payment === undefined ? {} : { payment }),
});

/** Creates an encryptor whose context binds a ciphertext to its organization, id and payment (S-09). */
export const kmsSsnEncryptor = (client: KMSClient, keyId: string): SsnEncryptor => ({
  async seal(organizationId, ssn, of) {
    const ssn_id = uuid();
    const ciphertext = await kmsEncrypt(client, keyId, Buffer.from(ssn), contextOf(organizationId, ssn_id, of));
    return { ssn_id, last4: ssn.slice(-4), ciphertext };
  },
});

/** Creates a decryptor of SSNs and check numbers with a client of the organization. */
export const kmsSsnDecryptor = (clientOf: (organizationId: string) => KMSClient, keyId: string): SsnDecryptor => ({
  async open(organizationId, { ssn_id, ciphertext }, of) {
    const context = contextOf(organizationId, ssn_id, of);
    return (await kmsDecrypt(clientOf(organizationId), keyId, ciphertext, context)).toString('utf8');
  },
});
