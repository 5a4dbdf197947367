import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');
const page = read('../../../landing.html');
const tones = new Map(
  [...read('../../ui/tones.css').matchAll(/--tone-([a-z-]+): (#[0-9a-f]{6})/g)].map(([, name, color]) => [name, color]),
);

describe('the landing page', () => {
  it('shows a status in the colors of the application', () => {
    const css = read('landing.css');
    const rule = (selector: string) => css.slice(css.indexOf(selector)).split('}')[0];
    for (const [selector, tone] of [
      ['.picture i[data-status="new"] {', 'warn'],
      ['.picture i[data-status="contacted"] {', 'info'],
      ['.picture i {', 'ok'],
    ] as const) {
      expect(rule(selector)).toContain(`background: ${tones.get(`${tone}-bg`)};`);
      expect(rule(selector)).toContain(`color: ${tones.get(`${tone}-fg`)};`);
    }
  });

  it('offers a way to ask about each plan', () => {
    for (const plan of ['Essential', 'Professional', 'Group'])
      expect(page).toContain(`subject=${plan}%20plan">Ask about ${plan}</a>`);
  });
});
