import { missing } from './answers.ts';
import { presentUser } from './api-views.ts';
import type { Account } from './model.ts';
import type { Sandbox } from './sandbox.ts';
import { submissionCalls } from './submissions.ts';
import { submitterCalls } from './submitters.ts';
import { templateCalls } from './templates.ts';

interface Asked {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
}
type Serve = (account: Account, asked: Asked, id: number) => unknown;

/** The calls of the API by method and path; `{id}` stands for a whole number. */
const table = (sandbox: Sandbox): Record<string, Serve> => {
  const templates = templateCalls(sandbox);
  const submissions = submissionCalls(sandbox);
  const submitters = submitterCalls(sandbox);
  return {
    'GET /user': (account) => presentUser(account),
    'GET /templates': (account, { query }) => templates.list(account, query),
    'GET /templates/{id}': (account, _, id) => templates.get(account, id),
    'POST /templates/html': (account, { body }) => templates.createFromHtml(account, body),
    'POST /templates/{id}/clone': (account, { body }, id) => templates.clone(account, id, body),
    'PUT /templates/{id}': (account, { body }, id) => templates.update(account, id, body),
    'DELETE /templates/{id}': (account, _, id) => templates.remove(account, id),
    'GET /submissions': (account, { query }) => submissions.list(account, query),
    'POST /submissions/init': (account, { body }) => submissions.create(account, body),
    'POST /submissions/pdf': (account, { body }) => submissions.createFromPdf(account, body),
    'GET /submissions/{id}': (account, { query }, id) => submissions.get(account, id, query),
    'GET /submissions/{id}/documents': (account, { query }, id) => submissions.documents(account, id, query),
    'DELETE /submissions/{id}': (account, _, id) => submissions.remove(account, id),
    'GET /submitters': (account, { query }) => submitters.list(account, query),
    'PUT /submitters/{id}': (account, { body }, id) => submitters.update(account, id, body),
  };
};

/** Serves a call of the API; throws {@link Refused}. */
export const apiCalls = (sandbox: Sandbox) => {
  const calls = table(sandbox);
  return (account: Account, asked: Asked): unknown => {
    let id = 0;
    const pattern = asked.path.replace(/\/(\d+)(?=\/|$)/, (_, found: string) => {
      id = Number(found);
      return '/{id}';
    });
    const serve = calls[`${asked.method} ${pattern}`];
    // Also what is there in the paid edition alone.
    if (!serve) throw missing();
    return serve(account, asked, id);
  };
};
