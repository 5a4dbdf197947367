import { describe, expect, it } from 'vitest';
import { isCorrectedName } from './corrected-name.ts';

describe('isCorrectedName', () => {
  it.each([
    ['John Miller', 'John Millar'],
    ['Karin Elise Lindqvist', 'Karin Elise Lindquist'],
    ['Ann Hutchison', 'Ann Hutchinson'],
    ['Jose Fernandes', 'José Fernandez'],
    ['Ann Scheider', 'Ann Schieder'],
    ['Karen Smith', 'Karen A. Smith'],
    ['राम वर्मा', 'राम नि वर्मा'],
  ])('accepts %s and %s as spellings of one name', (a, b) => {
    expect([isCorrectedName(a, b), isCorrectedName(b, a)]).toEqual([true, true]);
  });

  it.each([
    ['John Miller', 'Joan Miller'],
    ['Robert Miller', 'Roberta Miller'],
    ['Carol Miller', 'Carlo Miller'],
    ['Katherin Miller', 'Katherine Miller'],
    ['Thúy Vũ', 'Thủy Vũ'],
    ['Vũ Thị Phương', 'Vũ Thị Phường'],
    ['Nguyen Van Khanh', 'Nguyen Van Khang'],
    ['Vu Thi Phuong', 'Vu Thi Thuong'],
    ['Miller, Robert', 'Miller, Roberta'],
    ['John A. Miller', 'John B. Miller'],
    ['John Miller', 'John Miller Jr.'],
    ['Maria Miller', 'Maria Teresa Miller'],
    ['Anna Miller', 'Anna Muellar'],
    ['Miller', 'Millar'],
    ['John Miller', ''],
  ])('rejects %s and %s as two people', (a, b) => {
    expect([isCorrectedName(a, b), isCorrectedName(b, a)]).toEqual([false, false]);
  });
});
