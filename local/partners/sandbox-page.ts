export const escaped = (text: unknown): string =>
  String(text ?? '').replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

export const hiddenInput = (name: string, value = ''): string =>
  `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`;

/** What the pages of a partner's stand-in have in common. */
interface Look {
  /** As in a window's title: `Google`. */
  name: string;
  /** What it plays: `Google Calendar`. */
  plays: string;
  /** Where its styles are, and what its first page shows. */
  styles: string;
  home: string;
}

/** A page of a stand-in. */
export const sandboxPage =
  ({ name, plays, styles, home }: Look) =>
  (title: string, body: string): string =>
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · ${escaped(name)} sandbox</title>
<link rel="stylesheet" href="${styles}">
</head>
<body>
<header><h1>${escaped(title)}</h1>
<p>A sandbox that plays ${escaped(plays)} on this machine. <a href="/">${escaped(home)}</a></p></header>
<main>${body}</main>
</body>
</html>
`;

interface Consent {
  action: string;
  /** What the app has asked with, which goes along. */
  asked: URLSearchParams;
  /** Which of the accounts an app is let into. */
  choose: { legend: string; name: string; from: readonly { value: string; label: string; about?: string }[] };
  /** What it is let do, as HTML. */
  about: string;
  yes: string;
}

/** Where somebody lets an app into an account, or does not. */
export const consentForm = ({ action, asked, choose, about, yes }: Consent): string => {
  const choices = choose.from.map(({ value, label, about: more }, index) => {
    const said = more === undefined ? '' : ` <span class="soft">${escaped(more)}</span>`;
    return `<label class="choice"><input type="radio" name="${choose.name}" value="${escaped(value)}"${index ? '' : ' checked'}> ${escaped(label)}${said}</label>`;
  });
  return `<form method="post" action="${action}">${[...asked].map(([name, value]) => hiddenInput(name, value)).join('')}
<fieldset><legend>${choose.legend}</legend>${choices.join('')}</fieldset>
${about}
<p class="row"><button name="answer" value="allow">${yes}</button> <button name="answer" value="deny" class="plain">Cancel</button></p>
</form>`;
};

/** What goes wrong on purpose, to be read and set. */
export const faultForm = (faults: object): string => `<section><h2>Faults</h2>
<p class="soft">What goes wrong on purpose, as JSON.</p>
<form method="post" action="/faults"><label for="faults">Switches</label>
<textarea id="faults" name="faults" rows="14" spellcheck="false">${escaped(JSON.stringify(faults, null, 2))}</textarea>
<p><button>Set</button></p></form></section>`;
