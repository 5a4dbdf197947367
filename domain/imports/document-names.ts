import { caseNumberLimit } from '#domain/cases/case-number.ts';

/** Files that systems put into archives for themselves. */
const ofSystems = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._)/i;

/** Whether a name in an archive is that of a file that somebody meant. */
export const isUserFile = (path: string): boolean => !path.endsWith('/') && !ofSystems.test(path);

/** A file's name without its folders, and without its ending. */
export const fileNameOf = (path: string): string => path.split(/[/\\]/).at(-1) ?? path;
const stemOf = (name: string): string => (name.lastIndexOf('.') > 0 ? name.slice(0, name.lastIndexOf('.')) : name);

/** The beginnings of a text up to each sign that names are put together with, the longest first: 'WA-2019-7', 'WA-2019', 'WA'. */
const beginnings = (text: string): string[] => {
  const ends = [...text.matchAll(/[\s_\-–.,()[\]]+/g)].map(({ index }) => index).filter((at) => at > 0);
  return [text, ...ends.toReversed().map((at) => text.slice(0, at))];
};

/**
 * What in the path of a file may be the number of its case, the likeliest first: a folder, from the nearest out, then what
 * its name begins with. A number has a digit.
 */
export const caseNumberCandidates = (path: string): string[] => {
  const parts = path.split(/[/\\]/).filter(Boolean);
  const name = parts.pop() ?? '';
  const found = [...parts.toReversed().flatMap(beginnings), ...beginnings(stemOf(name))];
  const likely = found.map((text) => text.trim()).filter((text) => /\d/.test(text) && text.length <= caseNumberLimit);
  return [...new Set(likely)];
};
