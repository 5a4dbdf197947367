import { notFound } from '#domain/shared/contract/errors.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import type { Table, Write } from '#functions/platform/store/table.ts';
import type { SealedSsn } from '#functions/ssn/repository.ts';
import { type PaymentRecord, paymentSchema } from './payment-record.ts';

/** Check numbers are encrypted like Social Security numbers, each in its own item. */
const checkNumbersIn = (table: Table, keys: Keys) => ({
  put: (payment_id: string, { ssn_id, ciphertext }: SealedSsn): Write => ({
    put: { ...keys.checkNumber(ssn_id), check_number_id: ssn_id, payment_id, ciphertext },
    when: 'absent',
  }),
  remove: (id: string): Write => ({ delete: keys.checkNumber(id) }),
  async payment(id: string): Promise<PaymentRecord> {
    const item = await table.get(keys.payment(id));
    if (!item) throw notFound();
    return paymentSchema.parse(item);
  },
  /** Numbers stored by earlier releases do not name their payment. */
  async resting(id: string): Promise<{ ciphertext: string; isOfPayment: boolean } | undefined> {
    const item = await table.get(keys.checkNumber(id));
    return item && { ciphertext: String(item.ciphertext), isOfPayment: item.payment_id !== undefined };
  },
});

export const checkNumbers = {
  grants: ['table:check-number-write'],
  in: (table, keys): Pick<ReturnType<typeof checkNumbersIn>, 'put' | 'remove'> => checkNumbersIn(table, keys),
} as const satisfies Repository;
export const checkNumberCiphertexts = {
  grants: ['table:check-number-read'],
  in: (table, keys): Pick<ReturnType<typeof checkNumbersIn>, 'payment' | 'resting'> => checkNumbersIn(table, keys),
} as const satisfies Repository;
export type CheckNumbers = Pick<ReturnType<typeof checkNumbersIn>, 'put' | 'remove'>;
