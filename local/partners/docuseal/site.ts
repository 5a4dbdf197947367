import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { consolePage, signingPage, thanksPage } from './pages.ts';
import { auditPdf } from './pdf.ts';
import { Faults, fileUrl, fileUrlHolds, type Sandbox } from './sandbox.ts';
import { type Submission, type Submitter, signs, submissionStatus, whoseTurn } from './store.ts';
import { addEvent, filledPaper, inviteNext } from './submissions.ts';

/** Returns why signing is closed, or undefined. */
const closedBecause = (submission: Submission, submitter: Submitter, now: Date): string | undefined => {
  if (submission.archived_at) return 'This document was withdrawn.';
  const status = submissionStatus(submission, now);
  if (submitter.completed_at) return 'You have signed this document.';
  if (status === 'declined') return 'This document was declined.';
  if (status === 'expired') return 'The time to sign this document is over.';
  if (status === 'completed') return 'This document is completed.';
  if (!signs(submission, submitter)) return 'You get a copy of this document. There is nothing to sign.';
  return whoseTurn(submission).includes(submitter) ? undefined : 'Somebody else signs first. Please come back later.';
};

interface Person {
  ip: string;
  ua: string;
}

const at = ({ now }: Sandbox): string => now().toISOString();

const kept = (sandbox: Sandbox, submission: Submission, submitter: Submitter, ...events: readonly string[]): void => {
  submitter.updated_at = at(sandbox);
  submission.updated_at = submitter.updated_at;
  sandbox.store.atomically(() => {
    sandbox.store.putSubmission(submission);
    for (const event of events)
      sandbox.announce(event, submission, event.startsWith('form.') ? { submitterId: submitter.id } : {});
  });
};

const viewed = (sandbox: Sandbox, submission: Submission, submitter: Submitter, { ip, ua }: Person): void => {
  submitter.opened_at = at(sandbox);
  Object.assign(submitter, { ip, ua });
  addEvent(sandbox, submission, 'view_form', submitter);
  kept(sandbox, submission, submitter, 'form.viewed');
};

const started = (sandbox: Sandbox, submission: Submission, submitter: Submitter): void => {
  if (submitter.started_at) return;
  submitter.started_at = at(sandbox);
  addEvent(sandbox, submission, 'start_form', submitter);
  kept(sandbox, submission, submitter, 'form.started');
};

const declined = (sandbox: Sandbox, submission: Submission, submitter: Submitter, reason: string): void => {
  submitter.declined_at = at(sandbox);
  submitter.decline_reason = reason;
  addEvent(sandbox, submission, 'decline_form', submitter, { reason });
  kept(sandbox, submission, submitter, 'form.declined');
};

const signedPapers = async (sandbox: Sandbox, submission: Submission): Promise<Submission['signed']> => {
  const { store } = sandbox;
  const documents = [];
  for (const paper of submission.documents) {
    const bytes = await filledPaper(sandbox, submission, paper);
    documents.push({ uuid: randomUUID(), name: paper.name, file: store.addFile(`${paper.name}.pdf`, bytes) });
  }
  return { documents, audit: store.addFile('audit-log.pdf', await auditPdf(submission)) };
};

/** Completes a signature: invites the next signer or creates the documents. Returns the fields still missing. */
const completed = async (
  sandbox: Sandbox,
  submission: Submission,
  submitter: Submitter,
  values: Record<string, string>,
): Promise<string[]> => {
  const own = submission.fields.filter(({ submitter_uuid }) => submitter_uuid === submitter.uuid);
  const given: Record<string, string> = { ...submitter.values };
  for (const { name, type } of own) {
    const value = values[name];
    if (value !== undefined && !submitter.readonly.includes(name)) given[name] = value;
    if (type === 'date') given[name] ??= at(sandbox).slice(0, 10);
  }
  const lacking = own.filter(({ name, required }) => required && !given[name]).map(({ name }) => name);
  if (lacking.length) return lacking;
  submitter.values = given;
  submitter.started_at ??= at(sandbox);
  submitter.completed_at = at(sandbox);
  addEvent(sandbox, submission, 'complete_form', submitter);
  const isWhole = submission.submitters.every((submitter) => submitter.completed_at || !signs(submission, submitter));
  if (isWhole) {
    submission.signed = await signedPapers(sandbox, submission);
    submission.completed_at = submitter.completed_at;
  } else inviteNext(sandbox, submission);
  kept(sandbox, submission, submitter, 'form.completed', ...(isWhole ? ['submission.completed'] : []));
  return [];
};

