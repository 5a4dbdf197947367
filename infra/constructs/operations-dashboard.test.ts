import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { functions } from '#infra/functions.ts';
import { synthesize } from '#tests/infra/synthesis.ts';

interface Widget {
  type: string;
  properties: { title: string; alarms?: unknown[]; metrics?: unknown[] };
}

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

describe('operations dashboard', () => {
  it('shows every alarm and every dead-letter queue', async () => {
    const { name, widgets, all } = await pageOf();
    expect(name).toBe('stillwater-prod-operations');
    const [alarmWidget] = widgets.filter(({ type }) => type === 'alarm');
    expect(alarmWidget?.properties.alarms).toHaveLength(all('AWS::CloudWatch::Alarm').length);
    const givenUp = widgets.find(({ properties }) => properties.title.startsWith('Dead-letter queues'));
    const queues = all('AWS::SQS::Queue').filter(({ id }) => /DeadLetters|UnroutedEvents/.test(id));
    expect(givenUp?.properties.metrics).toHaveLength(queues.length);
  });

  it("stays within CloudWatch's limits", async () => {
    const { widgets } = await pageOf();
    const searches = JSON.stringify(widgets).match(/SEARCH\((?:[^)\\]|\\.)*\)/g) ?? [];
    expect(searches).toHaveLength(2);
    for (const search of searches) expect(search.length).toBeLessThanOrEqual(1024);
  });

  it('defines log queries for all functions, each named in the guide', async () => {
    const { all } = await pageOf();
    const asked = all('AWS::Logs::QueryDefinition');
    expect(asked.map(({ Properties }) => Properties.Name as string).toSorted()).toEqual(
      ['dropped messages', 'most frequent errors', 'one request', 'rejected requests', 'slowest requests'].map(
        (name) => `stillwater-prod/${name}`,
      ),
    );
    for (const { Properties } of asked) {
      expect(Properties.LogGroupNames).toHaveLength(Object.keys(functions).length);
      expect(Properties.QueryString).not.toContain('service');
      // Logs contain only ids and counts (S-13).
      expect(Properties.QueryString).not.toMatch(/email|phone|name =/);
    }
    const guide = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
    expect(guide).toContain('stillwater-STAGE-operations');
    expect(guide).toContain('stillwater-STAGE/one request');
  });
});
