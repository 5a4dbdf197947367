import { notFound } from '#domain/shared/contract/errors.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import type { Table, Write } from '#functions/platform/store/table.ts';
import type { SealedSsn } from '#functions/ssn/repository.ts';
import { type PaymentRecord, paymentSchema } from './payment-record.ts';

/** The numbers of checks as they rest: encrypted like Social Security numbers, each an item of its own. */
const checkNumbersIn = (table: Table, keys: Keys) => ({
  /** Of a number that was sealed for this payment. */
  put: (payment_id: string, { ssn_id, ciphertext }: SealedSsn): Write => ({
    put: { ...keys.checkNumber(ssn_id), check_number_id: ssn_id, payment_id, ciphertext },
    when: 'absent',
  }),
  remove: (id: string): Write => ({ delete: keys.checkNumber(id) }),
  /** The payment itself, for whose check a number is asked. */
  async payment(id: string): Promise<PaymentRecord> {
    const item = await table.get(keys.payment(id));
    if (!item) throw notFound();
    return paymentSchema.parse(item);
  },
  /** The number as it rests, and whether it was sealed for a payment: those of earlier releases name none. */
  async resting(id: string): Promise<{ ciphertext: string; isOfPayment: boolean } | undefined> {
    const item = await table.get(keys.checkNumber(id));
    return item && { ciphertext: String(item.ciphertext), isOfPayment: item.payment_id !== undefined };
  },
});

export const checkNumbers = {
  grants: ['table:check-number-write'],
  in: (table, keys): Pick<ReturnType<typeof checkNumbersIn>, 'put' | 'remove'> => checkNumbersIn(table, keys),
} as const satisfies Repository;
/** For the function that reveals. */
export const checkNumberCiphertexts = {
  grants: ['table:check-number-read'],
  in: (table, keys): Pick<ReturnType<typeof checkNumbersIn>, 'payment' | 'resting'> => checkNumbersIn(table, keys),
} as const satisfies Repository;
export type CheckNumbers = Pick<ReturnType<typeof checkNumbersIn>, 'put' | 'remove'>;
