import type { StoredMail } from './mailbox-store.ts';

export const escaped = (text: unknown): string =>
  String(text ?? '').replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

const hiddenInput = (name: string, value = ''): string =>
  `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`;

interface Look {
  name: string;
  plays: string;
  home: string;
}

export const sandboxPage =
  ({ name, plays, home }: Look) =>
  (title: string, body: string): string =>
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · ${escaped(name)} sandbox</title>
<link rel="stylesheet" href="/sandbox.css">
</head>
<body>
<header><h1>${escaped(title)}</h1>
<p>A sandbox that plays ${escaped(plays)} on this machine. <a href="/">${escaped(home)}</a></p></header>
<main>${body}</main>
</body>
</html>
`;

export const sandboxStyles = `
:root { color-scheme: light; --ink: #1d2b25; --soft: #56655e; --line: #d5ded9; --ground: #f4f7f5; --accent: #2a6b45; }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
header { padding: 1rem 1.25rem; background: #fff; border-bottom: 1px solid var(--line); }
h1, h2, h3 { margin: 0; font-size: 1.1rem; }
header p { margin: 0; font-size: .875rem; }
.soft, header p { color: var(--soft); font-weight: 400; }
main { max-width: 80rem; margin: 0 auto; padding: 1.25rem; }
section, main > form, .events > li { background: #fff; border: 1px solid var(--line); border-radius: 8px; padding: 1rem; margin-bottom: 1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; padding: .375rem .75rem .375rem 0; border-bottom: 1px solid var(--line); white-space: nowrap; }
.events { list-style: none; padding: 0; }
fieldset { border: 0; margin: 0; padding: 0; }
.choice { display: flex; gap: .5rem; align-items: center; min-height: 2.75rem; }
.row { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; }
button, input { font: inherit; }
button { min-height: 2.75rem; padding: 0 1rem; border: 1px solid var(--accent); border-radius: 6px; background: var(--accent); color: #fff; }
button.plain { background: #fff; color: var(--accent); }
input:not([type=radio], [type=checkbox]) { min-height: 2.75rem; padding: 0 .5rem; border: 1px solid #7b8992; border-radius: 6px; }
li { min-height: 2.75rem; }
`;

interface Consent {
  action: string;
  asked: URLSearchParams;
  choose: { legend: string; name: string; from: readonly { value: string; label: string; about?: string }[] };
  about: string;
  yes: string;
}

export const consentForm = ({ action, asked: request, choose, about, yes }: Consent): string => {
  const choices = choose.from.map(({ value, label, about: more }, index) => {
    const details = more === undefined ? '' : ` <span class="soft">${escaped(more)}</span>`;
    return `<label class="choice"><input type="radio" name="${choose.name}" value="${escaped(value)}"${index ? '' : ' checked'}> ${escaped(label)}${details}</label>`;
  });
  return `<form method="post" action="${action}">${[...request].map(([name, value]) => hiddenInput(name, value)).join('')}
<fieldset><legend>${choose.legend}</legend>${choices.join('')}</fieldset>
${about}
<p class="row"><button name="answer" value="allow">${yes}</button> <button name="answer" value="deny" class="plain">Cancel</button></p>
</form>`;
};

interface MailboxView {
  mails: StoredMail[];
  recipients: string[];
  /** The recipient to filter by; empty for all. */
  to: string;
  open: StoredMail | undefined;
}

/** Renders the whole page, which needs no script. */
export function renderMailbox(view: MailboxView): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${view.open ? `${escaped(view.open.subject)} · ` : ''}Mailbox</title>
<link rel="stylesheet" href="/mailbox.css">
</head>
<body${view.open ? ' class="reading"' : ''}>
<header>
<h1>Mailbox</h1>
<p>Every mail of this local installation ends here. Nothing leaves the machine.</p>
</header>
<div class="columns">
<nav aria-label="Mails">
${renderFilter(view)}
${renderList(view)}
</nav>
<main>
${view.open ? renderMail(view.open, view.to) : '<p class="quiet">Choose a mail to read it.</p>'}
</main>
</div>
</body>
</html>
`;
}

function renderFilter({ recipients, to }: MailboxView): string {
  const options = ['', ...recipients].map(
    (address) =>
      `<option value="${escaped(address)}"${address === to ? ' selected' : ''}>${escaped(address || 'Everybody')}</option>`,
  );
  return `<form method="get" action="/">
<label for="to">Recipient</label>
<select id="to" name="to">${options.join('')}</select>
<button>Show</button>
</form>`;
}

function renderList({ mails, to, open }: MailboxView): string {
  if (mails.length === 0) return `<p class="quiet">No mail${to ? ' for this address' : ''} yet.</p>`;
  const items = mails.map(
    (
      mail,
    ) => `<li><a href="${escaped(link({ mail: mail.id, to }))}"${mail.id === open?.id ? ' aria-current="true"' : ''}>
<span class="row"><span class="who">${escaped(mail.to.join(', '))}</span> ${renderTime(mail.at)}</span>
<span class="subject">${escaped(mail.subject || '(no subject)')}</span>
</a></li>`,
  );
  return `<ol>\n${items.join('\n')}\n</ol>`;
}

function renderMail(mail: StoredMail, to: string): string {
  const tags = Object.entries(mail.tags).map(([name, value]) => `${name}: ${value}`);
  const plain = `<pre>${linkify(mail.text)}</pre>`;
  const body = mail.html
    ? `<iframe src="/mails/${mail.id}/html" title="The mail as designed"
 sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
${mail.text ? `<details><summary>Plain text</summary>${plain}</details>` : ''}`
    : plain;
  return `<p class="back"><a href="${escaped(link({ to }))}">All mails</a></p>
<article>
<h2>${escaped(mail.subject || '(no subject)')}</h2>
<dl>
<dt>From</dt><dd>${escaped(mail.from)}</dd>
<dt>To</dt><dd>${escaped(mail.to.join(', '))}</dd>
<dt>Sent</dt><dd>${renderTime(mail.at)}</dd>
${tags.length > 0 ? `<dt>Tags</dt><dd>${escaped(tags.join(', '))}</dd>` : ''}
</dl>
${body}
</article>`;
}

/** Returns an email's HTML for the frame: its links open in a new tab, because the frame cannot navigate. */
export function renderFramedHtml(html: string): string {
  return `<!doctype html><base target="_blank">${html}`;
}

function link(query: { mail?: string; to: string }): string {
  const given = Object.entries(query).filter(([, value]) => value);
  return given.length > 0 ? `/?${new URLSearchParams(Object.fromEntries(given))}` : '/';
}

function renderTime(at: string): string {
  const shown = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));
  return `<time datetime="${escaped(at)}">${escaped(shown)}</time>`;
}

// A period or bracket after a link belongs to the sentence.
function linkify(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]])/)
    .map((part, index) => {
      const safe = escaped(part);
      return index % 2 ? `<a href="${safe}" target="_blank" rel="noreferrer">${safe}</a>` : safe;
    })
    .join('');
}

