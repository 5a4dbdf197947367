import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { AuditKind } from '#domain/shared/audit/audit-actions.ts';
import type { AuditEntry } from '#domain/shared/audit/audit-log.schema.ts';
import { retryOnConflict, WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import type { Change, StoredAuditEntry } from './audit/audit-log.ts';
import type { Keys } from './keys.ts';
import type { Repository } from './repository.ts';
import type { Table } from './table.ts';

const ivBytes = 12;
const tagBytes = 16;
const unbound: Buffer = Buffer.alloc(0);

/** Returns the bytes encrypted with AES-256-GCM: nonce, tag and ciphertext, which decrypt only with the same `bound`. */
export const encrypt = (key: Buffer, plain: Uint8Array, bound = unbound): Buffer => {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(bound);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
};

/** Returns the decrypted bytes; throws for another key, another `bound` or changed bytes. */
export const decrypt = (key: Buffer, bytes: Buffer, bound = unbound): Buffer => {
  // Otherwise shorter tags, which can be guessed, would be accepted.
  const options = { authTagLength: tagBytes };
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), options).setAAD(bound);
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
};

export interface Subject {
  organizationId: string;
  kind: AuditKind;
  id: string;
}

/** Creates and wraps data keys, each bound to its subject; the wrapping key never leaves KMS. */
export interface KeyWrapper {
  create(subject: Subject): Promise<{ key: Buffer; wrapped: string }>;
  open(subject: Subject, wrapped: string): Promise<Buffer>;
}

/** Encrypted data decrypts in no other entry. */
const boundTo = (pk: string, entryId: string): Buffer => Buffer.from(`${pk}\n${entryId}`);

// Compressed, so that it takes no more space than plain text.
const sealedWith = (key: Buffer, bound: Buffer, changes: readonly Change[]): string =>
  encrypt(key, deflateRawSync(JSON.stringify(changes)), bound).toString('base64');

const openedWith = (key: Buffer, bound: Buffer, sealed: string): Change[] | undefined => {
  try {
    return JSON.parse(inflateRawSync(decrypt(key, Buffer.from(sealed, 'base64'), bound)).toString('utf8')) as Change[];
  } catch {
    // Encrypted with a key that was destroyed before another was created.
    return undefined;
  }
};

const wrappedKey = async (table: Table, keys: Keys, { kind, id }: Pick<Subject, 'kind' | 'id'>) => {
  const item = await table.get(keys.subjectKey(kind, id));
  return item && String(item.wrapped);
};

export interface AuditSubject extends Pick<Subject, 'kind' | 'id'> {
  /** The same commit creates the record, so no key can exist yet. */
  isNew: boolean;
}

/** Creates an encryptor of audit entries with the record's own key, which the first entry creates. */
export const changeEncryptor = (table: Table, keys: Keys, wrapper: KeyWrapper) => {
  const keyFor = ({ kind, id, isNew }: AuditSubject): Promise<Buffer> => {
    const subject = { organizationId: keys.organizationId, kind, id };
    let read = !isNew;
    return retryOnConflict(
      async () => (read ? wrappedKey(table, keys, subject) : undefined),
      async (wrapped) => {
        if (wrapped !== undefined) return wrapper.open(subject, wrapped);
        // If a concurrent entry creates it first, the next attempt reads it.
        read = true;
        const made = await wrapper.create(subject);
        const put = { ...keys.subjectKey(kind, id), wrapped: made.wrapped };
        await table.transact([{ put, when: 'absent', refused: () => new WriteConflictError() }], {
          isNewRequest: true,
        });
        return made.key;
      },
    );
  };
  const known = new Map<string, Promise<Buffer>>();
  const nameOf = ({ kind, id }: Pick<Subject, 'kind' | 'id'>): string => `${kind} ${id}`;
  const keep = (name: string, key: Promise<Buffer>): Promise<Buffer> => {
    known.set(name, key);
    key.catch(() => known.delete(name));
    return key;
  };
  const knownKey = (subject: AuditSubject): Promise<Buffer> =>
    known.get(nameOf(subject)) ?? keep(nameOf(subject), keyFor(subject));
  return {
    seal: async (subject: AuditSubject, entryId: string, changes: readonly Change[]): Promise<string> =>
      sealedWith(await knownKey(subject), boundTo(keys.audit(subject.kind, subject.id), entryId), changes),
  };
};
export type ChangeEncryptor = ReturnType<typeof changeEncryptor>;

/** If the key was destroyed, an entry still shows who did what, when and to which fields. */
const openerOf = async (table: Table, keys: Keys, wrapper: KeyWrapper, record: Pick<Subject, 'kind' | 'id'>) => {
  const subject = { organizationId: keys.organizationId, ...record };
  const wrapped = await wrappedKey(table, keys, record);
  const key = wrapped === undefined ? undefined : await wrapper.open(subject, wrapped);
  const pk = keys.audit(record.kind, record.id);
  return ({ sealed, ...entry }: StoredAuditEntry): AuditEntry => {
    if (sealed === undefined) return entry;
    const changes = key && openedWith(key, boundTo(pk, entry.id), sealed);
    return changes ? { ...entry, changes } : { ...entry, forgotten: true };
  };
};

const subjectKeysIn = (table: Table, keys: Keys) => ({
  opener: (record: Pick<Subject, 'kind' | 'id'>, wrapper: KeyWrapper) => openerOf(table, keys, wrapper, record),
});

export const subjectKeys = { grants: ['table:subject-keys'], in: subjectKeysIn } as const satisfies Repository;
