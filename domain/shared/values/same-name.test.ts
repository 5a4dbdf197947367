import { expect, it } from 'vitest';
import { isSameName } from './same-name.ts';

it.each([
  ['José Peña', 'Jose Peña', true],
  ['JOSE PENA', 'José Peña', true],
  ['Jos\u00e9', 'Jose\u0301', true],
  ["Mary  O'Neill", 'Mary ONeill', true],
  ['Mary Ann Lee', 'Maryann Lee', true],
  ['علی\u200cرضا', 'علیرضا', true],
  ['T\u3164om Reed', 'Tom\u034f Reed', true],
  ['\u3164', '.', true],
  ['Thúy Vũ', 'Thủy Vũ', false],
  ['राम वर्मा', 'रमा वर्मा', false],
  ['ハンタ', 'ハンダ', false],
  ['John Miller Jr.', 'John Miller Sr.', false],
  ['John Miller', 'John A. Miller', false],
])('haveSameParts: %s and %s: %s', (a, b, same) => {
  expect([isSameName(a, b), isSameName(b, a)]).toEqual([same, same]);
});
