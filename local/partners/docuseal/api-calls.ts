import { invalid, missing, notYours, paged, read, UpdateSubmitter } from './answers.ts';
import { presentSubmitter, presentUser, type Sandbox } from './sandbox.ts';
import type { Account, Submission, Submitter } from './store.ts';
import { invite, submissionCalls } from './submissions.ts';
import { templateCalls } from './templates.ts';

type Query = Record<string, string>;

const changeable = ({ completed_at }: Submission, submitter: Submitter): void => {
  if (completed_at || submitter.completed_at) throw invalid('Submitter has already completed the submission.');
  if (submitter.declined_at) throw invalid('Submitter has already declined the submission.');
};

const submitterCalls = (sandbox: Sandbox) => {
  const { store, now } = sandbox;
  const found = (account: Account, id: number) => {
    const hit = store.submitterAt((submitter) => submitter.id === id);
    if (!hit) throw missing();
    if (hit.submission.account !== account.key) throw notYours();
    return hit;
  };
  return {
    list(account: Account, query: Query) {
      const all = store
        .submissions(account.key)
        .flatMap((submission) =>
          submission.submitters.map((submitter) => ({ id: submitter.id, submission, one: submitter })),
        )
        .filter(({ one }) => !query.external_id || one.external_id === query.external_id)
        .sort((a, b) => b.id - a.id);
      return paged(all, query, ({ submission, one }) => presentSubmitter(sandbox, submission, one));
    },
    update(account: Account, id: number, body: unknown) {
      const { submission, submitter } = found(account, id);
      changeable(submission, submitter);
      const { send_email, ...changes } = read(UpdateSubmitter, body);
      Object.assign(submitter, changes, { updated_at: now().toISOString() });
      // Does not check whose turn it is.
      if (send_email) {
        submitter.send_email = true;
        invite(sandbox, submission, submitter);
      }
      store.putSubmission(submission);
      return presentSubmitter(sandbox, submission, submitter);
    },
  };
};

interface Asked {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
}
type Serve = (account: Account, asked: Asked, id: number) => unknown;

/** API calls by method and path; `{id}` is a whole number. */
const table = (sandbox: Sandbox): Record<string, Serve> => {
  const templates = templateCalls(sandbox);
  const submissions = submissionCalls(sandbox);
  const submitters = submitterCalls(sandbox);
  return {
    'GET /user': (account) => presentUser(account),
    'GET /templates': (account, { query }) => templates.list(account, query),
    'GET /templates/{id}': (account, _, id) => templates.get(account, id),
    'POST /templates/html': (account, { body }) => templates.createFromHtml(account, body),
    'PUT /templates/{id}': (account, { body }, id) => templates.update(account, id, body),
    'GET /submissions': (account, { query }) => submissions.list(account, query),
    'POST /submissions/init': (account, { body }) => submissions.create(account, body),
    'POST /submissions/pdf': (account, { body }) => submissions.createFromPdf(account, body),
    'GET /submissions/{id}': (account, _, id) => submissions.get(account, id),
    'DELETE /submissions/{id}': (account, _, id) => submissions.remove(account, id),
    'GET /submitters': (account, { query }) => submitters.list(account, query),
    'PUT /submitters/{id}': (account, { body }, id) => submitters.update(account, id, body),
  };
};

export const apiCalls = (sandbox: Sandbox) => {
  const calls = table(sandbox);
  return (account: Account, request: Asked): unknown => {
    let id = 0;
    const pattern = request.path.replace(/\/(\d+)(?=\/|$)/, (_, found: string) => {
      id = Number(found);
      return '/{id}';
    });
    const serve = calls[`${request.method} ${pattern}`];
    if (!serve) throw missing();
    return serve(account, request, id);
  };
};
