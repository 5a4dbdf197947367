import { describe, expect, it } from 'vitest';
import { csvField } from '#domain/shared/values/csv.ts';
import {
  activeCasesMessage,
  addressLine,
  areCertainAmong,
  areCertainDuplicates,
  type Comparable,
  csvFileName,
  csvHeader,
  csvRow,
  duplicateKeys,
  earliestToday,
  isSameCaller,
  knownCaller,
  upcomingService,
} from './customer.rules.ts';
import type { CustomerRow } from './customer.schema.ts';

const row = (changes: Partial<CustomerRow> = {}): CustomerRow => ({
  id: '0190a000-0000-7000-8000-000000000001',
  first_name: 'Karin',
  middle_name: '',
  last_name: 'Lindqvist',
  full_name: 'Karin Lindqvist',
  phone: '9045550142',
  email: 'karin.lindqvist@example.com',
  address: '118 Marine Street',
  apt_house_number: 'Apt 4',
  city: 'St. Augustine',
  state: 'FL',
  zip_code: '32084',
  language: '',
  county: 'St. Johns',
  created_at: '2026-03-04T02:30:00.000Z',
  upcoming_service: '2026-11-05',
  deposit_total: '0.00',
  active_cases_count: 0,
  ...changes,
});

describe('csvRow', () => {
  it('writes the columns, dates and file name of the specification', () => {
    expect(csvHeader()).toBe('Name,Phone,Email,Address,Upcoming Service,Created Date\r\n');
    expect(csvRow(row(), 'America/New_York')).toBe(
      'Karin Lindqvist,(904) 555-0142,karin.lindqvist@example.com,' +
        '"118 Marine Street, Apt 4, St. Augustine, FL 32084","Nov 5, 2026",03/03/2026\r\n',
    );
    expect(
      csvRow(row({ phone: null, email: null, upcoming_service: null, address: '', apt_house_number: '' }), 'UTC'),
    ).toBe('Karin Lindqvist,,,"St. Augustine, FL 32084",,03/04/2026\r\n');
    expect(csvFileName('2026-11-20')).toBe('customers-2026-11-20.csv');
  });

  it('S-31 quotes as RFC 4180 requires, and disarms formulas', () => {
    const golden: [string, string][] = [
      ['plain', 'plain'],
      ['', ''],
      ['a,b', '"a,b"'],
      ['say "hi"', '"say ""hi"""'],
      ['two\nlines', '"two\nlines"'],
      ['two\r\nlines', '"two\r\nlines"'],
      ['=1+1', "'=1+1"],
      ['+1 904 555 0142', "'+1 904 555 0142"],
      ['-2', '-2'],
      ['-2+3', "'-2+3"],
      ['@SUM(A1)', "'@SUM(A1)"],
      ['\tx', '"\'\tx"'],
      ['x;=1+1', '"x;=1+1"'],
      ['\uFF1D1+1', "'\uFF1D1+1"],
      ['\uFF0B1', "'\uFF0B1"],
      ['\uFF0D1', "'\uFF0D1"],
      ['\uFF20SUM(A1)', "'\uFF20SUM(A1)"],
      ['\rx', '"\'\rx"'],
      ['=HYPERLINK("http://x.example","y")', '"\'=HYPERLINK(""http://x.example"",""y"")"'],
      ['a=b', 'a=b'],
    ];
    for (const [text, field] of golden) expect(csvField(text)).toBe(field);
    expect(csvRow(row({ phone: '19045550142' }), 'UTC')).toContain(",'+1 (904) 555-0142,");
  });
});

