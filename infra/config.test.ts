import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Node } from 'constructs';
import { afterAll, describe, expect, it } from 'vitest';
import { requiredSettings, synthesize } from '#tests/infra/synthesis.ts';
import { demonstration } from '#tests/infra/variants.ts';
import { configOf, demoLimitations, readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'stillwater-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const context = (given: Record<string, unknown>) => ({ tryGetContext: (name: string) => given[name] }) as Node;
const shipped = resolve(import.meta.dirname, 'stages');

describe('stage settings', () => {
  it.each(Object.keys(requiredSettings))('rejects settings without %s with an explanation', (setting) => {
    expect(() => configOf('prod', { ...requiredSettings, [setting]: undefined })).toThrow(
      new RegExp(`^prod: ${setting} is missing: .+\\.$`),
    );
  });

  it.each([
    ['a sender that no mail can come from', { mailFrom: 'no-reply@stillwater.example' }, 'mailFrom is a reserved name'],
    [
      'a domain without its zone',
      { staffDomain: 'staff.quiet-water.org' },
      'hostedZoneId and hostedZoneName are missing',
    ],
    [
      'domains of its own and none for the API, which would stay open beside its firewall',
      { staffDomain: 'staff.quiet-water.org', hostedZoneId: 'Z1', hostedZoneName: 'quiet-water.org' },
      'apiDomain is missing',
    ],
    ['a setting that nobody knows', { stafDomain: 'staff.quiet-water.org' }, 'stafDomain'],
    ['an empty one', { botCheckSiteKey: '' }, 'botCheckSiteKey'],
    ['an account that is none', { account: '12' }, 'twelve digits'],
  ])('rejects settings with %s', (_, given, sentence) => {
    expect(() => configOf('prod', { ...requiredSettings, ...given })).toThrow(sentence);
  });

  it('rejects a stage name that cannot be part of a resource name', () => {
    expect(() => configOf('Prod!', requiredSettings)).toThrow('lower-case');
  });

  it('omits the bot check only when the settings say so', () => {
    const settings = { ...requiredSettings, botCheckSiteKey: undefined, botCheck: 'none' };
    expect(demoLimitations(configOf('prod', settings))).toContainEqual(expect.stringContaining('without a bot check'));
  });

  it('reads the file that the stage names, and explains where to begin without one', () => {
    writeFileSync(join(folder, 'prod.json'), JSON.stringify({ ...requiredSettings, monthlyBudget: 50 }));
    expect(readConfig(context({ stage: 'prod' }), folder)).toMatchObject({ stage: 'prod', monthlyBudget: 50 });
    expect(() => readConfig(context({ stage: 'test' }), folder)).toThrow(
      'infra/stages/test.json is missing: copy infra/stages/example.json',
    );
  });

  it('deploys the demonstration under its own stage when no stage is named', () => {
    expect(readConfig(context({}), shipped)).toMatchObject({ stage: 'demo', demonstration: true });
  });

  it('accepts the example file', () => {
    const example = JSON.parse(readFileSync(join(shipped, 'example.json'), 'utf8'));
    expect(demoLimitations(configOf('prod', example))).toEqual([]);
  });
});

describe('demonstration', () => {
  it('deploys with a list of its limitations', async () => {
    const { template, findings, all } = await synthesize(demonstration, 'demo');
    expect(findings).toEqual([]);
    const outputs = Object.entries(template('pages').Outputs ?? {}).filter(([name]) => name.startsWith('Lacks'));
    expect(outputs.map(([, { Value }]) => String(Value).split(':')[0]).sort()).toEqual([
      'alarmMail',
      'apiDomain',
      'botCheckSiteKey',
      'mailFrom',
    ]);
    expect(all('AWS::SES::EmailIdentity')).toEqual([]);
  });
});
