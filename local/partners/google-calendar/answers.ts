import type { ServerResponse } from 'node:http';
import { OAuthRefusal } from '#local/partners/fake-partner.ts';

/** What the Calendar API refuses a call with. */
export class Refusal extends Error {
  readonly status: number;
  readonly reason: string;
  readonly domain: string;

  constructor(status: number, reason: string, message: string, domain = 'global') {
    super(message);
    this.status = status;
    this.reason = reason;
    this.domain = domain;
  }
}
export const invalid = (message: string): Refusal => new Refusal(400, 'invalid', message);
export const notFound = (): Refusal => new Refusal(404, 'notFound', 'Not Found');

export const answerJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(body));
};

/** Answers a refusal as Google shapes it; false for anything else that went wrong. */
export const answerRefusal = (response: ServerResponse, error: unknown): boolean => {
  if (error instanceof Refusal) {
    const { status: code, reason, domain, message } = error;
    answerJson(response, code, { error: { errors: [{ domain, reason, message }], code, message } });
  } else if (error instanceof OAuthRefusal)
    answerJson(response, error.status, { error: error.error, error_description: error.message });
  else return false;
  return true;
};
