import { describe, expect, it } from 'vitest';
import { commentIdioms, pageIdioms, privateNames, screenFaults, subjectFault, titleFaults } from './plain-english.ts';

describe('plain English', () => {
  it('finds an idiom in a comment, and none in strings, in code or on an exempt line', () => {
    const text = ["const url = 'https://mend.example';", '/** Uses `kept` values. */', '// Stored anew.'];
    expect(commentIdioms(text.join('\n'))).toMatchObject([{ line: 3, word: '“anew”: again' }]);
    expect(commentIdioms('// plain-english: postal mail')).toEqual([]);
  });

  it('finds private words in names, and none on the wire or in standard terms', () => {
    const code = "const [saidBefore, kase] = told_apart;\nconst nextOfKin = frontDoor('said'); // told";
    expect(privateNames('domain/shelf/door-of-case.ts', code).map(({ text }) => text)).toEqual([
      'door-of-case.ts',
      'saidBefore',
      'kase',
    ]);
  });

  it('finds an idiom on a page, outside code and generated tables', () => {
    const table = '<!-- functions -->\n| kept |\n<!-- /functions -->\n`kept`\nIt is kept.';
    expect(pageIdioms(table)).toMatchObject([{ line: 5 }]);
  });

  it.each([
    ["it('is rejected', run);", 'start with a verb'],
    [`it('rejects ${'x'.repeat(80)}', run);`, 'more than 80 characters'],
    ["it.each([1, 2])('stands at %s', run);", '“stands”: is, is stored in, exists'],
  ])('reports the title %s', (test, word) => expect(titleFaults(test)).toMatchObject([{ word }]));

  it('accepts a title that starts with a quality code and a verb', () =>
    expect(titleFaults(`it('${'S'}-11 masks the SSN in lists', run); describe('of a case', run);`)).toEqual([]));

  it('finds barred words in the strings and the text of a screen', () => {
    const screen = "const note = 'We mail you a code.';\nreturn <p>\n  Nobody is here</p>; // nobody reads this";
    expect(screenFaults(screen).map(({ word }) => word)).toEqual(['“mail”', '“Nobody”']);
    expect(screenFaults("// plain-english: postal mail\nconst text = 'We mail the copies.';")).toEqual([]);
  });

  it.each(['Adds a field', 'A field', 'fix a field', 'Fix a field.', `Fix ${'x'.repeat(70)}`])(
    'rejects the commit subject %s',
    (subject) => expect(subjectFault(subject)).toBeDefined(),
  );
  it.each(['Add a field', 'Compress answers', 'Seed records', 'Merge branch "x"'])(
    'accepts the commit subject %s',
    (subject) => expect(subjectFault(subject)).toBeUndefined(),
  );
});
