import { escaped } from '#local/partners/mailbox-page.ts';
import {
  type Account,
  type Field,
  type Submission,
  type Submitter,
  submissionStatus,
  submitterStatus,
} from './store.ts';

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

export const signingPage = (
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

export const thanksPage = (title: string, sentence: string): string =>
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

export const consolePage = ({ accounts, submissions, faults, waiting, now }: ConsoleView): string =>
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
