import { describe, expect, it } from 'vitest';
import { formatSsn, isMaskedSsn, maskSsn, parseSsn, ssnEdit, ssnInput } from './ssn.ts';
import { containsSsn, redactSsn, redactSsnInText } from './ssn-in-text.ts';

describe('SSN parsing and masking', () => {
  const written = [
    '987-65-4320',
    '987654320',
    ' 987 65 4320 ',
    '987.65.4320',
    '987–65–4320',
    '\u200e987-65-4320\u202c',
  ];
  it.each(written)('parses %j', (typed) => {
    expect(parseSsn(typed)).toBe('987-65-4320');
    expect(ssnInput.parse(typed)).toBe('987-65-4320');
  });

  it.each(['98765432', '9876543201', '987-654-320', 'XXX-XX-4320', '987-65-432O', ''])('rejects %j', (typed) => {
    expect(parseSsn(typed)).toBeNull();
    expect(ssnInput.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([
      'Social Security Number must be 9 digits',
    ]);
  });

  it.each([
    ['9', '9'],
    ['9876', '987-6'],
    ['987654320', '987-65-4320'],
    ['SSN: 987.65.4320 (his)', '987-65-4320'],
    ['98765432099', '987-65-4320'],
  ])('formats %j as %j while typing', (typed, shown) => expect(formatSsn(typed)).toBe(shown));

  it('S-11 masks all but the last four digits and recognizes a masked number', () => {
    expect(maskSsn('4320')).toBe('XXX-XX-4320');
    expect(isMaskedSsn('XXX-XX-4320')).toBe(true);
    expect(isMaskedSsn('987-65-4320')).toBe(false);
    expect(ssnEdit.parse('XXX-XX-4320')).toBe('XXX-XX-4320');
    expect(ssnEdit.parse('987654320')).toBe('987-65-4320');
    expect(ssnEdit.safeParse('XXX-XX').success).toBe(false);
  });

  it.each([
    ...['987-65-4320', '987 65 4320', '987654320', '987–65–4320', '987—65—4320', '987‑65‑4320', '987.65.4320'],
    ...['987/65/4320', '987 - 65 - 4320', '987\u00a065\u00a04320', '987-654320', '９８７-６５-４３２０', '٩٨٧-٦٥-٤٣٢٠'],
  ])('S-11 finds an SSN in a text in any notation: %s', (number) => {
    const text = `Hers is ${number}.`;
    expect(containsSsn(text)).toBe(true);
    expect(redactSsnInText(text, '***')).toBe('Hers is ***.');
    expect(redactSsn(text)).toMatch(/^Hers is XXX-XX-(4320|٤٣٢٠)\.$/);
  });

  it.each([
    ...['(904) 555-0142', '9045550142', '32084-1234', '2026-03-09', '12/25/2026', 'Ünïcødé ½ ﬁne', '$250 12 2019'],
    ...['Paid $250.00 2019', 'Deposit of $1,500.00 1044', 'Balance 350.00 2026-12-15', '29.894712345', '$ 123456789'],
  ])('does not mistake for an SSN: %s', (text) => {
    expect(containsSsn(text)).toBe(false);
    expect(redactSsnInText(text, '***')).toBe(text);
  });

  it.each([
    ...['Memphis, TN 38105-1942', '12 Oak St, St. Augustine, FL, 32084-1934', 'Orlando, Florida 32801-1234'],
    ...['Deposit of $1,500.00 1044', 'Balance 350.00 2026-12-15', 'Owes $1,500 38105 2026-12-15'],
  ])('leaves unchanged in documents: %s', (text) => expect(redactSsn(text)).toBe(text));

  it.each([
    ['Call 38105-1942', 'Call XXX-XX-1942'],
    ['TN 123-45-6789', 'TN XXX-XX-6789'],
    ['123-45-6789 since 12/15/2026', 'XXX-XX-6789 since 12/15/2026'],
    ['on 12/15/2026 123456789', 'on 12/15/2026 XXX-XX-6789'],
    ['Paid $250.00, 123 45 6789', 'Paid $250.00, XXX-XX-6789'],
    ['1.123-45-6789', '1.XXX-XX-6789'],
  ])('shows only the last four digits in documents: %s', (text, shown) => {
    expect(redactSsn(text)).toBe(shown);
  });

  it('requires separators where other numbers have nine digits too', () => {
    expect(redactSsnInText('+49 123 456789', '***', { grouped: true })).toBe('+49 123 456789');
    expect(redactSsnInText('987–65–4320', '***', { grouped: true })).toBe('***');
    expect(redactSsn('Policy POL987654320')).toBe('Policy POL987654320');
  });
});
