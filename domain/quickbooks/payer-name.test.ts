import { describe, expect, it } from 'vitest';
import { payerNameOf } from './quickbooks-documents.ts';

describe('payerNameOf', () => {
  it.each([
    ['Robert Miller, Jr.', 'Robert', 'Miller', 'Jr.', 'Miller, Robert Jr.'],
    ['Martin Luther King III', 'Martin Luther', 'King', 'III', 'King, Martin Luther III'],
    ['Juan de la Cruz', 'Juan', 'de la Cruz', '', 'de la Cruz, Juan'],
    ['Dr. Elizabeth Van Buren', 'Elizabeth', 'Van Buren', '', 'Van Buren, Elizabeth'],
    ['Hartley, Robert Jr.', 'Robert', 'Hartley', 'Jr.', 'Hartley, Robert Jr.'],
    ['Hartley Jr., Dr. Robert Lee', 'Robert Lee', 'Hartley', 'Jr.', 'Hartley, Robert Lee Jr.'],
    ['de la Cruz, Juan, MD', 'Juan', 'de la Cruz', 'MD', 'de la Cruz, Juan MD'],
    ['John Church', 'John', 'Church', '', 'Church, John'],
    ['Mrs. Shirley Temple', 'Shirley', 'Temple', '', 'Temple, Shirley'],
    ['Ann O’Connor', 'Ann', 'O’Connor', '', 'O’Connor, Ann'],
    ['Vo Thi Van', 'Vo Thi', 'Van', '', 'Van, Vo Thi'],
    ['Van Morrison', 'Van', 'Morrison', '', 'Morrison, Van'],
    ['Ruiz', '', 'Ruiz', '', 'Ruiz'],
    ['李 明华', '明华', '李', '', '李 明华'],
    ['김 민수', '민수', '김', '', '김 민수'],
    ['山田', '', '山田', '', '山田'],
  ])('splits %s into family name, particles and suffix', (name, given, family, suffix, display) =>
    expect(payerNameOf(name, [])).toEqual({ given, family, suffix, display }),
  );

  it.each([
    ...['Estate of Harold Lindqvist', 'St. Johns County', 'Homesteaders Life', 'Knights of Columbus', 'Lee & Sons'],
    ...['Dewey Howe PLLC', 'Acme Holdings LP', "O'Brien Law, P.A.", 'Hart Legal, PC', 'First Baptist Church'],
    'Church of Christ',
  ])('keeps the firm or estate %s unchanged', (name) =>
    expect(payerNameOf(name, [])).toEqual({ given: '', family: '', suffix: '', display: name }),
  );

  it.each([
    ['Xóchitl Treviño Núñez', { first: 'Xóchitl', middle: '', last: 'Treviño Núñez' }, 'Treviño Núñez, Xóchitl'],
    [
      'María Elena Solís de Ortega',
      { first: 'María', middle: 'Elena', last: 'Solís de Ortega' },
      'Solís de Ortega, María Elena',
    ],
    ['Jose Peña Ruiz', { first: 'José', middle: '', last: 'Peña Ruiz' }, 'Peña Ruiz, José'],
    ['Church, Karen', { first: 'Karen', middle: 'Ann', last: 'Church' }, 'Church, Karen Ann'],
    ['明华 李', { first: '明华', middle: '', last: '李' }, '明华 李'],
    ['Robert Miller Jr.', { first: 'Robert', middle: '', last: 'Miller, Jr.' }, 'Miller, Robert Jr.'],
  ])('splits %s like the first and last names of the case', (name, known, display) =>
    expect(payerNameOf(name, [{ first: 'Ann', middle: '', last: 'Lee' }, known]).display).toBe(display),
  );

  it('does not match relatives whose names differ by an accent', () =>
    expect(payerNameOf('Thúy Vũ', [{ first: 'Thủy', middle: '', last: 'Vũ' }]).display).toBe('Vũ, Thúy'));
});
