import { type FileWritten, isJsonAnswer, type ResponseKind, successStatus } from '#domain/shared/contract/endpoint.ts';
import { stripStoredResponse, stripToSchema } from '../conflict.ts';
import type { Answer, Call, CallMiddleware } from '../grants.ts';
import { assertAnswerFits, defaultHeaders, answer as jsonAnswer } from '../respond.ts';

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

type NotJson = Exclude<ResponseKind, { parse: unknown }>;

const otherAnswer = (kind: NotJson, statusCode: number, headers: Record<string, string>, output: unknown): Answer => {
  // Handlers return what the kind of their row's answer says, by type.
  if (kind.kind === 'file') return fileAnswer(statusCode, headers, output as FileWritten);
  if (kind.kind === 'empty') return { statusCode, headers: { ...defaultHeaders, ...headers } };
  const { location } = output as { location: string };
  return { statusCode, headers: { ...defaultHeaders, ...headers, location } };
};

/** JSON is stripped to what its schema documents. */
const answerOf = ({ handler: { row }, headers }: Call, output: unknown, { isKept }: { isKept: boolean }): Answer => {
  const status = successStatus(row);
  if (!isJsonAnswer(row.response)) return otherAnswer(row.response, status, headers, output);
  return jsonAnswer(status, (isKept ? stripStoredResponse : stripToSchema)(row.response, output), headers);
};

/** The answer that was kept under an Idempotency-Key. */
export const replayedResponse = (call: Call, output: unknown): Answer => answerOf(call, output, { isKept: true });

/** Makes the answer of what the handler returned, or had returned the first time. */
export const answer = (): CallMiddleware => ({
  after(request) {
    const { call } = request.context;
    const made = answerOf(call, call.output, { isKept: call.replayed !== undefined });
    assertAnswerFits(made.body ?? '');
    request.response = made;
  },
});
