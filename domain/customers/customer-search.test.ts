import { describe, expect, it } from 'vitest';
import { customerSearch, customerWords, matchesOthers, nameSliceWidth, nameSortKey } from './customer-search.ts';

const person = {
  first_name: 'José María',
  middle_name: 'L.',
  last_name: "O'Neill-Núñez",
  phone: '19045550142',
  email: 'jose.oneill@mail.example.com',
};
const finds = (typed: string): boolean => {
  const { found, tested } = customerWords(person);
  const search = customerSearch(typed);
  return search !== undefined && found.some((word) => word.startsWith(search.lookup)) && matchesOthers(search, tested);
};

describe('customerSearch', () => {
  it.each(['oneill', 'José', 'JOSE', 'nunez mar', 'o’neill', '9045550142', '(904) 555', '555-0142', '0142', '+1 904'])(
    'finds by %s',
    (typed) => expect(finds(typed)).toBe(true),
  );
  it.each(['jose.oneill@mail.example.com', 'jose.oneill@', 'jose.oneill', 'JOSE.ONEILL@MAIL'])(
    'finds by the email address %s',
    (typed) => expect(finds(typed)).toBe(true),
  );
  it.each(['+52 55 1234', '525512345678', '55 1234 5678', '5678'])(
    'finds a phone number from abroad by %s',
    (typed) => {
      const { found } = customerWords({ ...person, phone: '+525512345678' });
      expect(found.some((word) => word.startsWith(customerSearch(typed)?.lookup ?? '-'))).toBe(true);
    },
  );
  it.each(['eill', 'example', '@mail.example.com', 'jose smith', '904555014299', '142', 'jose.oneill@other'])(
    'does not find by %s',
    (typed) => expect(finds(typed)).toBe(false),
  );

  it.each(['李 明', '明 李', '李明', '김 민수', '김민수'])('finds a name of words of one letter by %s', (typed) => {
    const [last_name = '', first_name = ''] = typed.startsWith('김') ? ['김', '민수'] : ['李', '明'];
    const { found, tested } = customerWords({ ...person, first_name, middle_name: '', last_name });
    const search = customerSearch(typed);
    const isHit = found.some((word) => word.startsWith(search?.lookup ?? '-'));
    expect(isHit && search !== undefined && matchesOthers(search, tested)).toBe(true);
  });

  it("treats the email's part before the @ as a whole word, even of one letter", () => {
    expect(customerSearch('q@example.com')).toEqual({ lookup: 'q', others: ['examplecom'] });
  });

  it('S-26 looks up nothing shorter than two letters', () => {
    for (const typed of ['', ' ', 'a', 'a b', '7', '-', '@', '()']) expect(customerSearch(typed)).toBeUndefined();
  });

  it('looks up at most ten words, each short enough for a key', () => {
    const many = Array.from({ length: 30 }, (_, n) => `${String.fromCharCode(97 + n)}x`).join(' ');
    const { found } = customerWords({ ...person, first_name: many, last_name: 'ﷺ'.repeat(100) });
    expect(found).toHaveLength(10);
    expect(Math.max(...found.map((word) => Buffer.byteLength(word)))).toBeLessThan(300);
  });
});

describe('nameSortKey', () => {
  it('sorts by last name, then first, then middle, without accents, in any slice', () => {
    const names = [
      ['An', '', 'Li'],
      ['An', 'B', 'Li'],
      ['Ann', '', 'Li'],
      ['Anders', '', 'Lind'],
      ['Zoë', '', 'Ångström'],
      ['Al', '', 'Li Ma'],
      ['Thomas', '', 'Thomas'],
      ['Bo', '', "O'Neill"],
      ['Al', '', 'Oneill'],
    ];
    const keys = names.map(([first_name = '', middle_name = '', last_name = '']) =>
      nameSortKey({ first_name, middle_name, last_name }),
    );
    const inOrder = [
      'angstrom-zoe',
      'li-an',
      'li-an-b',
      'li-ann',
      'li-ma-al',
      'lind-anders',
      'oneill-al',
      'oneill-bo',
      'thomas-thomas',
    ];
    expect(keys.toSorted()).toEqual(inOrder.map((key) => key.padEnd(nameSliceWidth, '!')));
    const slices = keys.toSorted().map((key) => [...key].slice(0, nameSliceWidth).join(''));
    expect(slices).toEqual(slices.toSorted());
  });

  it('F10 S-26 cuts the word of a search to the length that is stored of it', () => {
    for (const typed of ['\u337F'.repeat(100), '7'.repeat(400), `${'\u337F'.repeat(30)} ${'\uFDFA'.repeat(60)}`]) {
      const { lookup = '', others = [] } = customerSearch(typed) ?? {};
      for (const word of [lookup, ...others]) expect([...word].length).toBeLessThanOrEqual(60);
    }
  });
});
