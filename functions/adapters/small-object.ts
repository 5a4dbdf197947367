import { createHash } from 'node:crypto';
import { objectAddress, sendSigned } from './signed-request.ts';

/** So long a silent S3 holds a caller. */
const patienceMs = 3_000;

const send = (method: 'GET' | 'PUT', bucket: string, key: string, body?: string): Promise<Response> =>
  sendSigned('s3', {
    method,
    url: objectAddress(bucket, key),
    patienceMs,
    // A bucket under Object Lock takes nothing without a checksum.
    ...(body === undefined
      ? {}
      : {
          body,
          headers: {
            'x-amz-checksum-sha256': createHash('sha256').update(body).digest('base64'),
            'content-type': 'application/json',
          },
        }),
  });

const failed = async (what: string, answer: Response): Promise<Error> => {
  const code = /<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1];
  // Logs tell names alone.
  return Object.assign(new Error(`S3 did not ${what}: ${answer.status} ${code ?? ''}`), { name: code ?? 'S3Refused' });
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
