import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { usualSpanMs } from '#local/seed/invented-people.ts';
import { burst, projectionLag } from './burst.ts';
import { caseCosts, wholeCases } from './cases.ts';
import { idleCpu } from './idle.ts';
import { figureLag, insightCosts } from './insight.ts';
import { circumstances } from './machine.ts';
import { loadOverHttp } from './over-http.ts';
import { recordedPayments } from './payments.ts';
import {
  burstLines,
  emptyPagesNote,
  figureLagLine,
  floorTable,
  fullPages,
  fullPagesNote,
  growthTable,
  idleLine,
  lagLine,
  loadTable,
  scaleTable,
} from './report.ts';
import type { Population } from './running-product.ts';
import { callTimes } from './scale.ts';

const parts = ['idle', 'http', 'burst', 'lag', 'scale', 'cases', 'payments', 'insight'] as const;
/** What is measured unless it is said: some six minutes on two cores that nobody else uses. */
const usualParts = ['idle', 'http', 'burst', 'lag', 'scale'] as const satisfies readonly Part[];
type Part = (typeof parts)[number];

const usage = `Usage: npm run bench -- [--customers 10000] [--scale 100000] [--creates 5000] [--seconds 2] [--repeat 2]
  [--only ${parts.join(',')}] [--record NAME]

http        creates, reads, lists and searches customers through the whole product, and through its floor: the same DynamoDB calls from a bare server
scale       calls with --customers, with --scale, and with --scale of them created within ten minutes
burst       --creates at once: when the background is done with them, and what readers feel meanwhile
cases       every call about cases with 1,000 of them, with --scale, and with --scale of them opened within a week: capacity
            and time; and reading whole cases through the product and its floor
payments    records payments on distinct cases through the product and its floor
insight     every call of home, calendar, reports and statistics with 1,000 cases and with --scale, three payments each:
            capacity and time; and when a payment stands in the figures at 50 writes a second
lag         50 creates a second: when a search finds them
idle        what the product uses of a processor while nobody asks for anything

Without --only: ${usualParts.join(', ')}, in some six minutes. Loads are repeated --repeat times for --seconds each; medians are printed. --record writes bench/results/NAME.md.`;

const TEN_MINUTES_MS = 600_000;
const WEEK_MS = 7 * 24 * 3_600_000;
const FEW_CASES = 1000;

const number = (text: string | undefined, otherwise: number): number => {
  const value = text === undefined ? otherwise : Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(usage);
  return value;
};

const lines: string[] = [];
const say = (...more: string[]): void => {
  lines.push(...more);
  process.stdout.write(`${more.join('\n')}\n`);
};

const denseAs = (many: number): Population => {
  // As many a day, and as many of one name, as where there are many.
  const share = FEW_CASES / many;
  return { count: FEW_CASES, withinMs: usualSpanMs * share, nameShare: share };
};

const compareInsight = async (many: number): Promise<void> => {
  const [dense = [], few = [], all = []] = await insightCosts([denseAs(many), { count: FEW_CASES }, { count: many }]);
  const sizes = [
    { name: `${FEW_CASES}`, costs: fullPages(few, dense) },
    { name: `${many}`, costs: all },
  ];
  say('', '## Figures and days, by the number of cases with three payments each, over HTTP', '');
  say(...growthTable(sizes), '', fullPagesNote(FEW_CASES, many), '', emptyPagesNote(few, all), '');
  say(figureLagLine(await figureLag({ count: FEW_CASES }, 50, 30)));
};

const compareCases = async (many: number, length: { seconds: number; repeat: number }): Promise<void> => {
  const [dense = [], few = [], all = [], week = []] = await caseCosts([
    denseAs(many),
    { count: FEW_CASES },
    { count: many },
    { count: many, withinMs: WEEK_MS },
  ]);
  const sizes = [
    { name: `${FEW_CASES}`, costs: fullPages(few, dense) },
    { name: `${many}`, costs: all },
    { name: `${many} within a week`, costs: week },
  ];
  say('', '## Cases, by the number of them, over HTTP', '', ...growthTable(sizes), '', fullPagesNote(FEW_CASES, many));
  say('', emptyPagesNote(few, all));
  const compared = await loadOverHttp({ of: 'cases', count: FEW_CASES }, length, wholeCases);
  say('', '## Whole cases over HTTP, beside the floor', '', ...loadTable(compared), '', ...floorTable(compared));
};

const comparePayments = async (length: { seconds: number; repeat: number }): Promise<void> => {
  const alone = await loadOverHttp({ of: 'cases', count: FEW_CASES }, { ...length, alone: true }, recordedPayments);
  say(
    '',
    '## Payments over HTTP, the calls alone, beside the floor',
    '',
    ...loadTable(alone),
    '',
    ...floorTable(alone),
  );
  const compared = await loadOverHttp({ of: 'cases', count: FEW_CASES }, length, recordedPayments);
  say('', '## Payments with all that follows them on the same cores', '', ...loadTable(compared), '');
  say(...floorTable(compared));
};

async function main(): Promise<void> {
  const option = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      ...{ customers: option, scale: option, creates: option, seconds: option, repeat: option },
      ...{ only: option, record: option, help: { type: 'boolean' } },
    },
  });
  if (values.help) return void process.stdout.write(`${usage}\n`);
  const [count, many] = [number(values.customers, 10_000), number(values.scale, 100_000)];
  const [seconds, repeat, creates] = [
    number(values.seconds, 2),
    number(values.repeat, 2),
    number(values.creates, 5000),
  ];
  const wanted: readonly string[] = values.only?.split(',') ?? usualParts;
  if (!wanted.every((part): part is Part => (parts as readonly string[]).includes(part))) throw new Error(usage);
  const does = (part: Part): boolean => wanted.includes(part);

  say(
    `# ${wanted.every((part) => ['cases', 'payments', 'insight'].includes(part)) ? 'Cases' : 'Customers'}, ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    '',
  );
  say(...circumstances().map((line) => `- ${line}`));
  say(`- ${count} customers; medians of ${repeat} runs of ${seconds} s`);
  if (does('idle')) say('', '## Idle', '', idleLine(await idleCpu(30)));
  if (does('http')) {
    const compared = await loadOverHttp({ count }, { seconds, repeat });
    say('', '## Over HTTP, the whole product', '', ...loadTable(compared));
    say('', '## Over HTTP, beside the floor', '', ...floorTable(compared));
  }
  if (does('burst')) say('', '## After a burst', '', ...burstLines(await burst({ count }, creates)));
  if (does('lag')) say('', '## Projection lag', '', lagLine(await projectionLag({ count }, 50, 10)));
  if (does('scale')) {
    const sizes = [
      { name: `${count}`, times: await callTimes({ count }) },
      { name: `${many}`, times: await callTimes({ count: many }) },
      { name: `${many} within ten minutes`, times: await callTimes({ count: many, withinMs: TEN_MINUTES_MS }) },
    ];
    say('', '## By the number of customers, over HTTP', '', ...scaleTable(sizes));
  }
  if (does('cases')) await compareCases(many, { seconds, repeat });
  if (does('insight')) await compareInsight(many);
  if (does('payments')) await comparePayments({ seconds, repeat });
  if (!values.record) return;
  mkdirSync(new URL('results/', import.meta.url), { recursive: true });
  writeFileSync(new URL(`results/${values.record}.md`, import.meta.url), `${lines.join('\n')}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
