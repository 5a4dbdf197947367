import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { SignatureV4 } from '@smithy/signature-v4';
import { fetchAgain } from './fetch-again.ts';

type Bytes = string | ArrayBuffer | ArrayBufferView;
const bytesOf = (data: Bytes): Uint8Array =>
  typeof data === 'string'
    ? Buffer.from(data)
    : data instanceof ArrayBuffer
      ? new Uint8Array(data)
      : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);

/** SHA-256 as the signer asks for it. */
export class Sha256 {
  readonly #hash: Hash | Hmac;

  constructor(secret?: Bytes) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret));
  }
  update(data: Bytes): void {
    this.#hash.update(bytesOf(data));
  }
  async digest(): Promise<Uint8Array> {
    return new Uint8Array(this.#hash.digest());
  }
  reset(): void {}
}

/** Whose rights a request is signed with. */
export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

/** The function's own, as Lambda gives them. */
export const ownCredentials = async (): Promise<Credentials> => {
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '', AWS_SESSION_TOKEN } = process.env;
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN ? { sessionToken: AWS_SESSION_TOKEN } : {}),
  };
};

export const region = (): string => process.env.AWS_REGION ?? '';

const signer = (service: string, credentials: Credentials) =>
  new SignatureV4({ service, region: region(), credentials, sha256: Sha256, uriEscapePath: false });

const described = (method: string, url: URL) => ({
  method,
  protocol: url.protocol,
  hostname: url.hostname,
  ...(url.port ? { port: Number(url.port) } : {}),
  path: url.pathname,
  query: Object.fromEntries(url.searchParams),
});

export interface SignedRequest {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  url: URL;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  credentials?: Credentials;
  /** How long a silent service holds the caller, in milliseconds. */
  patienceMs: number;
}

/** S3 answers 503 SlowDown to a burst and 500 to what failed on its side, and asks that both be sent again a little later. */
const comesAgain = new Set([500, 503]);
const longestPausesMs = [200, 800, 2_000];

/**
 * Sends a request to a service of AWS for which no client of the SDK is carried along; where the connection was cut, once
 * more, and where the service is busy, after a pause. What comes twice must do no more than once: every call of the product is
 * such a one. All of it takes no longer than its patience.
 */
export const sendSigned = async (
  service: string,
  { method, url, headers = {}, body, credentials, patienceMs }: SignedRequest,
): Promise<Response> => {
  const request = { ...described(method, url), headers: { host: url.host, ...headers } };
  const signed = await signer(service, credentials ?? (await ownCredentials())).sign({
    ...request,
    ...(body === undefined ? {} : { body }),
  });
  const { host: _, ...sent } = signed.headers;
  const signal = AbortSignal.timeout(patienceMs);
  const init = { method, headers: sent, redirect: 'error', signal, ...(body === undefined ? {} : { body }) } as const;
  for (const pauseMs of longestPausesMs) {
    const answer = await fetchAgain(url, init);
    if (!comesAgain.has(answer.status)) return answer;
    try {
      await wait(Math.random() * pauseMs, undefined, { signal });
    } catch {
      // Its patience has ended: what the service said last is what is known.
      return answer;
    }
    await answer.body?.cancel();
  }
  return fetchAgain(url, init);
};

/** An address by which whoever has it may get one thing, for so many seconds. */
export const presigned = async (
  service: string,
  url: URL,
  { credentials, seconds, now }: { credentials: Credentials; seconds: number; now: Date },
): Promise<string> => {
  const { query = {} } = await signer(service, credentials).presign(
    // What an address gets has no body to be signed.
    { ...described('GET', url), headers: { host: url.host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } },
    { expiresIn: seconds, signingDate: now },
  );
  const address = new URL(url);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value));
  // A space is %20 in what was signed, and + in what URL writes.
  address.search = address.search.replaceAll('+', '%20');
  return address.href;
};

const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The fields that sign a policy of S3 (POST object, signature version 4). */
export const signedPolicy = (
  conditions: readonly unknown[],
  { credentials, seconds, now }: { credentials: Credentials; seconds: number; now: Date },
): Record<string, string> => {
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = [stamp.slice(0, 8), region(), 's3', 'aws4_request'];
  const said: Record<string, string> = {
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    'x-amz-credential': [credentials.accessKeyId, ...scope].join('/'),
    'x-amz-date': stamp,
    ...(credentials.sessionToken ? { 'x-amz-security-token': credentials.sessionToken } : {}),
  };
  const document = {
    expiration: new Date(now.getTime() + seconds * 1000).toISOString(),
    conditions: [...conditions, ...Object.entries(said).map(([name, value]) => ({ [name]: value }))],
  };
  const policy = Buffer.from(JSON.stringify(document)).toString('base64');
  const key = scope.reduce<Buffer | string>((above, part) => hmac(above, part), `AWS4${credentials.secretAccessKey}`);
  return { ...said, policy, 'x-amz-signature': hmac(key, policy).toString('hex') };
};

/** Where a bucket is: in AWS under a host of its own, with the endpoint that the environment names by its path. */
export const objectAddress = (bucket: string, key: string): URL => {
  const { AWS_ENDPOINT_URL_S3: ofS3, AWS_ENDPOINT_URL: ofAll } = process.env;
  const endpoint = ofS3 ?? ofAll;
  return new URL(endpoint ? `${endpoint}/${bucket}/${key}` : `https://${bucket}.s3.${region()}.amazonaws.com/${key}`);
};
