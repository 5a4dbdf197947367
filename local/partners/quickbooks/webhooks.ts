import { createHmac, randomUUID } from 'node:crypto';
import type { Change } from './records.ts';

interface Notice extends Change {
  realm: string;
  at: string;
  notice: string;
}

export interface WebhookTarget {
  /** One endpoint for all companies. */
  url: string;
  verifierToken: string;
}

const words = { Create: 'created', Update: 'updated', Delete: 'deleted', Void: 'voided' } as const;
/** Shortened from QuickBooks' 10 s, 20 s, 30 s, 5 min …: so often and so late it tries again. */
const triesAfterMs = [1_000, 5_000, 20_000, 60_000];

/** Tells the app which records changed, signed; in one delivery what changed close together. */
export const openWebhooks = (target: () => WebhookTarget | undefined, now: () => Date) => {
  let waiting: Notice[] = [];
  let flushing = false;
  const timers = new Set<NodeJS.Timeout>();

  const bodyOf = (notices: readonly Notice[]): unknown =>
    notices.map(({ notice, realm, type, id, operation, at }) => ({
      specversion: '1.0',
      id: notice,
      source: 'intuit.local',
      type: `qbo.${type.toLowerCase()}.${words[operation]}.v1`,
      datacontenttype: 'application/json',
      time: at,
      intuitentityid: id,
      intuitaccountid: realm,
      data: {},
    }));

  const deliver = async (notices: readonly Notice[], tries = 0): Promise<void> => {
    const to = target();
    if (!to) return;
    const body = JSON.stringify(bodyOf(notices));
    const signature = createHmac('sha256', to.verifierToken).update(body).digest('base64');
    const headers = { 'content-type': 'application/json', 'intuit-signature': signature };
    const answer = await fetch(to.url, { method: 'POST', headers, body, signal: AbortSignal.timeout(3000) }).catch(
      () => undefined,
    );
    const wait = triesAfterMs[tries];
    if (answer?.ok || wait === undefined) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      void deliver(notices, tries + 1);
    }, wait);
    timer.unref();
    timers.add(timer);
  };

  const flush = async (): Promise<void> => {
    // What one call or one moment changed goes out together.
    await new Promise((resolve) => setImmediate(resolve));
    const batch = waiting;
    waiting = [];
    flushing = false;
    if (batch.length) await deliver(batch);
  };

  return {
    changed: (realm: string, change: Change): void => {
      if (!target()) return;
      waiting.push({ ...change, realm, at: now().toISOString(), notice: randomUUID() });
      if (flushing) return;
      flushing = true;
      void flush();
    },
    close: (): void => {
      waiting = [];
      for (const timer of timers) clearTimeout(timer);
    },
  };
};
export type Webhooks = ReturnType<typeof openWebhooks>;
