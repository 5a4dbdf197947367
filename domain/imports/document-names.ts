import { caseNumberLimit } from '#domain/cases/case-number.ts';

const ofSystems = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._)/i;

/** Returns whether an archive entry is a user's file. */
export const isUserFile = (path: string): boolean => !path.endsWith('/') && !ofSystems.test(path);

/** Returns a file's name without folders and extension. */
export const fileNameOf = (path: string): string => path.split(/[/\\]/).at(-1) ?? path;
const stemOf = (name: string): string => (name.lastIndexOf('.') > 0 ? name.slice(0, name.lastIndexOf('.')) : name);

/** Returns a text's beginnings up to each separator, longest first: 'WA-2019-7', 'WA-2019', 'WA'. */
const beginnings = (text: string): string[] => {
  const ends = [...text.matchAll(/[\s_\-–.,()[\]]+/g)].map(({ index }) => index).filter((at) => at > 0);
  return [text, ...ends.toReversed().map((at) => text.slice(0, at))];
};

/** Returns possible case numbers in a path: folders from the nearest out, then the beginnings of the name. */
export const caseNumberCandidates = (path: string): string[] => {
  const parts = path.split(/[/\\]/).filter(Boolean);
  const name = parts.pop() ?? '';
  const found = [...parts.toReversed().flatMap(beginnings), ...beginnings(stemOf(name))];
  const likely = found.map((text) => text.trim()).filter((text) => /\d/.test(text) && text.length <= caseNumberLimit);
  return [...new Set(likely)];
};
