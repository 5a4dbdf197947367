import type { ServerResponse } from 'node:http';
import { OAuthRefusal } from '#local/partners/fake-partner.ts';

/** What QuickBooks refuses a call with: `Fault.Error[]` of its Accounting API. */
export class Fault extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly element: string | null;
  readonly type: string;

  constructor(
    code: string,
    message: string,
    detail: string,
    {
      element = null,
      status = 400,
      type = 'ValidationFault',
    }: { element?: string | null; status?: number; type?: string } = {},
  ) {
    super(message);
    this.code = code;
    this.detail = detail;
    this.element = element;
    this.status = status;
    this.type = type;
  }
}

/** What a token is refused with, which has names of its own in lower case. */
export class UnauthorizedError extends Error {
  readonly status: 401 | 403;
  readonly code: string;
  readonly detail: string;

  constructor(status: 401 | 403, code: string, detail: string) {
    super(detail);
    this.status = status;
    this.code = code;
    this.detail = detail;
  }
}

/** QuickBooks' clocks are those of the Pacific coast. */
export const timeOf = (now: Date): string =>
  `${new Date(now.getTime() - 8 * 3_600_000).toISOString().slice(0, -1)}-08:00`;

export const answerJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8' }).end(JSON.stringify(body));
};

/** Answers a refusal in the form that its kind has; false for anything else that went wrong. */
export const answerRefusal = (response: ServerResponse, error: unknown, now: Date): boolean => {
  if (error instanceof Fault) {
    const { message, detail, code, element, type } = error;
    const fault = { Error: [{ Message: message, Detail: detail, code, element }], type };
    answerJson(response, error.status, { Fault: fault, time: timeOf(now) });
  } else if (error instanceof UnauthorizedError) {
    const message = `message=${error.status === 401 ? 'AuthenticationFailed' : 'ApplicationAuthorizationFailed'}; errorCode=00${error.code}; statusCode=${error.status}`;
    const fault = {
      error: [{ message, detail: error.detail, code: error.code, element: null }],
      type: 'AUTHENTICATION',
    };
    answerJson(response, error.status, { warnings: null, intuitObject: null, fault, status: null });
  } else if (error instanceof OAuthRefusal) {
    answerJson(response, error.status, { error: error.error });
  } else return false;
  return true;
};
