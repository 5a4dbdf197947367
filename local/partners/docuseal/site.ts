import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { escaped } from '#local/partners/mailbox-page.ts';
import { auditPdf } from './pdf.ts';
import { Faults, fileUrl, fileUrlHolds, type Sandbox } from './sandbox.ts';
import {
  type Account,
  type Field,
  type Submission,
  type Submitter,
  signs,
  submissionStatus,
  submitterStatus,
  whoseTurn,
} from './store.ts';
import { addEvent, filledPaper, inviteNext } from './submissions.ts';

const STYLES = `
:root { color-scheme: light; font: 16px/1.45 system-ui, sans-serif; color: #1b1f24; background: #f4f5f7 }
body { margin: 0 auto; max-width: 46rem; padding: 1.25rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.1rem; margin-top: 2rem }
.card { background: #fff; border: 1px solid #d5d9e0; border-radius: 8px; padding: 1rem; margin: 0 0 1rem }
label { display: block; font-weight: 600; margin: .9rem 0 .3rem }
input[type=text] { box-sizing: border-box; width: 100%; min-height: 44px; font: inherit; padding: .4rem .6rem; border: 1px solid #8a93a3; border-radius: 6px }
input[type=checkbox], input[type=radio] { width: 22px; height: 22px; vertical-align: middle }
button, .button { display: inline-block; min-height: 44px; padding: .5rem 1.1rem; font: inherit; font-weight: 600; border-radius: 6px; border: 1px solid #1f4fbf; background: #1f4fbf; color: #fff; cursor: pointer; text-decoration: none }
button.quiet { background: #fff; color: #1f4fbf } button.danger { background: #fff; color: #a3231f; border-color: #a3231f }
canvas { display: block; width: 100%; height: 160px; border: 1px dashed #8a93a3; border-radius: 6px; background: #fff; touch-action: none }
iframe { width: 100%; height: 420px; border: 1px solid #d5d9e0; border-radius: 6px; background: #fff }
table { width: 100%; border-collapse: collapse } td, th { text-align: left; padding: .5rem; border-bottom: 1px solid #e3e6eb; vertical-align: top }
.row { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; margin-top: 1rem } .error { color: #a3231f } .muted { color: #57606c }
.scroll { overflow-x: auto }
`;

const page = (title: string, body: string, script = ''): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title><style>${STYLES}</style></head><body>${body}${script ? `<script>${script}</script>` : ''}</body></html>
`;

const DRAWING = `
for (const canvas of document.querySelectorAll('canvas')) {
  const form = canvas.closest('form'), into = form.elements[canvas.dataset.into], context = canvas.getContext('2d');
  let drawing = false, drawn = false;
  const fit = () => { canvas.width = canvas.clientWidth; canvas.height = canvas.clientHeight; context.lineWidth = 2.5; context.lineCap = 'round'; context.strokeStyle = '#14307a' };
  const at = (event) => { const box = canvas.getBoundingClientRect(); return [event.clientX - box.left, event.clientY - box.top] };
  fit();
  canvas.addEventListener('pointerdown', (event) => { drawing = true; canvas.setPointerCapture(event.pointerId); context.beginPath(); context.moveTo(...at(event)) });
  canvas.addEventListener('pointermove', (event) => { if (drawing) { drawn = true; context.lineTo(...at(event)); context.stroke() } });
  canvas.addEventListener('pointerup', () => { drawing = false });
  canvas.parentElement.querySelector('[data-clear]').addEventListener('click', () => { drawn = false; fit() });
  form.addEventListener('submit', () => { if (drawn) into.value = canvas.toDataURL('image/png') });
}
`;

const fieldHtml = ({ name, type, required, options }: Field, submitter: Submitter, n: number): string => {
  const value = submitter.values[name] ?? '';
  const title = escaped(name || type);
  const id = `field${n}`;
  if (submitter.readonly.includes(name)) return `<p><strong>${title}</strong><br>${escaped(value)}</p>`;
  const needed = required ? ' required' : '';
  if (type === 'signature' || type === 'initials')
    return `<fieldset class="card"><legend><strong>${title}</strong></legend>
