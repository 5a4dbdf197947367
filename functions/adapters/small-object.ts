import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';

/** So long a silent S3 holds a caller. */
const patienceMs = 3_000;

type Bytes = string | ArrayBuffer | ArrayBufferView;
const bytesOf = (data: Bytes): Uint8Array =>
  typeof data === 'string'
    ? Buffer.from(data)
    : data instanceof ArrayBuffer
      ? new Uint8Array(data)
      : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);

/** SHA-256 as the signer asks for it. */
class Sha256 {
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

/** Where a bucket is: in AWS under a host of its own, with the endpoint that the environment names by its path. */
const addressOf = (bucket: string, key: string): URL => {
  const { AWS_ENDPOINT_URL_S3: ofS3, AWS_ENDPOINT_URL: ofAll, AWS_REGION: region = '' } = process.env;
  const endpoint = ofS3 ?? ofAll;
  return new URL(endpoint ? `${endpoint}/${bucket}/${key}` : `https://${bucket}.s3.${region}.amazonaws.com/${key}`);
};

const send = async (method: 'GET' | 'PUT', bucket: string, key: string, body?: string): Promise<Response> => {
  const {
    AWS_REGION: region = '',
    AWS_ACCESS_KEY_ID = '',
    AWS_SECRET_ACCESS_KEY = '',
    AWS_SESSION_TOKEN,
  } = process.env;
  const url = addressOf(bucket, key);
  const signer = new SignatureV4({
    service: 's3',
    region,
    credentials: {
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
      ...(AWS_SESSION_TOKEN ? { sessionToken: AWS_SESSION_TOKEN } : {}),
    },
    sha256: Sha256,
    uriEscapePath: false,
  });
  const { headers } = await signer.sign({
    method,
    protocol: url.protocol,
    hostname: url.hostname,
    path: url.pathname,
    headers: {
      host: url.host,
      // A bucket under Object Lock takes nothing without a checksum.
      ...(body === undefined
        ? {}
        : {
            'x-amz-checksum-sha256': createHash('sha256').update(body).digest('base64'),
            'content-type': 'application/json',
          }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const { host: _, ...sent } = headers;
  return fetch(url, {
    method,
    headers: sent,
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
    ...(body === undefined ? {} : { body }),
  });
};

const failed = async (what: string, answer: Response): Promise<Error> => {
  const code = /<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1];
  return new Error(`S3 did not ${what}: ${answer.status} ${code ?? ''}`);
};

/**
 * Small texts in a bucket, by the functions' own credentials: the whole client of S3 would weigh more than a function may.
 * Both throw when S3 refuses or does not answer; a key that is not there is undefined.
 */
export const smallObjects = (bucket: string) => ({
  async read(key: string): Promise<string | undefined> {
    const answer = await send('GET', bucket, key);
    if (answer.ok) return answer.text();
    if (answer.status === 404) return undefined;
    throw await failed('read', answer);
  },
  async write(key: string, text: string): Promise<void> {
    const answer = await send('PUT', bucket, key, text);
    if (!answer.ok) throw await failed('write', answer);
  },
});
export type SmallObjects = ReturnType<typeof smallObjects>;
