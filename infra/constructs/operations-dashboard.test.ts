import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { functions } from '#infra/functions.ts';
import { synthesize } from '#tests/infra/synthesis.ts';

interface Widget {
  type: string;
  properties: { title: string; alarms?: unknown[]; metrics?: unknown[] };
}

/** The text that CloudFormation makes of it, its references as their names. */
const textOf = (joined: unknown): string =>
  JSON.stringify(joined, (_, value: unknown) => value)
    .replaceAll(/"\s*,\s*\{"(?:Ref|Fn::GetAtt|Fn::ImportValue)":[^}]*\}\s*,\s*"/g, 'REFERENCE')
    .replace(/^\{"Fn::Join":\["",\[/, '')
    .replace(/\]\]\}$/, '');

const pageOf = async (stage = 'prod') => {
  const { all } = await synthesize({}, stage);
  const [page, ...others] = all('AWS::CloudWatch::Dashboard');
  expect(others).toEqual([]);
  const { widgets } = JSON.parse(JSON.parse(textOf(page?.Properties.DashboardBody)) as string) as { widgets: Widget[] };
  return { name: page?.Properties.DashboardName as string, widgets, all };
};

describe("the operator's page", () => {
  it('shows every alarm and every queue of what was given up', async () => {
    const { name, widgets, all } = await pageOf();
    expect(name).toBe('stillwater-prod-operations');
    const [standing] = widgets.filter(({ type }) => type === 'alarm');
    expect(standing?.properties.alarms).toHaveLength(all('AWS::CloudWatch::Alarm').length);
    const givenUp = widgets.find(({ properties }) => properties.title.startsWith('Dead-letter queues'));
    const queues = all('AWS::SQS::Queue').filter(({ id }) => /DeadLetters|UnroutedEvents/.test(id));
    expect(givenUp?.properties.metrics).toHaveLength(queues.length);
  });

  it('asks for no more than CloudWatch takes', async () => {
    const { widgets } = await pageOf();
    const searches = JSON.stringify(widgets).match(/SEARCH\((?:[^)\\]|\\.)*\)/g) ?? [];
    expect(searches).toHaveLength(2);
    for (const search of searches) expect(search.length).toBeLessThanOrEqual(1024);
  });

  it('has questions to the logs of all functions, named in the guide', async () => {
    const { all } = await pageOf();
    const asked = all('AWS::Logs::QueryDefinition');
    expect(asked.map(({ Properties }) => Properties.Name as string).toSorted()).toEqual(
      ['one request', 'rejected requests', 'slowest requests', 'most frequent errors', 'dropped messages'].map(
        (name) => `stillwater-prod/${name}`,
      ),
    );
    for (const { Properties } of asked) {
      expect(Properties.LogGroupNames).toHaveLength(Object.keys(functions).length);
      // Every function of a stage logs the same service.
      expect(Properties.QueryString).not.toContain('service');
      // Logs hold ids and counts alone (S-13); nobody is asked for by name.
      expect(Properties.QueryString).not.toMatch(/email|phone|name =/);
    }
    const guide = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
    expect(guide).toContain('stillwater-STAGE-operations');
    expect(guide).toContain('stillwater-STAGE/one request');
  });
});
