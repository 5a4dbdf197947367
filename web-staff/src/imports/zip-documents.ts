import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { documentEndpoints } from '#domain/documents/document.endpoints.ts';
import { safeName } from '#domain/documents/document.rules.ts';
import { rejectionMessages } from '#domain/documents/document-messages.ts';
import { typeByName } from '#domain/documents/document-type.ts';
import { caseNumberCandidates, fileNameOf, isUserFile } from '#domain/imports/document-names.ts';
import { FileProblem } from '#domain/imports/file-table.ts';
import { ApiError, type Call, messageOf } from '#domain/shared/contract/client.ts';
import { withRetries } from '#domain/shared/contract/every-page.ts';
import { refusedForSize, Uploads } from '../documents/parts/uploads.ts';

interface ZipEntry {
  path: string;
  size: number;
  packed: number;
  method: number;
  encrypted: boolean;
  at: number;
}

const [endMark, entryMark] = [0x06054b50, 0x02014b50];
const endBytes = 22;
/** An archive may end with a comment of up to 64 kB. */
const maxComment = 65_535;
/** More files than a user can review. */
const maxFiles = 20_000;

const noZip = () => new FileProblem('This is not a ZIP file. Put the documents in a ZIP file and choose it.');
const bytesOf = async (blob: Blob): Promise<DataView> => new DataView(await blob.arrayBuffer());

const nameIn = (bytes: DataView, at: number, length: number): string => {
  const name = new Uint8Array(bytes.buffer, bytes.byteOffset + at, length);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(name);
  } catch {
    return new TextDecoder('windows-1252').decode(name);
  }
};

/** Returns an archive's files from the directory at its end, without reading them. Throws {@link FileProblem}. */
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
    throw new FileProblem(
      'The file is larger than 4 GB or has more than 20,000 files. Split it into several ZIP files.',
    );
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

const whyNotUnpacked = ({ encrypted, method }: ZipEntry): string | undefined => {
  if (encrypted) return 'Password protected';
  return method === 0 || method === 8 ? undefined : 'Unsupported compression';
};

/** Unpacks a file, never more of it than its directory entry declares. */
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
    if (bytes > size) throw new FileProblem('The ZIP file is damaged or unsafe.');
    parts.push(read.value);
  }
  return new File(parts, name);
};

export interface MatchedFile {
  entry: ZipEntry;
  name: string;
  case: { id: string; case_number: string; name: string } | undefined;
  why: string | undefined;
  /** The same document in the case, added in the last 30 days. */
  present: string | undefined;
}

export interface Failed {
  name: string;
  why: string;
}

interface Run {
  signal: AbortSignal;
  onProgress: (done: number, all: number) => void;
}

type KnownCase = NonNullable<MatchedFile['case']>;

/** Finds cases by exact number, with one call per number. */
const caseFinder = (call: Call, signal: AbortSignal) => {
  const requests = new Map<string, Promise<KnownCase | undefined>>();
  const ask = async (case_number: string): Promise<KnownCase | undefined> => {
    const list = () => call(caseEndpoints.list, { query: { case_number } }, { signal });
    const [match] = (await withRetries(list, signal)).results;
    return match && { id: match.id, case_number: match.case_number, name: match.deceased_full_name };
  };
  return async (path: string): Promise<KnownCase | undefined> => {
    for (const number of caseNumberCandidates(path)) {
      const key = number.toUpperCase();
      const answer = requests.get(key) ?? ask(number);
      requests.set(key, answer);
      const matchedCase = await answer;
      if (matchedCase) return matchedCase;
    }
    return undefined;
  };
};

/** Period in which documents can be removed together, as for other imports. */
const undoWindowMs = 30 * 24 * 3600_000;
const isRecent = ({ created_at }: { created_at: string }) => Date.now() - Date.parse(created_at) < undoWindowMs;

interface Present {
  id: string;
  created_at: string;
}

/**
 * Finds existing documents by name and size, so that an interrupted import resumes. Two scans may share both, so each
 * document matches one file.
 */
