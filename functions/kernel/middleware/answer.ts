import { type AnswerKind, type FileWritten, isJsonAnswer, successStatus } from '#domain/contract/answers.ts';
import type { Answer, Call, CallMiddleware } from '../call.ts';
import { documented } from '../documented.ts';
import { defaultHeaders, answer as jsonAnswer } from '../respond.ts';

const plainName = (name: string): string => name.replace(/[^\w.-]+/g, '_');

/** RFC 5987: percent-encoded UTF-8, with the four characters besides that encodeURIComponent leaves. */
const encodedName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** RFC 6266: a name in plain letters for old programs, the real one encoded beside it. */
const disposition = ({ name, inline }: FileWritten): string =>
  `${inline ? 'inline' : 'attachment'}; filename="${plainName(name)}"; filename*=UTF-8''${encodedName(name)}`;

const fileAnswer = (statusCode: number, headers: Record<string, string>, file: FileWritten): Answer => ({
  statusCode,
  headers: { ...defaultHeaders, ...headers, 'content-type': file.type, 'content-disposition': disposition(file) },
  body: typeof file.content === 'string' ? file.content : Buffer.from(file.content).toString('base64'),
  isBase64Encoded: typeof file.content !== 'string',
});

type NotJson = Exclude<AnswerKind, { parse: unknown }>;

const otherAnswer = (kind: NotJson, statusCode: number, headers: Record<string, string>, output: unknown): Answer => {
  // Handlers return what the kind of their row's answer says, by type.
  if (kind.kind === 'file') return fileAnswer(statusCode, headers, output as FileWritten);
  if (kind.kind === 'empty') return { statusCode, headers: { ...defaultHeaders, ...headers } };
  const { location } = output as { location: string };
  return { statusCode, headers: { ...defaultHeaders, ...headers, location } };
};

/** The answer of what a handler returned, or had returned the first time. JSON is stripped to what its schema documents. */
export const answerOf = ({ handler: { row }, headers }: Call, output: unknown): Answer => {
  const status = successStatus(row);
  return isJsonAnswer(row.response)
    ? jsonAnswer(status, documented(row.response, output), headers)
    : otherAnswer(row.response, status, headers, output);
};

/** Makes the answer of what the handler returned. */
export const answer = (): CallMiddleware => ({
  after(request) {
    const { call } = request.context;
    request.response = answerOf(call, call.output);
  },
});
