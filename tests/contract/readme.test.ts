import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { architecturePage, decisionIndex, functionsPage, permissionsPage } from '../../scripts/checks/readme-tables.ts';

describe('generated pages', () => {
  it('S-03 match the permissions, privileges and statuses of the code', () => {
    for (const { now, wanted } of [architecturePage(), functionsPage(), permissionsPage()]) expect(now).toBe(wanted);
  });

  it('include an index of decisions that shows superseded ones', () => {
    const { now, wanted } = decisionIndex();
    expect(now).toBe(wanted);
  });

  it('finds status, context, decision and consequences in each decision', () => {
    const folder = new URL('../../docs/decisions/', import.meta.url);
    const texts = readdirSync(folder)
      .filter((name) => /^\d{4}-/.test(name) && !/^(?:0031|0280)/.test(name))
      .map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }));
    const faults = texts.flatMap(({ name, text }) => {
      if (/^- Status: (?:Superseded|Moved)/m.test(text)) return text.split('\n').length > 4 ? [`${name} is long`] : [];
      const words = text.replace(/\]\([^)]*\)/g, ']').split(/\s+/).length;
      const hasSections = /^# .{3,75}\n[\s\S]*Status[\s\S]*Context[\s\S]*Decision[\s\S]*Consequence/.test(text);
      return hasSections && words <= 480 ? [] : [`${name}: ${words} words`];
    });
    expect(faults).toEqual([]);
  });

  it('README and documents link only to existing files of docs/', () => {
    const root = new URL('../../', import.meta.url);
    const decisions = readdirSync(new URL('docs/decisions/', root));
    const pages = readdirSync(new URL('docs/', root)).filter((name) => name.endsWith('.md'));
    const documents = [
      'README.md',
      ...pages.map((name) => `docs/${name}`),
      ...decisions.map((name) => `docs/decisions/${name}`),
    ];
    const missing = documents.flatMap((name) => {
      const at = new URL(name, root);
      const text = readFileSync(at, 'utf8');
      const linked = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, link = '']) => link);
      const gone = linked.filter((link) => !existsSync(new URL(link, at)));
      // Some are cited only by number.
      const numbers = [...text.matchAll(/docs\/decisions\/(\d{4})/g)].map(([, number = '']) => number);
      const unknown = numbers.filter((number) => !decisions.some((file) => file.startsWith(`${number}-`)));
      return [...gone, ...unknown].map((what) => `${name}: ${what}`);
    });
    expect(missing).toEqual([]);
  });
});
