import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { synthesize } from './synthesis.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');

/** The first cells of the table under a heading, each name in them by itself. */
const namesUnder = (heading: string): string[] => {
  const [, section = ''] = new RegExp(`^## ${heading}$([\\s\\S]*?)(?=^## |$(?![\\s\\S]))`, 'm').exec(guide) ?? [];
  const cells = [...section.matchAll(/^\| (`[^|]+)\|/gm)].map(([, cell = '']) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
};

/** Without the hash of its logical id and the number of a part. */
const plain = (logicalId: string): string => logicalId.replace(/[0-9A-F]{8}$/, '').replace(/\d+$/, '');

it('says of every alarm what it means and what to do, and of none that is gone', async () => {
  const alarms = (await synthesize()).all('AWS::CloudWatch::Alarm').map(({ id }) => plain(id));
  expect(alarms.length).toBeGreaterThan(20);
  expect(namesUnder('Alarms').toSorted()).toEqual([...new Set(alarms)].toSorted());
});

it('says of every dead-letter queue what waits in it', async () => {
  const queues = (await synthesize()).all('AWS::SQS::Queue').map(({ id }) => plain(id));
  const given = queues.filter((id) => /DeadLetters$|UnroutedEvents$/.test(id));
  const named = namesUnder('What was given up');
  const unnamed = given.filter(
    (id) => !named.includes(id) && !(named.includes('…WorkDeadLetters') && /WorkDeadLetters$/.test(id)),
  );
  expect(given.length).toBeGreaterThan(5);
  expect([...new Set(unnamed)]).toEqual([]);
});
