import type * as z from 'zod';

/** A file to look at or to save. */
export interface FileResponse {
  kind: 'file';
  types: readonly string[];
}
/** The browser goes on elsewhere (303). */
export interface RedirectAnswer {
  kind: 'redirect';
}
/** Nothing but that it was done (204). */
export interface EmptyAnswer {
  kind: 'empty';
}

export type ResponseKind = z.ZodType | FileResponse | RedirectAnswer | EmptyAnswer;

/** Declares a file as the answer, of one of these content types. */
export const file = <const T extends readonly string[]>(...types: T) => ({ kind: 'file' as const, types });
export const redirect: RedirectAnswer = { kind: 'redirect' };
export const empty: EmptyAnswer = { kind: 'empty' };

/** A file as a handler gives it. */
export interface FileWritten<Type extends string = string> {
  type: Type;
  name: string;
  content: Uint8Array | string;
  /** Shown in the browser instead of saved. */
  inline?: boolean;
}

/** What a handler returns for an answer of this kind. */
export type ResponseWritten<A> = A extends z.ZodType
  ? z.input<A>
  : A extends FileResponse
    ? FileWritten<A['types'][number]>
    : A extends RedirectAnswer
      ? { location: string }
      : undefined;

/** What a caller of the web client gets for an answer of this kind. */
export type ResponseReceived<A> = A extends z.ZodType
  ? z.output<A>
  : A extends FileResponse
    ? { name: string; content: Blob }
    : A extends RedirectAnswer
      ? { location: string }
      : undefined;

/** Whether a row answers JSON by a schema. */
export const isJsonAnswer = (answer: ResponseKind): answer is z.ZodType => !('kind' in answer);

const statuses = { redirect: 303, empty: 204 } as const;

/** The status of success of a row. */
export const successStatus = ({ response, status }: { response: ResponseKind; status?: 200 | 201 }): number =>
  isJsonAnswer(response) || response.kind === 'file' ? (status ?? 200) : statuses[response.kind];
