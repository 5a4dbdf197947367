import {
  type FileWritten,
  isJsonResponse,
  type ResponseKind,
  successStatus,
} from '#domain/shared/contract/endpoint.ts';
import type { Answer, Call, CallMiddleware } from '../actor.ts';
import { assertAnswerFits, defaultHeaders, answer as jsonAnswer } from '../respond.ts';
import { stripStoredResponse, stripToSchema } from '../strip-to-schema.ts';

const plainName = (name: string): string => name.replace(/[^\w.-]+/g, '_');

/** RFC 5987: encodeURIComponent leaves four characters. */
const encodedName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

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
  if (kind.kind === 'file') return fileAnswer(statusCode, headers, output as FileWritten);
  if (kind.kind === 'empty') return { statusCode, headers: { ...defaultHeaders, ...headers } };
  const { location } = output as { location: string };
  return { statusCode, headers: { ...defaultHeaders, ...headers, location } };
};

const answerOf = (
  { handler: { endpoint }, headers }: Call,
  output: unknown,
  { isReplayed }: { isReplayed: boolean },
): Answer => {
  const status = successStatus(endpoint);
  if (!isJsonResponse(endpoint.response)) return otherAnswer(endpoint.response, status, headers, output);
  return jsonAnswer(status, (isReplayed ? stripStoredResponse : stripToSchema)(endpoint.response, output), headers);
};

/** Returns the response stored under an Idempotency-Key. */
export const replayedResponse = (call: Call, output: unknown): Answer => answerOf(call, output, { isReplayed: true });

/** Builds the response from the handler's output, or from the stored one. */
export const answer = (): CallMiddleware => ({
  after(request) {
    const { call } = request.context;
    const response = answerOf(call, call.output, { isReplayed: call.replayed !== undefined });
    assertAnswerFits(response.body ?? '');
    request.response = response;
  },
});
