import { expect, it } from 'vitest';
import type { FeeLine } from '#domain/statements/fee-sheet.ts';
import { salesCategory } from './facts-of-case.ts';

it("an item's name is cut without splitting a surrogate pair", () => {
  const line = { key: 'line.1', name: `${'n'.repeat(79)}\u{1F56F}`, description: '', price: { item: 'i' } };
  expect(salesCategory(line as FeeLine, 'merchandise')).toEqual({ key: 'item.i', name: 'n'.repeat(79) });
});
