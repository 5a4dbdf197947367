import { describe, expect, it } from 'vitest';
import { type EventName, eventSource, events } from '#domain/registry/event-catalog.ts';
import { type EventPattern, matchesPattern } from '#tests/infra/event-pattern.ts';
import { synthesize } from '#tests/infra/synthesis.ts';
import { queues } from './queues.ts';
import { eventNameGroups } from './stacks/events-stack.ts';

const { all, flat, template } = await synthesize();

describe('event routing', () => {
  const rules = Object.entries(template('events').Resources)
    .filter(([, { Type, Properties }]) => Type === 'AWS::Events::Rule' && Properties.EventBusName)
    .map(([id, { Properties }]) => ({
      id,
      pattern: Properties.EventPattern as EventPattern,
      target: flat(Properties.Targets[0].Arn, 'Stillwater-prod-Events'),
    }));
  const takers = (name: string): string[] =>
    rules
      .filter(({ pattern }) => matchesPattern(pattern, { source: eventSource, 'detail-type': name, detail: { name } }))
      .map(({ target }) => target.replace(/^Stillwater-prod-Events\.|[A-Z0-9]{8}\.Arn$/g, ''));

  it.each(Object.keys(events) as EventName[])('%s goes to the queues that ask for it, and to no other', (name) => {
    const asking = Object.entries(queues).filter(([, row]) => (row.events as readonly string[]).includes(name));
    expect(takers(name).sort()).toEqual(asking.map(([queue]) => `${queue.replaceAll('-', '')}WorkQueue`).sort());
  });

  it('queues an unknown event of newer functions, with an alarm', () => {
    for (const name of ['grave.opened', 'case.buried', 'envelope.', 'cases.created'])
      expect([name, ...takers(name)]).toEqual([name, 'UnroutedEvents']);
    const watched = all('AWS::CloudWatch::Alarm').map(({ Properties, stack }) =>
      flat(Properties.Dimensions?.[0]?.Value ?? '', stack),
    );
    expect(watched.some((queue) => queue.includes('.UnroutedEvents'))).toBe(true);
  });

  it("stays within EventBridge's pattern size", () => {
    for (const { id, pattern } of rules) expect(JSON.stringify(pattern).length, id).toBeLessThan(2048);
    // Also for three times the current number of events.
    const many = Object.keys(events).flatMap((name) => [name, `${name}-again`, `further-${name}`]);
    const groups = eventNameGroups(many);
    expect(groups.length).toBeGreaterThan(0);
    for (const { nouns, names } of groups) {
      const detailType = nouns.map((prefix) => ({ prefix }));
      const pattern = {
        source: [eventSource],
        'detail-type': detailType,
        detail: { name: [{ 'anything-but': names }] },
      };
      expect(JSON.stringify(pattern).length).toBeLessThan(2048);
    }
  });

  it('archives all events', () => {
    const [archive] = all('AWS::Events::Archive');
    expect(archive?.Properties.EventPattern).toEqual({ source: [eventSource] });
  });
});
