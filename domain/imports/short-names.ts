import { withoutAccents } from '#domain/shared/values/search-text.ts';

/** First names with the short forms by which the same person is often entered. */
const shortForms = [
  ...['Margaret Peggy Maggie Meg Marge', 'William Bill Billy Will', 'Robert Bob Bobby Rob', 'Richard Dick Rick Rich'],
  ...['Elizabeth Betty Beth Liz Lizzie Betsy', 'John Jack Johnny', 'James Jim Jimmy', 'Charles Chuck Charlie Chas'],
  ...['Katherine Catherine Kathleen Kathy Cathy Kate Katie', 'Patricia Pat Patty Trish', 'Dorothy Dot Dottie'],
  ...[
    'Edward Ed Eddie Ted',
    'Theodore Ted Teddy',
    'Joseph Joe',
    'Thomas Tom Tommy',
    'Michael Mike',
    'Henry Hank Harry',
  ],
  ...['Susan Sue Suzanne', 'Deborah Debbie Deb', 'Barbara Barb', 'Virginia Ginny', 'Mary Polly Molly', 'Ann Nancy'],
  ...['Frances Fran', 'Francis Frank', 'Lawrence Larry', 'Gerald Jerry', 'Ronald Ron', 'Donald Don', 'Kenneth Ken'],
].map((names) => new Set(names.toLowerCase().split(' ')));

const firstWord = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .find(Boolean) ?? '';

const beginsAs = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a);

/**
 * Whether two first names can be those of one person: equal, typed without accents on one side (José, Jose; not Thúy and
 * Thủy), one the beginning of the other, such as an initial, or short for it.
 */
export const mayBeOneFirstName = (a: string, b: string): boolean => {
  const [one, other] = [firstWord(a), firstWord(b)];
  return (
    beginsAs(one, other) ||
    beginsAs(withoutAccents(one), other) ||
    beginsAs(one, withoutAccents(other)) ||
    shortForms.some((names) => names.has(one) && names.has(other))
  );
};
