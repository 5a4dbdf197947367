import { describe, expect, it } from 'vitest';
import { caseNumberCandidates, fileNameOf, isUserFile } from './document-names.ts';

describe('names of files in an archive', () => {
  it.each([
    ['WA-2019-0001/Permit.pdf', ['WA-2019-0001', 'WA-2019']],
    ['Old system/WA-2019-0001 Pruitt/Scan 3.pdf', ['WA-2019-0001 Pruitt', 'WA-2019-0001', 'WA-2019', 'Scan 3']],
    ['WA-2019-0001_permit.pdf', ['WA-2019-0001_permit', 'WA-2019-0001', 'WA-2019']],
    ['4711.pdf', ['4711']],
    ['Permit.pdf', []],
  ])('finds possible case numbers in %s', (path, numbers) => {
    expect(caseNumberCandidates(path)).toEqual(numbers);
  });

  it('ignores files that operating systems add', () => {
    expect(['a/', '__MACOSX/a.pdf', 'a/.DS_Store', 'a/Thumbs.db', 'a/._b.pdf', 'a/b.pdf'].map(isUserFile)).toEqual([
      ...[false, false, false, false, false, true],
    ]);
    expect(fileNameOf('a/b\\c.pdf')).toBe('c.pdf');
  });
});