describe('duplicates', () => {
  const one = (changes: Partial<Comparable> = {}): Comparable => ({
    ...{ first_name: 'Patrick', middle_name: '', last_name: "O'Neill", phone: '9045550101' },
    ...{ email: 'patrick@example.com', zip_code: '32084', ...changes },
  });

  it.each<[string, Partial<Comparable>, Partial<Comparable>, boolean]>([
    ['the same', {}, {}, true],
    ['spelt differently', {}, { first_name: 'PATRICK', last_name: 'ONeill' }, true],
    ['with a country code', {}, { phone: '19045550101' }, true],
    ['one without an e-mail', { email: null }, {}, true],
    ['one without a phone', { phone: null }, {}, true],
    ['ZIP+4', { zip_code: '32084-1234' }, {}, true],
    ['a nickname', {}, { first_name: 'Pat' }, false],
    ['junior and senior', { last_name: "O'Neill Jr." }, { last_name: "O'Neill Sr." }, false],
    ['junior and none', { last_name: "O'Neill Jr." }, {}, false],
    ['another middle name', { middle_name: 'J' }, {}, false],
    ['another phone', {}, { phone: '9045550102' }, false],
    ['another e-mail', {}, { email: 'pat@example.com' }, false],
    ['another ZIP code', {}, { zip_code: '32086' }, false],
    [
      'an accent left out',
      { first_name: 'José', last_name: 'Łukasik' },
      { first_name: 'Jose', last_name: 'Lukasik' },
      true,
    ],
    ['one accent in two normal forms', { first_name: 'Jos\u00e9' }, { first_name: 'Jose\u0301' }, true],
    ['another tone in Vietnamese', { first_name: 'Thúy' }, { first_name: 'Thủy' }, false],
    ['another accent in Vietnamese', { first_name: 'Hùng' }, { first_name: 'Hưng' }, false],
    ['another vowel in Devanagari', { first_name: 'राम' }, { first_name: 'रमा' }, false],
    ['a vowel more in Devanagari', { first_name: 'कमल' }, { first_name: 'कमला' }, false],
    ['another letter in Cyrillic', { first_name: 'Андрей' }, { first_name: 'Андреи' }, false],
    ['a voiced sound in kana', { first_name: 'ハンタ' }, { first_name: 'ハンダ' }, false],
    ['kana of half width', { first_name: 'ﾊﾝﾀﾞ' }, { first_name: 'ハンダ' }, true],
    ['nothing shared but the name', { phone: null, email: null }, { phone: null, email: null }, false],
  ])('%s', (_, a, b, certain) => {
    expect(areCertainDuplicates(one(a), one(b))).toBe(certain);
    expect(areCertainDuplicates(one(b), one(a))).toBe(certain);
  });

  it('finds no certainty if a name without accents matches two relatives', () => {
    const [plain, rising, asking] = ['Thuy', 'Thúy', 'Thủy'].map((first_name) => one({ first_name }));
    if (!plain || !rising || !asking) throw new Error('three of a family');
    expect(areCertainAmong([plain, rising], plain, rising)).toBe(true);
    expect(areCertainAmong([plain, rising, asking], plain, rising)).toBe(false);
    expect(areCertainAmong([plain, rising, asking, rising], rising, { ...rising })).toBe(true);
  });

  it('looks for duplicates by phone, email, and name with ZIP code', () => {
    expect(duplicateKeys(one({ phone: '19045550101', zip_code: '32084-1111' }))).toEqual([
      { reason: 'phone', value: '9045550101' },
      { reason: 'email', value: 'patrick@example.com' },
      { reason: 'name', value: 'oneill|patrick|32084' },
    ]);
    expect(duplicateKeys(one({ phone: null, email: null, zip_code: '' }))).toEqual([]);
    // A key of the table has 2,048 bytes, and a folded letter can become many.
    const [, , name] = duplicateKeys(one({ first_name: 'ﷺ'.repeat(100), last_name: '각'.repeat(100) }));
    expect(Buffer.byteLength(name?.value ?? '')).toBeLessThan(1300);
  });

  it('matches a caller typed without accents only if one customer qualifies', () => {
    const at = (first_name: string, created_at = '2026-03-01') => ({ ...one({ first_name }), created_at });
    const [rising, asking, plain] = [at('Thúy'), at('Thủy'), at('Thuy')];
    expect(knownCaller(one({ first_name: 'thuy' }), [rising])).toBe(rising);
    expect(knownCaller(one({ first_name: 'Thuy' }), [rising, asking])).toBeUndefined();
    expect(knownCaller(one({ first_name: 'Thuy' }), [rising, asking, plain])).toBe(plain);
    expect(knownCaller(one({ first_name: 'Thúy' }), [plain])).toBeUndefined();
    const older = at('Thúy', '2025-03-01');
    expect(knownCaller(one({ first_name: 'THÚY' }), [plain, rising, older])).toBe(older);
  });

  it('matches no customer with another email or ZIP code', () => {
    const father = { ...one({ email: 'sr@example.com' }), created_at: '2025-03-01' };
    const son = { ...one({ email: 'jr@example.com' }), created_at: '2026-03-01' };
    expect(knownCaller(one({ email: 'jr@example.com' }), [father])).toBeUndefined();
    expect(knownCaller(one({ email: 'jr@example.com', zip_code: '32086' }), [son])).toBeUndefined();
    expect(knownCaller(one({ email: 'jr@example.com' }), [{ ...father, email: null }, son])).toBe(son);
    expect(knownCaller(one({ email: null, zip_code: '' }), [son, father])).toBe(father);
  });

  it('matches a caller by name and phone', () => {
    expect(isSameCaller(one(), one({ first_name: 'patrick', middle_name: 'X', phone: '19045550101' }))).toBe(true);
    expect(isSameCaller(one(), one({ phone: '9045550102' }))).toBe(false);
    expect(isSameCaller(one({ phone: null }), one({ phone: null }))).toBe(false);
    expect(isSameCaller(one({ first_name: 'Thúy' }), one({ first_name: 'Thủy' }))).toBe(false);
    expect(isSameCaller(one({ first_name: 'Thúy' }), one({ first_name: 'Thuy' }))).toBe(true);
  });
});

describe('a customer', () => {
  it('names each customer with its number of active cases if deletion is refused', () => {
    const customers = [
      { name: 'Karin Lindqvist', active_cases: 1 },
      { name: 'Bo Lind', active_cases: 3 },
    ];
    expect(activeCasesMessage(customers)).toBe(
      'Cannot delete customers with active cases: Karin Lindqvist (1 active case), Bo Lind (3 active cases)',
    );
  });

  it('shows the next service until the day is over everywhere', () => {
    const today = earliestToday(new Date('2026-11-21T10:59:00Z'));
    expect(today).toBe('2026-11-20');
    expect(earliestToday(new Date('2026-11-21T11:00:00Z'))).toBe('2026-11-21');
    expect(upcomingService(['2026-11-19', '2026-11-20', '2026-12-01'], today)).toBe('2026-11-20');
    expect(upcomingService(['2026-11-19'], today)).toBeNull();
    expect(upcomingService([], today)).toBeNull();
  });

  it('joins the known parts of an address on one line', () => {
    expect(addressLine(row())).toBe('118 Marine Street, Apt 4, St. Augustine, FL 32084');
    expect(addressLine(row({ apt_house_number: '', state: '', zip_code: '' }))).toBe(
      '118 Marine Street, St. Augustine',
    );
  });
});