export const MAILBOX_STYLES = `
:root { color-scheme: light; --ink: #22303a; --soft: #55646f; --line: #d8dee2; --ground: #f5f7f8; --accent: #1f5f7a; }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
header { padding: 1rem 1.25rem; background: #fff; border-bottom: 1px solid var(--line); }
h1 { margin: 0; font-size: 1.25rem; }
header p { margin: 0; color: var(--soft); font-size: .875rem; }
.quiet { padding: 1.25rem; color: var(--soft); }
.columns { display: grid; grid-template-columns: minmax(0, 1fr); }
nav form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; padding: .75rem 1.25rem; }
select, button { font: inherit; min-height: 2.75rem; padding: 0 .75rem; border: 1px solid #7b8992; border-radius: 6px;
  background: #fff; color: inherit; }
select { flex: 1; min-width: 0; }
nav ol { list-style: none; margin: 0; padding: 0; border-top: 1px solid var(--line); background: #fff; }
nav li { border-bottom: 1px solid var(--line); }
nav li a { display: block; padding: .75rem 1.25rem; color: inherit; text-decoration: none; }
nav li a:hover { background: var(--ground); }
nav li a[aria-current] { background: #e6eff3; box-shadow: inset 4px 0 var(--accent); }
.row { display: flex; gap: 1rem; justify-content: space-between; font-size: .875rem; color: var(--soft); }
.who { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
time { white-space: nowrap; }
.subject { display: block; overflow-wrap: anywhere; font-weight: 600; }
main { min-width: 0; }
.back { margin: 0; padding: 1rem 1.25rem 0; }
article { padding: 1rem 1.25rem 2rem; }
h2 { margin: 0 0 .75rem; font-size: 1.25rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .125rem 1rem; margin: 0 0 1rem; font-size: .875rem; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
pre { margin: 0; padding: 1rem; border: 1px solid var(--line); border-radius: 8px; background: #fff; font: inherit;
  white-space: pre-wrap; overflow-wrap: anywhere; }
iframe { display: block; width: 100%; height: 65vh; border: 1px solid var(--line); border-radius: 8px; background: #fff; }
summary { padding: .75rem 0; cursor: pointer; }
@media (max-width: 799px) { .reading nav, body:not(.reading) main { display: none; } }
@media (min-width: 800px) {
  .columns { grid-template-columns: minmax(18rem, 26rem) minmax(0, 1fr); min-height: calc(100vh - 5.5rem); }
  nav { border-right: 1px solid var(--line); }
  .back { display: none; }
}
`;
