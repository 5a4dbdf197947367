import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileUrl, fileUrlHolds } from './api-views.ts';
import { Faults } from './faults.ts';
import type { Submission, Submitter } from './model.ts';
import { consolePage, signingPage, thanksPage } from './pages.ts';
import type { Sandbox } from './sandbox.ts';
import { closedBecause, completed, declined, expired, started, viewed } from './signing.ts';

const html = (response: ServerResponse, text: string, status = 200): true => {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(text);
  return true;
};
const redirect = (response: ServerResponse, to: string): true => {
  response.writeHead(303, { location: to }).end();
  return true;
};

type Form = Record<string, string>;
const formOf = (bytes: Buffer): Form => Object.fromEntries(new URLSearchParams(bytes.toString('utf8')));

/** Values of fields by their names; what was drawn wins over what was typed. */
const valuesOf = (form: Form): Record<string, string> => {
  const values: Record<string, string> = {};
  for (const kind of ['value:', 'typed:', 'drawn:'])
    for (const [name, value] of Object.entries(form))
      if (name.startsWith(kind) && value) values[name.slice(kind.length)] = value;
  return values;
};

/** Signing pages, files, and the sandbox's own page; answers whether it served the request. */
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

  const sign = async (request: IncomingMessage, response: ServerResponse, slug: string, deed: string, form: Form) => {
    const found = store.submitterAt((one) => one.slug === slug);
    if (!found) return html(response, thanksPage('Not found', 'There is no such document.'), 404);
    const { submission, submitter } = found;
    if (closedBecause(submission, submitter, now())) return show(response, submission, submitter);
    if (request.method !== 'POST') {
      const { 'user-agent': ua = '' } = request.headers;
      viewed(sandbox, submission, submitter, { ip: request.socket.remoteAddress ?? '', ua });
      return show(response, submission, submitter);
    }
    if (deed === 'decline') {
      declined(sandbox, submission, submitter, form.reason ?? '');
      return html(response, thanksPage('Declined', 'The funeral home is told that you do not sign.'));
    }
    started(sandbox, submission, submitter);
    const lacking = await completed(sandbox, submission, submitter, valuesOf(form));
    if (lacking.length) return show(response, submission, submitter, lacking);
    return html(response, thanksPage('Signed', 'Thank you. You may close this page.'));
  };

  const account = (response: ServerResponse, form: Form): true => {
    const known = store.account(form.key);
    if (known) {
      const webhook = form.url ? { url: form.url, secret: form.secret ?? '' } : null;
      store.putAccount({ ...known, webhook, pro: form.pro === 'on' });
    } else {
      const id = store.number('account', 1);
      const name = form.name || `Account ${id}`;
      const key = `local-${randomBytes(16).toString('hex')}`;
      store.putAccount({ key, id, name, email: `account-${id}@docuseal.example`, webhook: null, pro: true });
    }
    return redirect(response, '/');
  };

  const switches = (response: ServerResponse, bytes: Buffer): true => {
    const wanted = Faults.safeParse(JSON.parse(bytes.toString('utf8') || '{}'));
    if (wanted.success) Object.assign(sandbox.faults, wanted.data);
    response.writeHead(wanted.success ? 200 : 400, { 'content-type': 'application/json' });
    response.end(JSON.stringify(wanted.success ? sandbox.faults : { message: wanted.error.message }));
    return true;
  };

  const file = (response: ServerResponse, [uuid = '', until = '', mac = '']: readonly string[]): true => {
    const found = store.file(uuid);
    if (!found || !fileUrlHolds(sandbox, uuid, until, mac)) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'application/pdf' }).end(found.bytes);
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
    if (rest[0] === 'faults') return switches(response, bytes);
    if (rest[0] === 'account') return account(response, formOf(bytes));
    const submission = store.submission(Number(formOf(bytes).id));
    if (rest[0] !== 'expire' || !submission) return false;
    expired(sandbox, submission);
    return redirect(response, '/');
  };
};
