import * as z from 'zod';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import type { Table, Write } from '#functions/platform/store/table.ts';

/** A Social Security number, encrypted with {organization, ssn_id} as context. */
export const sealedSsn = z.object({ ssn_id: z.string(), last4: z.string(), ciphertext: z.string() });
export type SealedSsn = z.output<typeof sealedSsn>;

export const createSsnRepository = (table: Table, keys: Keys) => ({
  put: ({ ssn_id, ciphertext }: SealedSsn): Write => ({
    put: { ...keys.ssn(ssn_id), ssn_id, ciphertext },
    when: 'absent',
  }),
  remove: (ssnId: string): Write => ({ delete: keys.ssn(ssnId) }),
  async ciphertext(ssnId: string): Promise<string | undefined> {
    return (await table.get(keys.ssn(ssnId)))?.ciphertext as string | undefined;
  },
});

export const ssn = {
  grants: ['table:ssn-put', 'table:ssn-delete'],
  in: createSsnRepository,
} as const satisfies Repository;
/** Lets the public function add ciphertexts and never change them. */
export const newSsn = {
  grants: ['table:ssn-put'],
  in: (table, keys): Pick<ReturnType<typeof createSsnRepository>, 'put'> => createSsnRepository(table, keys),
} as const satisfies Repository;
export const ssnCiphertexts = {
  grants: ['table:ssn-read'],
  in: (table, keys): Pick<ReturnType<typeof createSsnRepository>, 'ciphertext'> => createSsnRepository(table, keys),
} as const satisfies Repository;
