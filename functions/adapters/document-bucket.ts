import { AppError } from '#domain/contract/errors.ts';
import { linkSeconds } from '#domain/documents/document.rules.ts';
import {
  type Credentials,
  objectAddress,
  ownCredentials,
  presigned,
  type SignedRequest,
  sendSigned,
  signedPolicy,
} from './signed-request.ts';

/** How long a silent S3 holds a caller: for a word, and for a file. */
const patienceMs = 5_000;
const fileMs = 120_000;
/** What everything is sent as: what it is, its content tells later. */
const anyType = 'application/octet-stream';

const unavailable = (reason: string): AppError =>
  new AppError('unavailable', { reason: `s3: ${reason}`, retryAfterSeconds: 2 });

const failed = async (answer: Response): Promise<AppError> =>
  unavailable(`${answer.status} ${/<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1] ?? ''}`);

const inXml = (text: string, tag: string): string | undefined => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(text)?.[1];

/** A part of a file: from its beginning, or at its end. */
export type Part = { first: number } | { last: number };

/** A name in a header, for old readers and for new ones (RFC 6266). */
export const dispositionOf = (name: string, kind: 'attachment' | 'inline'): string => {
  const plain = name.replace(/[^\x20-\x7E]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
};

/**
 * The bucket of documents, by signed requests: the whole client of S3 would weigh more than a function may. What fails is
 * thrown as 503, also in workers, whose message then comes again; a key that is not there is undefined.
 */
export const documentBucket = (bucket: string) => {
  const send = async (
    method: SignedRequest['method'],
    key: string,
    {
      query = {},
      ...rest
    }: Partial<Pick<SignedRequest, 'headers' | 'body' | 'patienceMs'>> & { query?: Record<string, string> } = {},
  ): Promise<Response> => {
    const url = objectAddress(bucket, key);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return sendSigned('s3', { method, url, patienceMs, ...rest }).catch((error: Error) => {
      throw unavailable(error.name);
    });
  };
  const done = async (answer: Response): Promise<Response> => {
    if (!answer.ok) throw await failed(answer);
    return answer;
  };
  return {
    /** The form by which a browser sends exactly so many bytes to this key, for five minutes. */
    async uploadForm(key: string, size: number, now: Date): Promise<{ url: string; fields: Record<string, string> }> {
      const said = { key, 'Content-Type': anyType, success_action_status: '204' };
      const conditions = [
        { bucket },
        ...Object.entries(said).map(([name, value]) => ({ [name]: value })),
        ['content-length-range', size, size],
      ];
      const signed = signedPolicy(conditions, { credentials: await ownCredentials(), seconds: linkSeconds, now });
      return { url: objectAddress(bucket, '').href, fields: { ...said, ...signed } };
    },
    async put(key: string, body: Uint8Array<ArrayBuffer>, type: string = anyType): Promise<void> {
      await done(await send('PUT', key, { body, headers: { 'content-type': type }, patienceMs: fileMs }));
    },
    /** How many bytes lie under the key. It asks the list: what is not scanned may not even be looked at. */
    async sizeOf(key: string): Promise<number | undefined> {
      const answer = await done(await send('GET', '', { query: { 'list-type': '2', prefix: key, 'max-keys': '1' } }));
      const text = await answer.text();
      return inXml(text, 'Key') === key ? Number(inXml(text, 'Size')) : undefined;
    },
    /** A part of one state of a file and its whole size; undefined when it is gone or not of that state any more. */
    async part(key: string, etag: string, part: Part): Promise<{ bytes: Uint8Array; size: number } | undefined> {
      const range = 'first' in part ? `bytes=0-${part.first - 1}` : `bytes=-${part.last}`;
      const answer = await send('GET', key, { headers: { range, 'if-match': etag }, patienceMs: fileMs });
      if ([404, 412].includes(answer.status)) return undefined;
      if (answer.status === 416) return { bytes: new Uint8Array(), size: 0 };
      await done(answer);
      const size = Number(/\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1]);
      return { bytes: await answer.bytes(), size };
    },
    /** Copies one state of a file within the bucket, under the type that it was found to be. False when that state is gone. */
    async copy(from: string, etag: string, to: string, type: string): Promise<boolean> {
      const answer = await send('PUT', to, {
        headers: {
          'x-amz-copy-source': `/${bucket}/${from}`,
          'x-amz-copy-source-if-match': etag,
          'x-amz-metadata-directive': 'REPLACE',
          // What the scan said stays with what it was said of.
          'x-amz-tagging-directive': 'REPLACE',
          'content-type': type,
        },
        patienceMs: fileMs,
      });
      if ([404, 412].includes(answer.status)) return false;
      // S3 may begin to answer 200 before a copy fails.
      const text = await (await done(answer)).text();
      if (text.includes('<Error>')) throw unavailable(inXml(text, 'Code') ?? '');
      return true;
    },
    async remove(key: string): Promise<void> {
      const answer = await send('DELETE', key);
      if (answer.status !== 404) await done(answer);
    },
    /** The bytes of a file as they come; undefined when it is gone. */
    async read(key: string): Promise<ReadableStream<Uint8Array> | undefined> {
      const answer = await send('GET', key, { patienceMs: fileMs });
      if (answer.status === 404) return undefined;
      return (await done(answer)).body ?? undefined;
    },
    /** A file that is sent in parts, each of 5 MB at least but the last. */
    async beginParts(key: string, type: string): Promise<string> {
      const answer = await done(await send('POST', key, { query: { uploads: '' }, headers: { 'content-type': type } }));
      const id = inXml(await answer.text(), 'UploadId');
      if (!id) throw unavailable('no upload id');
      return id;
    },
    /** Answers the part's mark, which the end of the file names. */
    async sendPart(key: string, uploadId: string, number: number, body: Uint8Array<ArrayBuffer>): Promise<string> {
      const query = { partNumber: String(number), uploadId };
      const answer = await done(await send('PUT', key, { query, body, patienceMs: fileMs }));
      return answer.headers.get('etag') ?? '';
    },
    async endParts(key: string, uploadId: string, marks: readonly string[]): Promise<void> {
      const parts = marks.map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`);
      const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
      const answer = await done(await send('POST', key, { query: { uploadId }, body, patienceMs: fileMs }));
      const text = await answer.text();
      if (text.includes('<Error>')) throw unavailable(inXml(text, 'Code') ?? '');
    },
    async dropParts(key: string, uploadId: string): Promise<void> {
      await send('DELETE', key, { query: { uploadId } });
    },
  };
};
export type DocumentBucket = ReturnType<typeof documentBucket>;

/** What a link answers besides the bytes. */
export interface Linked {
  name: string;
  type: string;
  disposition: 'attachment' | 'inline';
}
/** Links to files of one organization at a time, with its rights alone (quality S-02 and S-17). */
export type DocumentLinks = (organizationId: string, key: string, linked: Linked, now: Date) => Promise<string>;

/** Links by the session of the organization: one that names another's file is refused by S3 itself. */
export const documentLinks =
  (bucket: string, sessions: (organizationId: string) => () => Promise<Credentials>): DocumentLinks =>
  async (organizationId, key, { name, type, disposition }, now) => {
    const url = objectAddress(bucket, key);
    url.searchParams.set('response-content-type', type);
    url.searchParams.set('response-content-disposition', dispositionOf(name, disposition));
    url.searchParams.set('response-cache-control', 'private, no-store');
    return presigned('s3', url, { credentials: await sessions(organizationId)(), seconds: linkSeconds, now });
  };
