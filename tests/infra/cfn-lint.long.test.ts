import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Synthesis, synthesize } from './synthesis.ts';
import { everything } from './variants.ts';

/** W3005: CDK repeats a reference as a harmless dependency. */
const livedWith = ['W3005'];

const isInstalled = spawnSync('cfn-lint', ['--version']).status === 0;
if (!isInstalled)
  console.warn('Not looked at: cfn-lint is not installed (pip install cfn-lint). CDK’s own checks are.');

const folder = mkdtempSync(join(tmpdir(), 'stillwater-templates-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const findingsIn = (templates: Readonly<Record<string, object>>): string[] => {
  const files = Object.entries(templates).map(([name, template]) => {
    const file = join(folder, `${name}.template.json`);
    writeFileSync(file, JSON.stringify(template));
    return file;
  });
  const options = [
    '--format',
    'json',
    '--regions',
    'us-east-1',
    '--ignore-checks',
    ...livedWith,
    '--template',
    ...files,
  ];
  const { stdout, stderr } = spawnSync('cfn-lint', options, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (!stdout.trim()) throw new Error(`cfn-lint gave no answer: ${stderr}`);
  const findings = JSON.parse(stdout) as { Rule: { Id: string }; Message: string; Filename: string }[];
  return findings.map(({ Rule, Message, Filename }) => `${Filename.slice(folder.length + 1)} ${Rule.Id}: ${Message}`);
};

const templatesOf = ({ template }: Synthesis) =>
  Object.fromEntries(
    (['data', 'identity', 'edge', 'events', 'api', 'routes', 'alarms', 'pages', 'backups'] as const).map((name) => [
      name,
      template(name),
    ]),
  );

describe.runIf(isInstalled)('cfn-lint', () => {
  it('finds nothing in the templates of a stage with all settings', async () => {
    expect(findingsIn(templatesOf(await synthesize(everything)))).toEqual([]);
  }, 120_000);

  it('reports a broken template', () => {
    const bad = { Resources: { Queue: { Type: 'AWS::SQS::Queue', Properties: { NoSuchProperty: 1 } } } };
    expect(findingsIn({ bad }).join()).toContain('NoSuchProperty');
  });
});