const html = (response: ServerResponse, text: string, status = 200): true => {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(text);
  return true;
};
type Form = Record<string, string>;
const formOf = (bytes: Buffer): Form => Object.fromEntries(new URLSearchParams(bytes.toString('utf8')));

const valuesOf = (form: Form): Record<string, string> => {
  const values: Record<string, string> = {};
  for (const kind of ['value:', 'typed:', 'drawn:'])
    for (const [name, value] of Object.entries(form))
      if (name.startsWith(kind) && value.trim()) values[name.slice(kind.length)] = value;
  return values;
};

/** Serves signing pages, files and the sandbox page; returns whether it handled the request. */
export const sandboxPages = (sandbox: Sandbox) => {
  const { store, now } = sandbox;

  const show = (response: ServerResponse, submission: Submission, submitter: Submitter, lacking?: string[]): true => {
    const papers = (submission.signed?.documents ?? submission.documents).map(({ name, file }) => ({
      name,
      url: fileUrl(sandbox, file),
    }));
    const closed = closedBecause(submission, submitter, now());
    return html(
      response,
      signingPage(submission, submitter, papers, { closed, lacking: lacking ?? [] }),
      lacking ? 422 : 200,
    );
  };

  const sign = async (request: IncomingMessage, response: ServerResponse, slug: string, action: string, form: Form) => {
    const found = store.submitterAt((match) => match.slug === slug);
    if (!found) return html(response, thanksPage('Not found', 'There is no such document.'), 404);
    const { submission, submitter } = found;
    if (closedBecause(submission, submitter, now())) return show(response, submission, submitter);
    if (request.method !== 'POST') {
      const { 'user-agent': ua = '' } = request.headers;
      viewed(sandbox, submission, submitter, { ip: request.socket.remoteAddress ?? '', ua });
      return show(response, submission, submitter);
    }
    if (action === 'decline') {
      declined(sandbox, submission, submitter, form.reason ?? '');
      return html(response, thanksPage('Declined', 'The funeral home is told that you do not sign.'));
    }
    started(sandbox, submission, submitter);
    const lacking = await completed(sandbox, submission, submitter, valuesOf(form));
    if (lacking.length) return show(response, submission, submitter, lacking);
    return html(response, thanksPage('Signed', 'Thank you. You may close this page.'));
  };

  const switches = (response: ServerResponse, bytes: Buffer): true => {
    const request = Faults.safeParse(JSON.parse(bytes.toString('utf8') || '{}'));
    if (request.success) Object.assign(sandbox.faults, request.data);
    response.writeHead(request.success ? 200 : 400, { 'content-type': 'application/json' });
    response.end(JSON.stringify(request.success ? sandbox.faults : { message: request.error.message }));
    return true;
  };

  const file = (response: ServerResponse, [uuid = '', until = '', mac = '']: readonly string[]): true => {
    const storedFile = store.file(uuid);
    if (!storedFile || !fileUrlHolds(sandbox, uuid, until, mac)) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'application/pdf' }).end(storedFile.bytes);
    return true;
  };

  return async (request: IncomingMessage, response: ServerResponse, path: string, bytes: Buffer): Promise<boolean> => {
    const [area = '', ...rest] = path.slice(1).split('/');
    const isPost = request.method === 'POST';
    if (area === 'file') return file(response, rest);
    if (area === 's') return sign(request, response, rest[0] ?? '', rest[1] ?? '', isPost ? formOf(bytes) : {});
    if (path === '/') {
      const [accounts, submissions] = [store.accounts(), store.submissions().slice(0, 100)];
      const waiting = store.deliveries().length;
      return html(response, consolePage({ accounts, submissions, faults: sandbox.faults, waiting, now: now() }));
    }
    if (!isPost || area !== 'sandbox') return false;
    return rest[0] === 'faults' && switches(response, bytes);
  };
};
