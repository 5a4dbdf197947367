import { describe, expect, it } from 'vitest';
import { type MailContent, mailHtml } from './mail-html.ts';

const sites = ['https://staff.example', 'https://family.example'];
const read = (mail: Partial<MailContent>) =>
  mailHtml({ to: ['karin@example.com'], subject: 'How things stand', text: '', ...mail }, sites);
const links = (html: string) =>
  [...html.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, to, text]) => [text, to]);
const facts = (html: string) => [...html.matchAll(/<b [^>]*>([^<]*)<\/b>/g)].map(([, text]) => text);

describe('mailHtml', () => {
  it('contains the same text with buttons for phone number and page, and its language', () => {
    const page = read({
      language: 'es',
      phones: ['(904) 555-0101'],
      text: [
        'Si nos necesita antes, llame al (904) 555-0101 a cualquier hora.',
        '',
        'Para ver el estado:',
        'https://family.example/status/R-7K3M-9QTX?lang=es',
        'Su referencia: R-7K3M-9QTX',
        'Su código: 7K3MQ-9TXRD',
        'La página le pedirá su código.',
      ].join('\n'),
    });
    expect(page).toContain('<html lang="es">');
    expect(links(page)).toEqual([
      ['Llamar al (904) 555-0101', 'tel:9045550101'],
      ['Para ver el estado', 'https://family.example/status/R-7K3M-9QTX?lang=es'],
    ]);
    expect(facts(page)).toEqual(['R-7K3M-9QTX', '7K3MQ-9TXRD']);
    expect(page).toContain('llame al <span style="white-space:nowrap">(904) 555-0101</span> a cualquier hora');
    for (const line of ['Si nos necesita antes', 'Su código', 'La página le pedirá']) expect(page).toContain(line);
  });

  it('keeps a sentence before a link, and names the page on the button', () => {
    const page = read({
      text: 'It is there for 48 hours, for owners who sign in: https://staff.example/settings/archive',
    });
    expect(page).toContain('It is there for 48 hours, for owners who sign in:');
    expect(links(page)).toEqual([['Open the page', 'https://staff.example/settings/archive']]);
  });

  it('links each phone number of the report once, and no other', () => {
    const page = read({
      phones: ['(904) 555-0171', ''],
      text: 'Deceased: Call (900) 555-0000\nReported by: Karin\nCall back: (904) 555-0171 (Morning)\nAgain: (904) 555-0171',
    });
    expect(links(page)).toEqual([['Call (904) 555-0171', 'tel:9045550171']]);
  });

  it('shows a code larger than anything else', () => {
    const text = 'Your code: 7K3MQ-9TXRD\nIt opens your report for 30 minutes.\nOr call (904) 555-0101.';
    const phones = ['(904) 555-0101'];
    const [bringing, beside] = [read({ text, phones, code: '7K3MQ-9TXRD' }), read({ text, phones })];
    expect(bringing).toMatch(/<b style="font:700 30px[^>]*>7K3MQ-9TXRD<\/b>/);
    expect(bringing).not.toContain('background:#2f4a4d');
    expect(beside).toMatch(/<b style="font-size:18px[^>]*>7K3MQ-9TXRD<\/b>/);
    expect(beside).toContain('background:#2f4a4d');
    expect(links(bringing)).toEqual(links(beside));
  });

  it('escapes text that a stranger typed', () => {
    const evil = '<img src=x onerror=alert(1)> "&quot; https://evil.example/x';
    const page = read({ subject: evil, text: `${evil}\nDeceased: ${evil}\nhttps://staff.example.evil.example/x` });
    const text = '&lt;img src=x onerror=alert(1)&gt; &quot;&amp;quot; https://evil.example/x';
    expect(page).not.toMatch(/<(img|script|a)\b/);
    expect(page).toContain(`>${text}</h1>`);
    expect(facts(page)).toEqual([text]);
  });
});
