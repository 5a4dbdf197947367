import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'landing.html'), 'utf8');

describe('the landing page', () => {
  it('shows pictures of the product of at most 150 kB together', () => {
    const pictures = [...page.matchAll(/<img[^>]* src="\/([^"]+)"[^>]* alt="[^"]{20,}"/g)].map(([, path]) =>
      String(path),
    );
    expect(pictures).toHaveLength(page.match(/<img/g)?.length ?? 0);
    const bytes = pictures.reduce((sum, path) => sum + statSync(join(root, path)).size, 0);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(150_000);
  });

  it('offers a way to ask about each plan', () => {
    for (const plan of ['Essential', 'Professional', 'Group'])
      expect(page).toContain(`subject=${plan}%20plan">Ask about ${plan}</a>`);
  });
});
