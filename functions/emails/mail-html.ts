import type { Language } from '#domain/shared/values/language.ts';
import { telHref } from '#domain/shared/values/phone.ts';

export interface MailContent {
  to: string[];
  subject: string;
  text: string;
  /** Language of its text; English by default. */
  language?: Language;
  /** Phone numbers in the text to link, as written there. */
  phones?: readonly string[];
  /** The code in the text that the email delivers; it is displayed most prominently. */
  code?: string;
}

// Typed text must not become a header or another line, or reverse the reading direction.
const breakingChanges = /[\s\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;
/** Email clients make links of an @, or of a period or colon followed by text. */
const linking = /([.:@/\\])(?=\S)/g;
const longest = 120;

/** Returns typed text as one line of at most 120 characters that no email client makes a link of. */
export const oneLine = (text: string): string =>
  [...text.replace(breakingChanges, ' ').replace(linking, '$1 ').replace(breakingChanges, ' ').trim()]
    .slice(0, longest)
    .join('');

const words: Readonly<Record<Language, { call: string; open: string }>> = {
  en: { call: 'Call', open: 'Open the page' },
  es: { call: 'Llamar al', open: 'Abrir la página' },
};

const sans = "-apple-system,'Segoe UI',Roboto,Arial,sans-serif";
const serif = "'Iowan Old Style','Palatino Linotype',Palatino,Georgia,serif";
const fixed = "ui-monospace,Menlo,Consolas,'Courier New',monospace";
const paragraph = `margin:0 0 12px;font:16px/1.55 ${sans};color:#26302f`;
/** A line such as "Reference: R-7K3M-9QTX": a short label and its value. */
const factLine = /^([\p{L} ]{2,30}): (\S.*)$/u;
const linkLine = /^(?:(.*\S) )?(https?:\/\/\S+)$/;
/** A line before a link, which becomes its button. */
const buttonLabel = /^(.{2,40}):$/;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '');

const button = (href: string, label: string, isFirst: boolean): string => {
  const [ground, ink] = isFirst ? ['#2f4a4d', '#ffffff'] : ['#fffdf9', '#2f4a4d'];
  return (
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:4px 0 16px"><tr>' +
    `<td align="center" style="background:${ground};border:1px solid #2f4a4d;border-radius:10px">` +
    `<a href="${escaped(href)}" style="display:block;padding:14px 20px;font:600 16px/1.3 ${sans};color:${ink};text-decoration:none">` +
    `${escaped(label)}</a></td></tr></table>`
  );
};

const fact = (label: string, value: string): string =>
  `<p style="margin:4px 0;font:15px/1.5 ${sans};color:#525c5a;overflow-wrap:anywhere">${escaped(label)}<br>` +
  `<b style="font-size:18px;color:#26302f">${escaped(value)}</b></p>`;

/** Large, monospaced and on one line, because it is read on one device and typed on another. */
const codeFact = (label: string, code: string): string =>
  `<p style="margin:4px 0;font:15px/1.5 ${sans};color:#525c5a">${escaped(label)}<br>` +
  `<b style="font:700 30px/1.3 ${fixed};letter-spacing:1px;white-space:nowrap;color:#26302f">${escaped(code)}</b></p>`;

const facts = (rows: readonly string[]): string =>
  '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#e5eeec;border-radius:10px;margin:4px 0 16px">' +
  `<tr><td style="padding:12px 20px">${rows.join('')}</td></tr></table>`;

/** Keeps a phone number on one line, despite its space or hyphen. */
const withWhole = (numbers: readonly string[], text: string): string =>
  numbers
    .map(escaped)
    .reduce((html, phone) => html.replaceAll(phone, `<span style="white-space:nowrap">${phone}</span>`), text);

/** Renders the parts of an email: sentences, buttons, and panels of labeled lines. */
const sheetOf = ({ language = 'en', phones = [], code }: MailContent) => {
  const made: string[] = [];
  const numbers = phones.filter(Boolean);
  const uncalled = new Set(numbers);
  // A family first calls at night, so the first number is the main button; without a number it is the page. With a
  // code, calling is only a fallback.
  let isFirst = true;
  const press = (href: string, label: string, canBeFirst = true) => {
    made.push(button(href, label, isFirst && canBeFirst));
    if (canBeFirst) isFirst = false;
  };
  const call = (lines: readonly string[]) => {
    for (const phone of uncalled) {
      if (!lines.some((line) => line.includes(phone))) continue;
      uncalled.delete(phone);
      press(telHref(phone), `${words[language].call} ${phone}`, code === undefined);
    }
  };
  const say = (line: string) => made.push(`<p style="${paragraph}">${withWhole(numbers, escaped(line))}</p>`);
  return {
    made,
    say: (line: string) => {
      say(line);
      call([line]);
    },
    name: (rows: readonly string[]) => {
      if (rows.length > 0) made.push(facts(rows));
      call(rows);
    },
    lead: (before: string | undefined, url: string) => {
      const label = buttonLabel.exec(before ?? '')?.[1];
      if (before && !label) say(before);
      press(url, label ?? words[language].open);
    },
  };
};

/** Splits an email into parts; consecutive labeled lines form a panel. */
const parts = (mail: MailContent, sites: readonly string[]): string[] => {
  const sheet = sheetOf(mail);
  let rows: string[] = [];
  // A line before a link is the text of its button.
  const lines = mail.text.replace(/^(.{2,40}:)\n(?=https?:)/gmu, '$1 ').split('\n');
  for (const line of lines) {
    const [, before, url] = linkLine.exec(line) ?? [];
    const isOurs = url !== undefined && sites.some((site) => url.startsWith(`${site}/`));
    const [, label, value] = isOurs ? [] : (factLine.exec(line) ?? []);
    if (label && value) {
      rows.push((value === mail.code ? codeFact : fact)(label, value));
      continue;
    }
    sheet.name(rows);
    rows = [];
    if (isOurs) sheet.lead(before, url);
    else if (line) sheet.say(line);
  }
  sheet.name(rows);
  return sheet.made;
};

/** Returns an email as HTML with the same text, with links only to the product's sites and listed numbers. */
export const mailHtml = (mail: MailContent, sites: readonly string[]): string => `<!doctype html>
<html lang="${mail.language ?? 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(mail.subject)}</title>
</head>
<body style="margin:0;background:#f6f1ea">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:16px 8px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:568px"><tr>
<td style="padding:24px 20px;background:#fffdf9;border:1px solid #d9d2c5;border-radius:10px;overflow-wrap:anywhere">
<h1 style="margin:0 0 16px;font:600 22px/1.3 ${serif};color:#26302f">${escaped(mail.subject)}</h1>
${parts(mail, sites).join('\n')}
</td>
</tr></table>
</td></tr></table>
</body>
</html>
`;
