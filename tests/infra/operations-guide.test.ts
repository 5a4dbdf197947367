import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { synthesize } from './synthesis.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');

const namesUnder = (heading: string): string[] => {
  const [, section = ''] = new RegExp(`^## ${heading}$([\\s\\S]*?)(?=^## |$(?![\\s\\S]))`, 'm').exec(guide) ?? [];
  const cells = [...section.matchAll(/^\| (`[^|]+)\|/gm)].map(([, cell = '']) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
};

const plain = (logicalId: string): string => logicalId.replace(/[0-9A-F]{8}$/, '').replace(/\d+$/, '');

it('explains every alarm in the guide, and no removed alarm', async () => {
  const alarms = (await synthesize()).all('AWS::CloudWatch::Alarm').map(({ id }) => plain(id));
  expect(alarms.length).toBeGreaterThan(20);
  expect(namesUnder('Alarms').toSorted()).toEqual([...new Set(alarms)].toSorted());
});

it('explains every dead-letter queue in the guide', async () => {
  const queues = (await synthesize()).all('AWS::SQS::Queue').map(({ id }) => plain(id));
  const given = queues.filter((id) => /DeadLetters$|UnroutedEvents$/.test(id));
  const named = namesUnder('What was given up');
  const unnamed = given.filter(
    (id) => !named.includes(id) && !(named.includes('…WorkDeadLetters') && /WorkDeadLetters$/.test(id)),
  );
  expect(given.length).toBeGreaterThan(5);
  expect([...new Set(unnamed)]).toEqual([]);
});
