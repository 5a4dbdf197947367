import type * as z from 'zod';

/** A file that comes with a form: what its content may be, whatever its sender says of it, and how large it may be. */
export interface FileRule {
  takes: (content: Uint8Array) => boolean;
  maxBytes: number;
  optional?: true;
}

/** A form with files (`multipart/form-data`). */
export interface Multipart {
  kind: 'multipart';
  fields: z.ZodObject;
  files: Readonly<Record<string, FileRule>>;
}

/** The bytes as they came, for what is signed over them: the announcement of a partner. */
export interface Raw {
  kind: 'raw';
  types: readonly string[];
}

export type BodyKind = z.ZodType | Multipart | Raw;

/** Declares a form with files; fields and files by name. */
export const multipart = <const M extends Omit<Multipart, 'kind'>>(form: M) => ({
  kind: 'multipart' as const,
  ...form,
});

/** Declares a body that the handler gets as bytes, of one of these content types. */
export const raw = <const T extends readonly string[]>(...types: T) => ({ kind: 'raw' as const, types });

/** A file as a handler gets it. Name and type are what the sender says of it: content is to be looked at, not believed. */
export interface UploadedFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

/** A raw body as a handler gets it, with the headers that its signature is in. */
export interface RawBody {
  bytes: Uint8Array;
  headers: Readonly<Record<string, string | undefined>>;
}

type FilesOf<M extends Multipart, File> = {
  [N in keyof M['files']]: M['files'][N] extends { optional: true } ? File | undefined : File;
};

/** What a handler gets of a body of this kind. */
export type BodyRead<B> = B extends z.ZodType
  ? z.output<B>
  : B extends Multipart
    ? { fields: z.output<B['fields']>; files: FilesOf<B, UploadedFile> }
    : B extends Raw
      ? RawBody
      : undefined;

/** What a caller gives for a body of this kind. */
export type BodySent<B> = B extends z.ZodType
  ? z.input<B>
  : B extends Multipart
    ? { fields: z.input<B['fields']>; files: FilesOf<B, Blob> }
    : B extends Raw
      ? { bytes: Uint8Array<ArrayBuffer> | string; type: string }
      : undefined;

/** Whether a row's body is JSON by a schema. */
export const isJson = (body: BodyKind | undefined): body is z.ZodType => body !== undefined && !('kind' in body);
