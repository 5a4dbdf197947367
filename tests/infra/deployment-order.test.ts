import { describe, expect, it } from 'vitest';
import { type EventName, eventSource, events } from '#domain/events/catalog.ts';
import { functions } from '#infra/functions.ts';
import { queues } from '#infra/queues.ts';
import { routes } from '#infra/routes.ts';
import { groupsOfEvents } from '#infra/unrouted-events.ts';
import { type EventPattern, matchesPattern } from '#local/aws/event-pattern.ts';
import { functionOf } from './roles.ts';
import { type StackName, synthesize } from './synthesis.ts';
import { everything } from './variants.ts';

const synthesis = await synthesize();
const { all, deployedBefore, flat, template } = synthesis;

describe('the order of a deployment', () => {
  const order: StackName[] = ['data', 'identity', 'edge', 'events', 'api', 'alarms', 'pages'];

  it.each(order)('%s waits for every stack before it', (stack) => {
    expect(deployedBefore(stack).sort()).toEqual(order.slice(0, order.indexOf(stack)).sort());
  });

  it('shows pages after the API that they call: no other stack writes files of the sites', () => {
    const writing = all('Custom::CDKBucketDeployment').map(({ stack }) => stack);
    expect(new Set(writing)).toEqual(new Set(['Stillwater-prod-Pages']));
    expect(deployedBefore('pages')).toContain('api');
  });

  it('announces nothing before its listeners are there: functions that write events come after the rules', () => {
    for (const [name, row] of Object.entries(functions))
      if ('endpoints' in row) expect(functionOf(synthesis, name as keyof typeof functions).stack).toMatch(/-Api$/);
    expect(all('AWS::Events::Rule').every(({ stack }) => stack.endsWith('-Events'))).toBe(true);
    expect(deployedBefore('api')).toContain('events');
  });
});

describe('what becomes of every event', () => {
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

  it('one that these rules do not know, announced by newer functions, waits in a queue of its own with an alarm', () => {
    for (const name of ['grave.opened', 'case.buried', 'envelope.', 'cases.created'])
      expect([name, ...takers(name)]).toEqual([name, 'UnroutedEvents']);
    const watched = all('AWS::CloudWatch::Alarm').map(({ Properties, stack }) =>
      flat(Properties.Dimensions?.[0]?.Value ?? '', stack),
    );
    expect(watched.some((queue) => queue.includes('.UnroutedEvents'))).toBe(true);
  });

  it('stays within the size of a pattern that EventBridge takes', () => {
    for (const { id, pattern } of rules) expect(JSON.stringify(pattern).length, id).toBeLessThan(2048);
    // Also of three times as many events as there are.
    const many = Object.keys(events).flatMap((name) => [name, `${name}-again`, `further-${name}`]);
    for (const { nouns, names } of groupsOfEvents(many)) {
      const detailType = nouns.map((prefix) => ({ prefix }));
      const pattern = {
        source: [eventSource],
        'detail-type': detailType,
        detail: { name: [{ 'anything-but': names }] },
      };
      expect(JSON.stringify(pattern).length).toBeLessThan(2048);
    }
  });

  it('is archived, all of it', () => {
    const [archive] = all('AWS::Events::Archive');
    expect(archive?.Properties.EventPattern).toEqual({ source: [eventSource] });
  });
});

describe('public calls beside the staff’s', () => {
  const publicFunctions = new Set(routes().flatMap((route) => (route.public ? [route.functionName] : [])));
  const reserved = async (settings: object) => {
    const { all: resources } = await synthesize(settings);
    return Object.fromEntries(
      resources('AWS::Lambda::Function').flatMap(({ Properties }) => {
        const { FunctionName = '', ReservedConcurrentExecutions: count } = Properties;
        return count === undefined ? [] : [[String(FunctionName).replace('stillwater-prod-', ''), count]];
      }),
    );
  };

  it('are served by functions of their own', () => {
    const mixed = routes().filter((route) => !route.public && publicFunctions.has(route.functionName));
    expect(mixed.map(({ endpoint }) => endpoint)).toEqual([]);
  });

  it('reserve nothing unless the stage says so: a new account has a quota of ten', async () => {
    expect(await reserved({})).toEqual({});
  });

  it('are held to what the stage reserves for each', async () => {
    expect(await reserved(everything)).toEqual(
      Object.fromEntries([...publicFunctions].map((name) => [name, everything.publicConcurrency])),
    );
  });
});
