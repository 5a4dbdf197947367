import { FileProblem } from './file-table.ts';

/** A file within an archive, before it is unpacked. */
export interface ZipEntry {
  path: string;
  /** Unpacked. */
  size: number;
  packed: number;
  method: number;
  encrypted: boolean;
  at: number;
}

const [endMark, entryMark] = [0x06054b50, 0x02014b50];
const endBytes = 22;
/** Behind the end there may be a comment of 64 kB. */
const maxComment = 65_535;
/** More files than anybody looks through. */
const maxFiles = 20_000;

const noZip = () => new FileProblem('This is not a ZIP file. Pack the documents into one, and choose that.');
const bytesOf = async (blob: Blob): Promise<DataView> => new DataView(await blob.arrayBuffer());

const nameIn = (bytes: DataView, at: number, length: number): string => {
  const name = new Uint8Array(bytes.buffer, bytes.byteOffset + at, length);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(name);
  } catch {
    return new TextDecoder('windows-1252').decode(name);
  }
};

/** What an archive holds, by the directory at its end: the file itself stays where it is. Throws {@link FileProblem}. */
export const entriesOf = async (file: Blob): Promise<ZipEntry[]> => {
  const tail = await bytesOf(file.slice(Math.max(0, file.size - endBytes - maxComment)));
  let end = tail.byteLength - endBytes;
  while (end >= 0 && tail.getUint32(end, true) !== endMark) end -= 1;
  if (end < 0) throw noZip();
  const [count, size, from] = [
    tail.getUint16(end + 10, true),
    tail.getUint32(end + 12, true),
    tail.getUint32(end + 16, true),
  ];
  if (count === 0xffff || from === 0xffffffff || count > maxFiles)
    throw new FileProblem('The file is larger than 4 GB, or holds more than 20,000 files. Pack it in several parts.');
  const directory = await bytesOf(file.slice(from, from + size));
  const entries: ZipEntry[] = [];
  for (let at = 0; entries.length < count; ) {
    if (at + 46 > directory.byteLength || directory.getUint32(at, true) !== entryMark) throw noZip();
    const [name, extra, comment] = [28, 30, 32].map((offset) => directory.getUint16(at + offset, true));
    entries.push({
      path: nameIn(directory, at + 46, name ?? 0),
      encrypted: (directory.getUint16(at + 8, true) & 1) === 1,
      method: directory.getUint16(at + 10, true),
      packed: directory.getUint32(at + 20, true),
      size: directory.getUint32(at + 24, true),
      at: directory.getUint32(at + 42, true),
    });
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return entries;
};

/** Why an entry cannot be unpacked here; undefined for one that can. */
export const whyNotUnpacked = ({ encrypted, method }: ZipEntry): string | undefined => {
  if (encrypted) return 'It is protected by a password';
  return method === 0 || method === 8 ? undefined : 'It is packed in a way that is not known here';
};

/** The file of an entry, never more of it than its directory says. */
export const unpacked = async (file: Blob, { at, packed, method, size }: ZipEntry, name: string): Promise<File> => {
  const head = await bytesOf(file.slice(at, at + 30));
  const start = at + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  const content = file.slice(start, start + packed);
  if (method === 0) return new File([content], name);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = content.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    bytes += read.value.byteLength;
    if (bytes > size) throw new FileProblem('The file unpacks to more than it says.');
    parts.push(read.value);
  }
  return new File(parts, name);
};
