import * as z from 'zod';
import { S3Error } from './s3-fault.ts';
import { type Credentials, verifyPolicySignature } from './s3-signature.ts';

const Condition = z.union([
  z.tuple([z.literal('content-length-range'), z.number(), z.number()]),
  z.record(z.string(), z.string()),
]);
const Policy = z.object({ expiration: z.iso.datetime(), conditions: z.array(Condition) });

interface PostedFile {
  key: string;
  bytes: Buffer;
  /** The form's fields by lower-case name, without the file. */
  fields: Map<string, string>;
}

// These say who signed and what, so the policy need not speak of them.
const NEED_NO_CONDITION = new Set(['policy', 'x-amz-signature', 'file']);

/** A browser's upload form: its policy must be signed, not expired, and every field must satisfy its conditions. */
export async function readPostedFile(
  bucket: string,
  contentType: string,
  body: Buffer,
  credentials: Credentials,
): Promise<PostedFile> {
  const { fields, file } = await readForm(contentType, body);
  const field = (name: string): string => {
    const value = fields.get(name);
    if (!value) throw new S3Error(403, 'AccessDenied', `The form has no field ${name}`);
    return value;
  };
  verifyPolicySignature(
    {
      policy: field('policy'),
      credential: field('x-amz-credential'),
      signature: field('x-amz-signature'),
      stamp: field('x-amz-date'),
      algorithm: field('x-amz-algorithm'),
    },
    credentials,
  );
  const policy = parsePolicy(field('policy'));
  if (Date.parse(policy.expiration) <= Date.now()) throw failed('Policy expired.');
  const bytes = Buffer.from(await file.arrayBuffer());
  const key = field('key');
  checkConditions(policy.conditions, new Map([...fields, ['bucket', bucket]]), bytes.length);
  return { key, bytes, fields };
}

async function readForm(contentType: string, body: Buffer): Promise<{ fields: Map<string, string>; file: File }> {
  let form: FormData;
  try {
    form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw new S3Error(400, 'MalformedPOSTRequest', 'The body of your POST request is not well-formed form data.');
  }
  const file = form.get('file');
  if (!(file instanceof File)) throw new S3Error(400, 'InvalidArgument', 'POST requires exactly one file upload.');
  const fields = new Map<string, string>();
  for (const [name, value] of form) if (typeof value === 'string') fields.set(name.toLowerCase(), value);
  return { fields, file };
}

function parsePolicy(encoded: string): z.output<typeof Policy> {
  try {
    return Policy.parse(JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')));
  } catch {
    throw new S3Error(400, 'InvalidPolicyDocument', 'The content of the form does not meet the policy document.');
  }
}

function checkConditions(conditions: z.output<typeof Condition>[], values: Map<string, string>, size: number): void {
  const covered = new Set<string>();
  for (const condition of conditions) {
    if (Array.isArray(condition)) checkSize(size, condition[1], condition[2]);
    else
      for (const [name, expected] of Object.entries(condition)) {
        covered.add(name.toLowerCase());
        if (values.get(name.toLowerCase()) !== expected)
          throw failed(`Policy Condition failed: ["eq", "$${name}", "${expected}"]`);
      }
  }
  const extra = [...values.keys()].filter((name) => !covered.has(name) && !NEED_NO_CONDITION.has(name));
  if (extra.length > 0) throw failed(`Extra input fields: ${extra.join(', ')}`);
}

function checkSize(size: number, least: number, most: number): void {
  if (size < least) {
    throw new S3Error(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size');
  }
  if (size > most) throw new S3Error(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');
}

function failed(reason: string): S3Error {
  return new S3Error(403, 'AccessDenied', `Invalid according to Policy: ${reason}`);
}
