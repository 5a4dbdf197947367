import { cleanLine, cut } from '#domain/shared/values/text.ts';
import { type DocumentType, typeOf } from './document-type.ts';

export const maxFileSize = 25 * 1024 * 1024;
/** Lambda accepts 6 MB and encodes files in base64. */
export const maxThroughApiSize = 4 * 1024 * 1024;
/** Deleted and rejected documents count too until they are removed, up to twice as many. */
export const maxDocuments = 500;
export const maxBytes = 10 * 1024 * 1024 * 1024;
/** The most pixels of a picture: a small file can unpack to a very large one (S-15). */
export const maxPixels = 50_000_000;
/** Limits of an unpacked archive: bytes and entries. */
export const maxUnpackedBytes = 250 * 1024 * 1024;
export const maxEntries = 5_000;
export const nameLimit = 150;
export const descriptionLimit = 500;
/** How long a deleted document can be restored. */
export const deletedDays = 30;
/** An incomplete upload is deleted after this time. */
export const uploadHours = 24;
/** After this time no worker is still generating a document of a deleted case. */
export const generationTimeoutMinutes = 10;
/** A scan without a result is requested again after this time, and the document's note says so. */
export const scanTimeoutMinutes = 10;

const hidden = /[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;
const reserved = /[<>:"|?*]/g;

/** Returns a name of at most {@link nameLimit} UTF-16 units that every system can display, save and zip. */
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

/** Returns a name with an extension of the content's type: 'scan.exe' that is a PDF becomes 'scan.exe.pdf'. */
export const nameForType = (name: string, type: DocumentType): string => {
  const { endings } = typeOf(type);
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return endings.includes(ending) ? name : safeName(`${cut(name, nameLimit - 6)}.${endings[0]}`);
};

/** Windows reserves these names for devices, whatever follows the first dot. */
const ofDevice = /^(con(?:in\$|out\$)?|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\s*(\.|$))/i;

/** Returns names for one archive that Windows can unpack: 'aux.pdf' becomes 'aux_.pdf', equal names are numbered. */
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

/** Formats a size: '640 kB', '2.4 MB'. */
export const formatBytes = (bytes: number): string => {
  if (bytes < 1_000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
};
