const idioms: readonly (readonly [RegExp, string])[] = [
  [/\banew\b/, 'again'],
  [/\bmeanwhile\b/, 'concurrently, or name the event'],
  [/\b(whoever|whom)\b/i, 'name the role'],
  [/\b(nobody|somebody)\b/i, 'no one, a user, or name the role'],
  [/\bstands?\b(?!-in| out| up)/, 'is, is stored in, exists'],
  [/\b(lies|rests)\b/, 'is stored in'],
  [/\balone\b/, 'only'],
  [/\bby (itself|themselves)\b/, 'automatically'],
  [/\black(s|ing)\b/, 'is missing'],
  [/\bmend(s|ed|ing)?\b/, 'fix, repair'],
  [/\bdeeds?\b/, 'action'],
  [/\b(is|are|was|were) (told|said)\b|\b(says?|said|tells?|told) of\b/, 'is documented, returned, logged'],
  [/^What\b(?!.*\?)/, 'start with a verb or a noun'],
  [/^Of (a|an|the|what|all|every|each|its)\b/, 'start with a verb or a noun'],
  [/\b[Mm]ail(s|ed)?\b(?!box|-)/, 'email'],
  [/\bso (many|long|much)\b/, 'name the number and its unit'],
  [/\bbesides?\b/, 'next to, in addition to'],
  [/\bkept\b/, 'stored, saved, retained'],
  [/\b(go|goes|went|going) on\b/, 'continue'],
  [/\ba moment ago\b|\bmoments later\b/, 'recently, with the limit'],
];
const anyIdiom = new RegExp(idioms.map(([pattern]) => `(?:${pattern.source})`).join('|'), 'i');

const barred =
  /\b[Mm]ail(?:s|ed)?\b(?![-\w])|\b(?:whoever|nobody|somebody|anew|meanwhile|stands?|lacks?|lacking|by itself|mend(?:s|ed|ing)?|e-mail|instalments?|bring in|take over|put in force)\b/i;

const exempt = /plain-english: \w/;

export interface Hit {
  line: number;
  text: string;
  word: string;
}

