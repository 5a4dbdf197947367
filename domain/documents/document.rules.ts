import { cleanLine, cut } from '#domain/shared/values/text.ts';
import { type DocumentType, typeOf } from './document-type.ts';

/** The largest file, in bytes (quality S-15). */
export const maxFileSize = 25 * 1024 * 1024;
/** The largest file that comes through the API itself: Lambda takes 6 MB, and carries files as base64. */
export const maxThroughApiSize = 4 * 1024 * 1024;
/** How many documents a case holds, and how many bytes in all; with those that are deleted or refused, until they are gone, twice as many. */
export const maxDocuments = 500;
export const maxBytes = 10 * 1024 * 1024 * 1024;
/** The most pixels of a picture (quality S-15): a small file can unpack to very many. */
export const maxPixels = 50_000_000;
/** What a packed document may unpack to: bytes and entries. */
export const maxUnpackedBytes = 250 * 1024 * 1024;
export const maxEntries = 5_000;
/** How long a form to upload and a link to download hold, in seconds (quality S-15 and S-17). */
export const linkSeconds = 300;
export const nameLimit = 150;
export const descriptionLimit = 500;
/** How long a deleted document can be brought back, in days. */
export const deletedDays = 30;
/** An upload that is not complete after so long is forgotten, in hours. */
export const uploadHours = 24;
/** How long nobody is still making a document whose case was deleted meanwhile, in minutes. */
export const generationTimeoutMinutes = 10;
/** A scan that has not answered for so long is asked for again, in minutes; from then on people are told. */
export const scanTimeoutMinutes = 10;

/** Marks that turn the reading direction around or are not seen. */
const hidden = /[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;
/** What some system does not take in a name. */
const reserved = /[<>:"|?*]/g;

/**
 * A name as it can be shown, saved and zipped everywhere: the last part of a path, in one line, without marks that no
 * system takes or that hide what the name ends in, at most {@link nameLimit} UTF-16 units with its ending kept. A name of
 * which nothing is left is 'document'.
 */
export const safeName = (given: string): string => {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = cleanLine(cleanLine(last.replace(hidden, '')).replace(reserved, ''))
    .replace(/^[.\s]+/, '')
    .replace(/[.\s]+$/, '');
  if (!clean) return 'document';
  if (clean.length <= nameLimit) return clean;
  const ending = /\.[^.]{1,8}$/.exec(clean)?.[0] ?? '';
  return cut(clean, nameLimit - ending.length).trimEnd() + ending;
};

/** A name with an ending of the type that the content has: 'scan.exe' that is a PDF becomes 'scan.exe.pdf'. */
export const nameForType = (name: string, type: DocumentType): string => {
  const { endings } = typeOf(type);
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return endings.includes(ending) ? name : safeName(`${cut(name, nameLimit - 6)}.${endings[0]}`);
};

/** Names that belong to devices of Windows, whatever follows the first dot: it makes no file of them. */
const ofDevice = /^(con(?:in\$|out\$)?|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\s*(\.|$))/i;

/** Names for one archive, which Windows can unpack: 'aux.pdf' becomes 'aux_.pdf', equal ones are numbered, 'Permit (2).pdf', whatever the case of their letters. */
export const distinctNames = (names: readonly string[]): string[] => {
  const taken = new Set<string>();
  return names.map((given) => {
    const name = given.replace(/[.\s]+$/, '').replace(ofDevice, '$1_') || 'document';
    const at = name.lastIndexOf('.');
    const [stem, ending] = at > 0 ? [name.slice(0, at), name.slice(at)] : [name, ''];
    let free = name;
    for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${stem} (${n})${ending}`;
    taken.add(free.toLowerCase());
    return free;
  });
};

/** A size as people read it: '640 kB', '2.4 MB'. */
export const formatBytes = (bytes: number): string => {
  if (bytes < 1_000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
};
