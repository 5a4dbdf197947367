import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingNames, stackIds } from '#infra/config.ts';
import { secretRows, secretTitle } from '#infra/environment-names.ts';
import { commands } from '../../scripts/operator.ts';
import { synthesize } from './synthesis.ts';

const root = resolve(import.meta.dirname, '../..');
const text = (path: string) => readFileSync(join(root, path), 'utf8');
const guide = text('docs/deployment.md');
const named = (pattern: RegExp): string[] => [...new Set([...guide.matchAll(pattern)].map(([, name]) => String(name)))];

describe('deployment guide', () => {
  it('documents every setting, and no other', () => {
    const table = guide.slice(guide.indexOf('## 1.'), guide.indexOf('## 2.'));
    const rows = [...table.matchAll(/^\| (`.+?) \|/gm)].flatMap(([, row = '']) => row.match(/\w+/g) ?? []);
    expect(rows.sort()).toEqual([...settingNames].sort());
  });

  it('gives a checklist with existing commands, settings and headings', () => {
    const list = text('docs/first-deployment.md');
    expect(list.trimEnd().split('\n').length).toBeLessThanOrEqual(45);
    const { scripts } = JSON.parse(text('package.json')) as { scripts: object };
    for (const [, script] of list.matchAll(/npm run ([\w-]+)/g)) expect(Object.keys(scripts)).toContain(script);
    for (const [, setting] of list.matchAll(/`"(\w+)": /g)) expect(settingNames).toContain(setting);
    const headings = [...guide.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    for (const [, place] of list.matchAll(/\(deployment\.md#([^)]+)\)/g)) expect(headings).toContain(place);
    for (const [, file] of list.matchAll(/\]\((decisions\/[^)#]+)/g)) expect(text(`docs/${file}`)).not.toBe('');
  });

  it('names existing commands', () => {
    const { scripts } = JSON.parse(text('package.json')) as { scripts: object };
    const scriptNames = named(/npm run (?:-s )?([\w-]+)/g);
    expect(scriptNames.length).toBeGreaterThan(3);
    for (const script of scriptNames) expect(Object.keys(scripts)).toContain(script);
    const typed = commands.map(({ name }) => name);
    for (const command of named(/npm run operator -- ([\w-]+)/g)) expect(typed).toContain(command);
  });

  it('gives commands that install a fresh clone automatically', () => {
    const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> };
    // The README mentions other commands for an installed tree.
    const commands = [guide, text('README.md')].flatMap((page) =>
      [...page.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = '']) =>
        [...block.matchAll(/npm (?:run )?(?:-s )?([\w-]+)/g)].map(([, name]) => String(name)),
      ),
    );
    expect(commands).toEqual(expect.arrayContaining(['start', 'test', 'deploy', 'preflight', 'smoke', 'operator']));
    for (const name of [...commands, 'synth', 'build:web', 'fresh-clone'])
      expect(scripts[`pre${name}`], name).toMatch(/^node scripts\/bootstrap\.mjs( --quiet)?$/);
    expect(JSON.parse(text('cdk.json')).app).toMatch(/^node scripts\/cdk-app\.mjs/);
    expect(text('scripts/cdk-app.mjs')).toContain("from './bootstrap.mjs'");
    // Before the installation there is no package, and Node 20 reads no TypeScript.
    for (const script of ['scripts/bootstrap.mjs', 'scripts/cdk-app.mjs'])
      for (const [, from] of text(script).matchAll(/^import .*? from '(.+)';$/gm))
        expect(from, script).toMatch(/^(node:.+|\.\/bootstrap\.mjs)$/);
  });

  it('names stacks and outputs of the templates', async () => {
    const { template } = await synthesize();
    const outputs = stackIds.flatMap((id) =>
      Object.keys(template(id.toLowerCase() as Lowercase<typeof id>).Outputs ?? {}),
    );
    const wanted = named(/<([A-Z]\w+)>/g);
    expect(wanted.length).toBeGreaterThan(3);
    for (const output of wanted) expect(outputs).toContain(output);
    for (const output of named(/`(\w+Record)` outputs/g))
      expect(outputs.some((name) => name.startsWith(output))).toBe(true);
    for (const stack of named(/Stillwater-prod-(\w+)/g)) expect(stackIds).toContain(stack);
  });

  it('rolls back from the last stack to the first', () => {
    const [, loop = ''] = /^for stack in (.+); do$/m.exec(guide) ?? [];
    expect(loop.split(' ')).toEqual(stackIds.toReversed());
  });

  it('bootstraps the account before the preflight, which checks it', () => {
    for (const page of [guide, text('docs/first-deployment.md')]) {
      expect(page.split('npx cdk bootstrap')).toHaveLength(2);
      expect(page.indexOf('npx cdk bootstrap')).toBeLessThan(page.indexOf('npm run preflight'));
    }
  });

  it('names every secret that an operator puts in', () => {
    const given = secretRows
      .filter(([, { generated }]) => !generated)
      .map(([name]) => `<${secretTitle(name)}SecretArn>`);
    expect(given.length).toBeGreaterThan(1);
    for (const output of given) expect(guide).toContain(`--secret-id ${output} `);
  });
});
