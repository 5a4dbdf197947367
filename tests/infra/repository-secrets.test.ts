import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

const forms: Record<string, RegExp> = {
  'key id of AWS': /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  'private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[A-Za-z0-9+/]{40}/,
  'key of Google': /\bAIza[0-9A-Za-z_-]{35}\b/,
  'secret of a bot check': /\b(?:6L[0-9A-Za-z_-]{38}|0x4AAAA[0-9A-Za-z_-]{26,})\b/,
  'token of GitHub': /\bgh[pousr]_[0-9A-Za-z]{36}\b/,
  'token of npm': /\bnpm_[0-9A-Za-z]{36}\b/,
  'token of Slack': /\bxox[abpr]-[0-9A-Za-z-]{20,}/,
  'key of Stripe': /\b[rs]k_live_[0-9A-Za-z]{20,}/,
  'signed token': /\beyJ[0-9A-Za-z_-]{20,}\.eyJ[0-9A-Za-z_-]{20,}\.[0-9A-Za-z_-]{40,}/,
};
const named = /(^|\/)(\.env(\..+)?|\.npmrc|.*\.(pem|p12|pfx|key)|credentials)$/;

const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  .split('\0')
  .filter(Boolean);

it('S-33 finds no secret in any file of the repository', () => {
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((path) => {
    const text = readFileSync(`${root}/${path}`, 'latin1');
    return Object.entries(forms).flatMap(([what, form]) => (form.test(text) ? [`${path}: ${what}`] : []));
  });
  expect(found).toEqual([]);
  expect(files.filter((path) => named.test(path))).toEqual([]);
});

it('S-33 recognizes secrets by their form', () => {
  const made = (before: string, length: number): string => before + 'Aa1'.repeat(40).slice(0, length);
  expect(forms['key id of AWS']?.test(`AKIA${'A1'.repeat(8)}`)).toBe(true);
  expect(forms['token of GitHub']?.test(made('ghp_', 36))).toBe(true);
  expect(forms['signed token']?.test(`${made('eyJ', 30)}.${made('eyJ', 30)}.${made('', 43)}`)).toBe(true);
});
