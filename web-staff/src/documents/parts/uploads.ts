import { documentEndpoints } from '#domain/documents/document.endpoints.ts';
import { maxFileSize } from '#domain/documents/document.rules.ts';
import type { UploadForm } from '#domain/documents/document.schema.ts';
import { documentMessages, rejectionMessages } from '#domain/documents/document-messages.ts';
import { contentOf, pdfBeginsWithin } from '#domain/documents/document-type.ts';
import { ApiError, type Call, isTransientError, messageOf } from '#domain/shared/contract/client.ts';

/** `waiting` includes waiting for the network. */
export interface Upload {
  key: string;
  name: string;
  size: number;
  state: 'waiting' | 'sending' | 'failed' | 'refused';
  progress: number;
  reason?: string;
}

/** Sends a form with a file and reports progress. Rejects with ApiError of status 0 on a network failure. */
export type SendForm = (form: UploadForm, file: File, onProgress: (share: number) => void) => Promise<void>;

const broken = (status: number) => new ApiError(status, 'Connection lost. The upload will resume automatically.');

export const sendForm: SendForm = ({ url, fields }, file, onProgress) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  // S3 requires the file after all fields.
  form.set('file', file);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const request = new XMLHttpRequest();
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  request.onload = () =>
    request.status < 300
      ? resolve()
      : reject(new ApiError(request.status, 'The upload failed. Try again.', { storage: true }));
  request.onerror = () => reject(broken(0));
  request.ontimeout = () => reject(broken(0));
  request.open('POST', url);
  request.send(form);
  return promise;
};

const side = 3;
const pausesMs = [1_000, 2_000, 5_000, 10_000, 20_000, 30_000];

export const refusedForSize = (size: number): string | undefined => {
  if (size === 0) return rejectionMessages.empty;
  return size > maxFileSize ? rejectionMessages.size : undefined;
};

const holdsDocument = async (file: File): Promise<boolean> =>
  contentOf(new Uint8Array(await file.slice(0, pdfBeginsWithin).arrayBuffer())) !== undefined;

interface Entry extends Upload {
  file: File;
  replaces: string | undefined;
  documentId?: string;
  tries: number;
}

/** Continues while other pages are shown, and with a new form after a network failure. */
export class Uploads {
  readonly #call: Call;
  readonly #caseId: string;
  readonly #send: SendForm;
  readonly #pauses: readonly number[];
  readonly #listeners = new Set<() => void>();
  #entries: readonly Entry[] = [];
  #shown: readonly Upload[] = [];
  onDone: () => void = () => {};

  constructor(
    call: Call,
    caseId: string,
    { send = sendForm, pauses = pausesMs }: { send?: SendForm; pauses?: readonly number[] } = {},
  ) {
    this.#call = call;
    this.#caseId = caseId;
    this.#send = send;
    this.#pauses = pauses;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  snapshot = (): readonly Upload[] => this.#shown;
  isBusy = (): boolean => this.#entries.some(({ state }) => state === 'waiting' || state === 'sending');

  /** `replaces`: the document that the first file is a new version of. */
  add(files: readonly File[], replaces?: string): void {
    const entries = files.map((file, at): Entry => {
      const reason = refusedForSize(file.size);
      const about = { key: crypto.randomUUID(), name: file.name, size: file.size, file, progress: 0, tries: 0 };
      const version = at === 0 ? replaces : undefined;
      return reason
        ? { ...about, state: 'refused', reason, replaces: version }
        : { ...about, state: 'waiting', replaces: version };
    });
    this.#set([...this.#entries, ...entries]);
    this.#next();
  }

  retry(key: string): void {
    this.#change(key, { state: 'waiting', progress: 0, tries: 0, reason: '' });
    this.#next();
  }

  dismiss(key: string): void {
    this.#set(this.#entries.filter((one) => one.key !== key));
  }

  #next(): void {
    const sending = this.#entries.filter(({ state }) => state === 'sending').length;
    for (const { key } of this.#entries
      .filter(({ state }) => state === 'waiting')
      .slice(0, Math.max(0, side - sending)))
      void this.#run(key);
  }

  async #run(key: string): Promise<void> {
    this.#change(key, { state: 'sending', progress: 0 });
    try {
      if (await holdsDocument(this.#entry(key).file)) {
        await this.#through(key);
        this.dismiss(key);
        this.onDone();
      } else this.#change(key, { state: 'refused', reason: rejectionMessages.type });
    } catch (error) {
      await this.#failed(key, error);
    }
    this.#next();
  }

  async #through(key: string): Promise<void> {
    const { file, replaces, documentId } = this.#entry(key);
    const about = { case_id: this.#caseId, file_name: file.name.slice(-1000), size: file.size };
    const body = replaces ? { ...about, replaces } : about;
    // The idempotency key returns the same document after a lost response.
    const id = documentId ?? (await this.#call(documentEndpoints.begin, { body }, { idempotencyKey: key })).id;
    this.#change(key, { documentId: id });
    const params = { id };
    const form = await this.#call(documentEndpoints.uploadForm, { params }).catch((error: unknown) => {
      // The upload had succeeded, and its response was lost.
      if (error instanceof ApiError && error.status === 409 && messageOf(error) === documentMessages.notUploading)
        return undefined;
      throw error;
    });
    if (!form) return;
    await this.#send(form, file, (progress) => this.#change(key, { progress }));
    await this.#call(documentEndpoints.complete, { params });
  }

  async #failed(key: string, error: unknown): Promise<void> {
    const { tries, file } = this.#entry(key);
    const pause = this.#pauses[tries];
    if (!isTransientError(error) || pause === undefined) {
      this.#change(key, { state: 'failed', reason: messageOf(error) });
      return;
    }
    this.#change(key, { state: 'waiting', progress: 0, tries: tries + 1, reason: messageOf(error), file });
    await new Promise<void>((resolve) => {
      const go = () => {
        clearTimeout(timer);
        globalThis.removeEventListener?.('online', go);
        resolve();
      };
      const timer = setTimeout(go, pause);
      globalThis.addEventListener?.('online', go);
    });
  }

  #entry(key: string): Entry {
    const found = this.#entries.find((one) => one.key === key);
    if (!found) throw new Error('dismissed');
    return found;
  }

  #change(key: string, to: Partial<Entry>): void {
    this.#set(this.#entries.map((one) => (one.key === key ? { ...one, ...to } : one)));
  }

  #set(entries: readonly Entry[]): void {
    this.#entries = entries;
    this.#shown = entries.map(({ key, name, size, state, progress, reason }) => ({
      key,
      name,
      size,
      state,
      progress,
      ...(reason ? { reason } : {}),
    }));
    for (const listener of this.#listeners) listener();
  }
}
