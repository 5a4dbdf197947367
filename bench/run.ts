import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { costs, exportAll, loadInProcess, openBench } from './in-process.ts';
import { circumstances } from './machine.ts';
import { exportOverHttp, loadOverHttp } from './over-http.ts';
import { costTable, exportLine, loadTable } from './report.ts';

const usage = `Usage: npm run bench -- [--customers 10000] [--scale 100000] [--seconds 5] [--record NAME]

Creates, reads, lists and searches customers, first through the handlers in this process, then over HTTP; then compares
what single calls consume with --customers and with --scale customers, and walks the export of all of them. --scale 0
leaves that out. --record writes bench/results/NAME.md.`;

const number = (text: string | undefined, otherwise: number): number => {
  const value = text === undefined ? otherwise : Number(text);
  if (!Number.isInteger(value) || value < 0) throw new Error(usage);
  return value;
};

const lines: string[] = [];
const say = (...more: string[]): void => {
  lines.push(...more);
  process.stdout.write(`${more.join('\n')}\n`);
};

const compare = async (few: number, many: number): Promise<void> => {
  const counts = [few, many];
  const found: Awaited<ReturnType<typeof costs>>[] = [];
  const exports: string[] = [];
  for (const count of counts) {
    const bench = await openBench(count);
    try {
      found.push(await costs(bench, count));
      exports.push(exportLine(`${count} customers, in process`, await exportAll(bench)));
    } finally {
      await bench.close();
    }
  }
  say('', '## What single calls cost', '', ...costTable(counts, found));
  exports.push(exportLine(`${many} customers, over HTTP`, await exportOverHttp(many)));
  say('', '## Export of all', '', ...exports);
};

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      customers: { type: 'string' },
      scale: { type: 'string' },
      seconds: { type: 'string' },
      record: { type: 'string' },
    },
  });
  const [count, many] = [number(values.customers, 10_000), number(values.scale, 100_000)];
  const seconds = number(values.seconds, 5);
  say(`# Customers, ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`, '');
  say(...circumstances().map((line) => `- ${line}`));
  say('', `${count} customers, every handler whole: session, permission, validation, audit, event, counters, words.`);
  const bench = await openBench(count);
  try {
    say('', '## Through the handlers, in process', '', ...loadTable(await loadInProcess(bench, count, seconds)));
  } finally {
    await bench.close();
  }
  say('', '## Over HTTP, the whole product', '', ...loadTable(await loadOverHttp(count, seconds)));
  if (many) await compare(count, many);
  if (!values.record) return;
  mkdirSync(new URL('results/', import.meta.url), { recursive: true });
  writeFileSync(new URL(`results/${values.record}.md`, import.meta.url), `${lines.join('\n')}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
