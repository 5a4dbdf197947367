import { expect } from 'vitest';
import type { Payment } from '#domain/payments/payment.schema.ts';
import { type Cents, parseMoney } from '#domain/shared/values/money.ts';
import { draw } from '#local/chaos/chaos.ts';

export const cents = (amount: string): Cents => parseMoney(amount) ?? 0;

export interface Teller {
  pay(amount: Cents): Promise<Payment>;
  refund(payment: Payment, amount: Cents): Promise<Payment>;
  correct(payment: Payment, amount: Cents): Promise<void>;
  void(payment: Payment): Promise<void>;
}

export interface Takings {
  paid: Cents;
  written: Payment[];
  voids: number;
  corrections: number;
}

/** Refunds two, voids one and corrects one of every eight payments; refunds are entries like payments. */
export const takeMoney = async (
  teller: Teller,
  { seed, writers, entries }: { seed: string; writers: number; entries: number },
): Promise<Takings> => {
  const takings: Takings = { paid: 0, written: [], voids: 0, corrections: 0 };
  let next = 0;
  const amountAt = (at: number): Cents => 1 + Math.floor(draw(seed, at) * 500_000);
  const enter = (entry: Payment): void => {
    takings.written.push(entry);
    takings.paid += cents(entry.amount);
  };
  const write = async (): Promise<void> => {
    while (next < entries) {
      const at = next++;
      const payment = await teller.pay(amountAt(at));
      enter(payment);
      if (at % 4 === 0 && next < entries) {
        next++;
        enter(await teller.refund(payment, 1 + Math.floor((cents(payment.amount) - 1) / 3)));
      } else if (at % 8 === 1) {
        await teller.void(payment);
        takings.voids++;
        takings.paid -= cents(payment.amount);
      } else if (at % 8 === 3) {
        const amount = amountAt(entries + at);
        await teller.correct(payment, amount);
        takings.corrections++;
        takings.paid += amount - cents(payment.amount);
      }
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  return takings;
};

/** Expects consecutive receipt numbers without gaps or duplicates. */
export const expectRow = (written: readonly Payment[]): void => {
  const places = written.map(({ receipt_number }) => Number(receipt_number.split('-').at(-1))).sort((a, b) => a - b);
  expect(places).toEqual(places.map((_, at) => (places[0] ?? 0) + at));
};
