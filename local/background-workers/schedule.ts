import { randomUUID } from 'node:crypto';
import type { ScheduledEvent } from 'aws-lambda';
import type { Poller } from '#local/streams/stream-poller.ts';

/** EventBridge's schedule of a function: once shortly after the start, then at its interval. A run never overlaps the next. */
export function startSchedule(options: {
  name: string;
  everyMs: number;
  firstMs: number;
  invoke: (event: ScheduledEvent) => Promise<unknown>;
  report?: (message: string) => void;
}): Poller {
  const { name, everyMs, firstMs, invoke, report = (message) => process.stderr.write(`${message}\n`) } = options;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let closed = false;

  const plan = (milliseconds: number) => {
    if (closed) return;
    timer = setTimeout(() => {
      running = run();
    }, milliseconds);
  };
  const run = async () => {
    try {
      await invoke(scheduledEvent(name));
    } catch (error) {
      report(`schedule ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
    plan(everyMs);
  };
  plan(firstMs);
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}

function scheduledEvent(name: string): ScheduledEvent {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: '000000000000',
    time: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
    region: 'us-east-1',
    resources: [`arn:aws:events:us-east-1:000000000000:rule/stillwater-${name}`],
    detail: {},
  };
}
