import { invalid, missing, notYours, paged, read } from './answers.ts';
import { presentForm, presentSubmitter } from './api-views.ts';
import { invite } from './mails.ts';
import type { Account, Submission, Submitter } from './model.ts';
import { UpdateSubmitter } from './requests.ts';
import type { Sandbox } from './sandbox.ts';
import { valuesFor } from './submissions.ts';

type Query = Record<string, string>;

const changeable = ({ completed_at }: Submission, submitter: Submitter): void => {
  if (completed_at || submitter.completed_at) throw invalid('Submitter has already completed the submission.');
  if (submitter.declined_at) throw invalid('Submitter has already declined the submission.');
};

export const submitterCalls = (sandbox: Sandbox) => {
  const { store, now } = sandbox;
  const found = (account: Account, id: number) => {
    const hit = store.submitterAt((one) => one.id === id);
    if (!hit) throw missing();
    if (hit.submission.account !== account.key) throw notYours();
    return hit;
  };
  return {
    list(account: Account, query: Query) {
      const all = store
        .submissions(account.key)
        .flatMap((submission) => submission.submitters.map((one) => ({ id: one.id, submission, one })))
        .filter(({ one }) => !query.external_id || one.external_id === query.external_id)
        .sort((a, b) => b.id - a.id);
      return paged(all, query, ({ submission, one }) => presentForm(sandbox, submission, one));
    },
    update(account: Account, id: number, body: unknown) {
      const { submission, submitter } = found(account, id);
      changeable(submission, submitter);
      const { send_email, values, email, name, phone, external_id, metadata } = read(UpdateSubmitter, body);
      if (email !== undefined) submitter.email = email;
      if (name !== undefined) submitter.name = name;
      if (phone !== undefined) submitter.phone = phone;
      if (external_id !== undefined) submitter.external_id = external_id;
      if (metadata) submitter.metadata = metadata;
      const own = submission.fields.filter((one) => one.submitter_uuid === submitter.uuid);
      Object.assign(submitter.values, valuesFor(own, values ?? {}));
      submitter.updated_at = now().toISOString();
      // It is not looked at whose turn it is.
      if (send_email) {
        submitter.send_email = true;
        invite(sandbox, submission, submitter);
      }
      store.putSubmission(submission);
      return presentSubmitter(sandbox, submission, submitter);
    },
  };
};
