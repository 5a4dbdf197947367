import { describe, expect, it } from 'vitest';
import { fullName, middleInitial, personName } from './person-name.ts';

const messages = (schema: ReturnType<typeof personName>, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

describe('personName', () => {
  it.each([
    'Ruth',
    'José',
    'Nguyễn Văn Minh',
    "O'Neill",
    'D’Angelo',
    'Smith-Jones',
    'Dr. Okafor',
    'Лариса',
    '王小明',
    'ʻIolani',
    'علی‌رضا',
    'ශ්‍රී',
    'Ka‘ana',
    'Gal·la',
    'アンナ・マリア',
    'D`Angelo',
  ])('accepts %s', (name) => expect(personName().parse(name)).toBe(name.normalize('NFC')));

  it('drops invisible characters', () => {
    expect(personName().parse('\u202aJo\u200bAnn\u202c \u200c')).toBe('JoAnn');
  });

  it('composes letters, trims, and collapses spaces', () => {
    expect(personName().parse('  José   Luis ')).toBe('José Luis');
  });

  it.each([
    ['A', ['First name must be at least 2 characters long']],
    ['R2D2', ['First name can only contain letters, spaces, hyphens, apostrophes, and periods']],
    ['Ann!', ['First name can only contain letters, spaces, hyphens, apostrophes, and periods']],
    ['--', ['First name can only contain letters, spaces, hyphens, apostrophes, and periods']],
    ['a'.repeat(101), ['First name must be 100 characters or less']],
    [7, ['First name must be text']],
  ])('rejects %j', (value, expected) => expect(messages(personName('First name'), value)).toEqual(expected));

  it('accepts a real one-letter name where the rule allows it', () => {
    expect(personName('First name', { minLength: 1 }).parse('Ý')).toBe('Ý');
    expect(messages(personName('First name', { minLength: 1 }), ' ')).toContain('First name is required');
  });
});

describe('middleInitial', () => {
  it('accepts one letter of any script and drops a period', () => {
    expect(middleInitial().parse('Ô.')).toBe('Ô');
  });

  it('rejects more than one letter', () => {
    expect(messages(middleInitial("Father's middle initial"), 'James')).toEqual([
      "Father's middle initial must be 1 character or less",
    ]);
  });
});

it('fullName joins the parts that exist', () => {
  expect(fullName('Harold', undefined, ' Lindqvist ', null, 'Jr.')).toBe('Harold Lindqvist Jr.');
});