// Comments come first: a quote in a comment opens no string, and "//" in a string opens no comment.
const tokens = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/g;
const pages = /[>}]\s*([A-Z“(][^<>{}=;]*[^<>{}=;\s])\s*[<{]/g;

const withoutCode = (text: string): string => text.replace(/`[^`\n]*`/g, '');
const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;

function wordsIn(text: string, line: number): Hit[] {
  if (!anyIdiom.test(text) || exempt.test(text)) return [];
  return idioms.flatMap(([pattern, instead]) => {
    const match = pattern.exec(text);
    return match ? [{ line, text, word: `“${match[0]}”: ${instead}` }] : [];
  });
}

export function commentIdioms(code: string): Hit[] {
  return [...code.matchAll(tokens)]
    .filter(([token]) => token.startsWith('/'))
    .flatMap(({ 0: token, index }) => {
      const prose = withoutCode(token.replace(/^\/\*\*?\s*|\s*\*\/$|^\/\/\s*|\n\s*\*/g, ' ')).trim();
      return anyIdiom.test(prose) ? wordsIn(prose, lineAt(code, index)) : [];
    });
}

export function pageIdioms(markdown: string): Hit[] {
  const prose = markdown
    .replace(/```[\s\S]*?```|<!-- ([\w-]+) -->[\s\S]*?<!-- \/\1 -->/g, (block) => block.replace(/[^\n]/g, ''))
    .split('\n');
  return prose.flatMap((line, at) => wordsIn(withoutCode(line).replace(/\]\([^)]*\)/g, ']'), at + 1));
}

/** Words that once meant something in this code only; docs/glossary.md has the standard terms. */
const privateWord =
  /^(?:kase|deeds?|doors?|shelf|shelves|mend(?:s|ed|ing)?|told|said|standings?|stands|anew|whoever|crowds?|sealers?|misfits?|faults?|kins?|lack(?:s|ing)|longest|usual)$/;

/** Splits a name into words; a name with an underscore is on the wire or stored and stays. */
const wordsOfName = (name: string): string[] =>
  name.includes('_') && /[a-z]/.test(name)
    ? []
    : name
        .replace(/([a-z\d])([A-Z])/g, '$1 $2')
        .toLowerCase()
        .split(/[^a-z]+/);

const standard = new Set(['of kin', 'front door']);
const privateWordIn = (name: string): string | undefined =>
  wordsOfName(name).find((word, at, all) => privateWord.test(word) && !standard.has(`${all[at - 1]} ${word}`));

/** Returns each name in a file, and its own, that contains a private word. */
export function privateNames(path: string, code: string): Hit[] {
  const bare = code.replace(tokens, ' ').replace(path.endsWith('.tsx') ? pages : /$^/, ' ');
  const names = new Set([...path.split('/').slice(-1), ...(bare.match(/[A-Za-z$][\w$]*/g) ?? [])]);
  return [...names].flatMap((name) => {
    const word = privateWordIn(name);
    return word
      ? [{ line: Math.max(1, lineAt(code, code.indexOf(name))), text: name, word: `“${word}” in a name` }]
      : [];
  });
}

const title =
  /\b(it|test|describe)(?:\.\w+)*(?:\((?:\[[\s\S]*?\]|[\w.]+)\)|`[^`]*`)?\(\s*(['"`])((?:\\.|(?!\2)[^\\])*)\2/g;
const fragment = /^(?:is|are|was|has|have|of|in|at|as|once|and|but|where|what|whoever|nobody)\b/i;
const code = /^(?:[A-Z]+\d*-?\d+,? ?(?:and )?)+/;

/** Returns test titles that use idioms, are fragments or have more than 80 characters. */
export function titleFaults(test: string): Hit[] {
  return [...test.matchAll(title)].flatMap(({ 1: kind, 3: text = '', index }) => {
    const line = lineAt(test, index);
    const words = text.replace(code, '');
    const found = wordsIn(withoutCode(words), line);
    if (words.length > 80) found.push({ line, text, word: 'more than 80 characters' });
    if (kind !== 'describe' && fragment.test(words)) found.push({ line, text, word: 'start with a verb' });
    return found;
  });
}

export function screenFaults(source: string): Hit[] {
  const lines = source.split('\n');
  const blank = (token: string): string => token.replace(/[^\n]/g, ' ');
  const bare = source.replace(tokens, (token) => (token.startsWith('/') ? blank(token) : token));
  const strings = [...bare.matchAll(tokens)].map(({ 0: token, index }) => ({ text: token.slice(1, -1), index }));
  const inPages = [...bare.replace(tokens, blank).matchAll(pages)].map(({ 1: text = '', index }) => ({ text, index }));
  return [...strings, ...inPages].flatMap(({ text, index }) => {
    const shown = text.replace(/\$\{[^}]*\}/g, '').replace(/<[^>]*>/g, '');
    const barredMatch = / /.test(shown.trim()) ? barred.exec(shown) : null;
    const line = lineAt(bare, index);
    if (!barredMatch || exempt.test(`${lines[line - 2] ?? ''}${lines[line - 1] ?? ''}`)) return [];
    return [{ line, text, word: `“${barredMatch[0]}”` }];
  });
}

const otherForms = /^(?:A|An|The|What|Who|Whoever|Where|Of|How|It|One|Nobody|[A-Z][a-z]+(?:(?<!s)s|ed|ing)) /;
const verbs = /^(?:Address|Bring|Embed|Feed|Focus|Need|Process|Seed|Shed|Speed|String) /;

/** Returns why a commit subject is not an imperative of at most 72 characters, or undefined. */
export function subjectFault(subject: string): string | undefined {
  if (/^(?:Merge|Revert|fixup!|squash!)/.test(subject)) return undefined;
  if (subject.length > 72) return `has ${subject.length} characters, at most 72`;
  if (!/^[A-Z]/.test(subject) || (otherForms.test(subject) && !verbs.test(subject)))
    return 'starts with no imperative: Add, Fix, Remove, Rename, Document …';
  return subject.endsWith('.') ? 'ends with a period' : undefined;
}