const presentFinder = (call: Call, signal: AbortSignal) => {
  const requests = new Map<string, Promise<Map<string, Present[]>>>();
  const ask = async (case_id: string) => {
    const list = () => call(documentEndpoints.list, { query: { case_id } }, { signal });
    const { results } = await withRetries(list, signal);
    const inOrder = results.toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
    const present = new Map<string, Present[]>();
    for (const existing of inOrder) {
      const key = `${existing.file_name}\n${existing.size}`;
      present.set(key, [...(present.get(key) ?? []), existing]);
    }
    return present;
  };
  return async (caseId: string, name: string, size: number) => {
    const answer = requests.get(caseId) ?? ask(caseId);
    requests.set(caseId, answer);
    return (await answer).get(`${safeName(name)}\n${size}`)?.shift();
  };
};

/** A name without an extension is allowed: the upload checks the content. */
const rejectionForName = (name: string): string | undefined =>
  typeByName(name) || !/\.\w+$/.test(name) ? undefined : rejectionMessages.type;

export const matchZip = async (call: Call, zip: Blob, { signal, onProgress }: Run): Promise<MatchedFile[]> => {
  const entries = (await entriesOf(zip)).filter(({ path }) => isUserFile(path));
  const [caseOf, presentOf] = [caseFinder(call, signal), presentFinder(call, signal)];
  const files: MatchedFile[] = [];
  for (const entry of entries) {
    signal.throwIfAborted();
    const name = fileNameOf(entry.path);
    const matchedCase = await caseOf(entry.path);
    const obstacle = matchedCase
      ? (whyNotUnpacked(entry) ?? refusedForSize(entry.size) ?? rejectionForName(name))
      : 'No case with this number';
    const present = matchedCase && !obstacle ? await presentOf(matchedCase.id, name, entry.size) : undefined;
    const why = obstacle ?? (present && 'Already in the case');
    files.push({ entry, name, case: matchedCase, why, present: present && isRecent(present) ? present.id : undefined });
    onProgress(files.length, entries.length);
  }
  return files;
};

const settled = (uploads: Uploads): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (uploads.isBusy()) return;
      leave();
      resolve();
    };
    const leave = uploads.subscribe(look);
    look();
  });

/** Sends one file after another, so that at most one is in memory; returns the failed ones. */
export const sendFiles = async (
  call: Call,
  zip: Blob,
  files: readonly MatchedFile[],
  { signal, onProgress }: Run,
  makeUploads: (caseId: string) => Uploads = (caseId) => new Uploads(call, caseId),
): Promise<Failed[]> => {
  const failed: Failed[] = [];
  const uploadable = files.flatMap((file) =>
    file.why === undefined && file.case ? [{ ...file, case: file.case }] : [],
  );
  for (const [at, { entry, name, case: of }] of uploadable.entries()) {
    signal.throwIfAborted();
    try {
      const uploads = makeUploads(of.id);
      uploads.add([await unpacked(zip, entry, name)]);
      await settled(uploads);
      failed.push(...uploads.snapshot().map(({ reason = 'Upload failed' }) => ({ name, why: reason })));
    } catch (error) {
      failed.push({ name, why: error instanceof Error ? error.message : 'Cannot be unzipped' });
    }
    onProgress(at + 1, uploadable.length);
  }
  return failed;
};

/** Removes an archive's documents from their cases, by name and size; each can be restored for 30 days. */
export const removeUploadedFiles = async (
  call: Call,
  zip: Blob,
  paths: ReadonlySet<string>,
  { signal, onProgress }: Run,
): Promise<{ removedCount: number; failed: Failed[] }> => {
  const files = await matchZip(call, zip, { signal, onProgress: (done, all) => onProgress(done, all * 2) });
  const removals = new Map(
    files.flatMap(({ entry, name, present }) => (present && paths.has(entry.path) ? [[present, name]] : [])),
  );
  const failed: Failed[] = [];
  for (const [at, [id, name]] of [...removals].entries()) {
    signal.throwIfAborted();
    try {
      await withRetries(() => call(documentEndpoints.delete, { params: { id } }, { signal }), signal);
    } catch (error) {
      signal.throwIfAborted();
      // Another user deleted it.
      if (!(error instanceof ApiError && error.status === 404)) failed.push({ name, why: messageOf(error) });
    }
    onProgress(removals.size + at + 1, removals.size * 2);
  }
  return { removedCount: removals.size - failed.length, failed };
};
