import { describe, expect, it } from 'vitest';
import { distinctNames, nameForType, nameLimit, safeName } from './document.rules.ts';

describe('S-15 names of documents', () => {
  it.each([
    ['Permit.pdf', 'Permit.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\dee\\Scan 1.pdf', 'Scan 1.pdf'],
    ['/', 'document'],
    ['', 'document'],
    ['..', 'document'],
    ['.htaccess', 'htaccess'],
    ['report\u202Efdp.exe', 'reportfdp.exe'],
    ['two\r\nlines\u0000.pdf', 'two lines.pdf'],
    ['a<b>:"c|d?e*.pdf', 'abcde.pdf'],
    ['  spaced   out .pdf. ', 'spaced out .pdf'],
    ['Gia\u0302y tờ Nguyễn.pdf', 'Giây tờ Nguyễn.pdf'],
    ['zero\u200Bwidth\uFEFF.png', 'zerowidth.png'],
  ])('stores the name %j as %j', (given, kept) => {
    expect(safeName(given)).toBe(kept);
    expect(safeName(kept)).toBe(kept);
  });

  it('cuts a long name, but neither its extension nor half of a character', () => {
    const long = safeName(`${'x'.repeat(nameLimit - 5)}\u{1F56F}\u{1F56F}\u{1F56F}.pdf`);
    expect(long).toMatch(/\.pdf$/);
    expect(long.length).toBeLessThanOrEqual(nameLimit);
    expect(long.isWellFormed()).toBe(true);
  });

  it("adds the extension of the content's type to a name", () => {
    expect(nameForType('scan.PDF', 'application/pdf')).toBe('scan.PDF');
    expect(nameForType('photo.jpeg', 'image/jpeg')).toBe('photo.jpeg');
    expect(nameForType('invoice.exe', 'application/pdf')).toBe('invoice.exe.pdf');
    expect(nameForType('y'.repeat(nameLimit), 'image/png')).toMatch(/^y+\.png$/);
    expect(nameForType('y'.repeat(nameLimit), 'image/png').length).toBeLessThanOrEqual(nameLimit);
  });

  it('numbers equal names of an archive, and avoids names that Windows reserves', () => {
    expect(distinctNames(['a.pdf', 'A.pdf', 'a (2).pdf', 'a.pdf', 'b', 'b'])).toEqual([
      ...['a.pdf', 'A (2).pdf', 'a (2) (2).pdf', 'a (3).pdf', 'b', 'b (2)'],
    ]);
    expect(distinctNames(['aux.pdf', 'CON', 'CONIN$.pdf', 'com1.tar.gz', 'Console.pdf', 'scan. '])).toEqual([
      ...['aux_.pdf', 'CON_', 'CONIN$_.pdf', 'com1_.tar.gz', 'Console.pdf', 'scan'],
    ]);
  });
});