<p class="muted">Draw with a finger, a pen or the mouse, or type your name.</p>
<canvas data-into="${id}" aria-label="Draw your ${escaped(type)}"></canvas>
<input type="hidden" id="${id}" name="drawn:${escaped(name)}">
<div class="row"><button type="button" class="quiet" data-clear>Clear</button></div>
<label for="${id}typed">Type your name instead</label>
<input type="text" id="${id}typed" name="typed:${escaped(name)}" autocomplete="name"></fieldset>`;
  if (type === 'checkbox')
    return `<label><input type="checkbox" name="value:${escaped(name)}" value="true"${value === 'true' ? ' checked' : ''}${needed}> ${title}</label>`;
  if (type === 'radio' || type === 'select')
    return `<fieldset><legend>${title}</legend>${options
      .map(
        (option) =>
          `<label><input type="radio" name="value:${escaped(name)}" value="${escaped(option)}"> ${escaped(option)}</label>`,
      )
      .join('')}</fieldset>`;
  if (type === 'date') return '';
  return `<label for="${id}">${title}</label><input type="text" id="${id}" name="value:${escaped(name)}" value="${escaped(value)}"${needed}>`;
};

const signingPage = (
  submission: Submission,
  submitter: Submitter,
  papers: readonly { name: string; url: string }[],
  { closed, lacking = [] }: { closed?: string | undefined; lacking?: readonly string[] },
): string => {
  const title = submission.name ?? papers[0]?.name ?? 'Document';
  const links = papers
    .map(
      ({ name, url }) =>
        `<li><a href="${escaped(url)}" target="_blank" rel="noreferrer">${escaped(name)} (PDF)</a></li>`,
    )
    .join('');
  const head = `<h1>${escaped(title)}</h1><p class="muted">For ${escaped(submitter.name ?? submitter.email ?? submitter.role)}, as ${escaped(submitter.role)}. This is the local stand-in for DocuSeal.</p><ul>${links}</ul>`;
  if (closed) return page(title, `${head}<div class="card" role="status">${escaped(closed)}</div>`);
  const own = submission.fields.filter(({ submitter_uuid }) => submitter_uuid === submitter.uuid);
  const error = lacking.length
    ? `<p class="error" role="alert">Please fill in: ${escaped(lacking.join(', '))}</p>`
    : '';
  return page(
    title,
    `${head}${error}<form method="post" action="/s/${submitter.slug}/complete">${own
      .map((field, n) => fieldHtml(field, submitter, n))
      .join('')}<div class="row"><button>Sign and complete</button></div></form>
<form method="post" action="/s/${submitter.slug}/decline" class="card" style="margin-top:2rem"><h2 style="margin-top:0">Decline</h2>
<label for="reason">Why do you not sign?</label><input type="text" id="reason" name="reason" required maxlength="500">
<div class="row"><button class="danger">Decline to sign</button></div></form>`,
    DRAWING,
  );
};

const thanksPage = (title: string, sentence: string): string =>
  page(title, `<h1>${escaped(title)}</h1><div class="card" role="status">${escaped(sentence)}</div>`);

const submissionRow = (submission: Submission, now: Date): string => {
  const people = submission.submitters
    .map(
      (submitter) =>
        `<div><a href="/s/${submitter.slug}">${escaped(submitter.name ?? submitter.email ?? submitter.role)}</a> <span class="muted">${escaped(submitter.role)} · ${submitterStatus(submitter)}</span></div>`,
    )
    .join('');
  const status = submission.archived_at ? 'archived' : submissionStatus(submission, now);
  return `<tr><td>${submission.id}<br>${escaped(submission.name ?? '')}</td><td>${people}</td><td>${status}</td></tr>`;
};

interface ConsoleView {
  accounts: readonly Account[];
  submissions: readonly Submission[];
  faults: object;
  waiting: number;
  now: Date;
}

const consolePage = ({ accounts, submissions, faults, waiting, now }: ConsoleView): string =>
  page(
    'DocuSeal (local)',
    `<h1>DocuSeal (local)</h1><p class="muted">A stand-in on this machine: nothing leaves it. Open a person's link to sign, decline or look.</p>
<h2>Sent for signature</h2><div class="card scroll"><table><tr><th>Submission</th><th>People</th><th>Status</th></tr>${
      submissions.map((submission) => submissionRow(submission, now)).join('') ||
      '<tr><td colspan="3">Nothing yet.</td></tr>'
    }</table></div>
<h2>Accounts</h2><ul class="card">${accounts
      .map(({ key, name }) => `<li><strong>${escaped(name)}</strong>, API key <code>${escaped(key)}</code></li>`)
      .join('')}</ul>
<h2>Faults</h2><p>${waiting} announcements wait. Switches: <code>POST /sandbox/faults</code></p><pre class="card">${escaped(JSON.stringify(faults, null, 2))}</pre>`,
  );

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
