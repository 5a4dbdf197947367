export type BotCheckConfig =
  | { kind: 'none' }
  | { kind: 'sandbox'; mintUrl: string }
  | { kind: 'recaptcha'; siteKey: string }
  | { kind: 'turnstile'; siteKey: string };

export interface BotCheck {
  ready: Promise<void>;
  /** Returns a single-use token. Call it in the submit handler, because tokens expire after two minutes. */
  getToken: (action: string) => Promise<string>;
}

interface Recaptcha {
  ready: (done: () => void) => void;
  execute: (siteKey: string, options: { action: string }) => Promise<string>;
}

interface Turnstile {
  render: (host: HTMLElement, options: Record<string, unknown>) => string;
  remove: (id: string) => void;
}

type Vendors = { grecaptcha?: Recaptcha; turnstile?: Turnstile };
const vendors = globalThis as unknown as Vendors;

const addScript = (src: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    Object.assign(script, {
      src,
      async: true,
      onload: () => resolve(),
      onerror: () => reject(new Error('Bot check did not load')),
    });
    document.head.append(script);
  });

const sandbox = ({ mintUrl }: { mintUrl: string }): BotCheck => ({
  ready: Promise.resolve(),
  getToken: async (action) => {
    const response = await fetch(mintUrl, { method: 'POST', body: JSON.stringify({ action }) });
    if (!response.ok) throw new Error('Bot check failed');
    return ((await response.json()) as { token: string }).token;
  },
});

const recaptcha = ({ siteKey }: { siteKey: string }): BotCheck => {
  const ready = addScript(`https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`).then(
    () => new Promise<void>((resolve) => vendors.grecaptcha?.ready(resolve)),
  );
  return {
    ready,
    getToken: async (action) => {
      await ready;
      if (!vendors.grecaptcha) throw new Error('Bot check is not ready');
      return vendors.grecaptcha.execute(siteKey, { action });
    },
  };
};

const turnstile = ({ siteKey }: { siteKey: string }): BotCheck => {
  const ready = addScript('https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit');
  const getToken = async (action: string): Promise<string> => {
    await ready;
    const widget = vendors.turnstile;
    if (!widget) throw new Error('Bot check is not ready');
    const host = document.body.appendChild(document.createElement('div'));
    host.className = 'bot-check';
    let id: string | undefined;
    try {
      return await new Promise<string>((resolve, reject) => {
        const refuse = () => reject(new Error('Bot check failed'));
        id = widget.render(host, {
          sitekey: siteKey,
          action,
          appearance: 'interaction-only',
          callback: resolve,
          'error-callback': refuse,
          'timeout-callback': refuse,
        });
      });
    } finally {
      if (id) widget.remove(id);
      host.remove();
    }
  };
  return { ready, getToken };
};

const start = (config: BotCheckConfig): BotCheck => {
  if (config.kind === 'sandbox') return sandbox(config);
  // A stage without a bot check: the server marks its reports as unverified.
  if (config.kind === 'none') return { ready: Promise.resolve(), getToken: async () => 'none' };
  return config.kind === 'recaptcha' ? recaptcha(config) : turnstile(config);
};

const maxMs = 15_000;

const inTime = <T>(promise: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Timed out')), maxMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });

const load = async (): Promise<BotCheck> => {
  const response = await fetch('/config.json');
  const { botCheck } = (await response.json()) as { botCheck: BotCheckConfig };
  const check = start(botCheck);
  await check.ready;
  return check;
};

let loading: Promise<BotCheck> | undefined;

/** Loads the deployment's bot check once; a failed or slow load is retried at the next call. */
export const loadBotCheck = (): Promise<BotCheck> => {
  loading ??= inTime(load()).catch((cause: unknown) => {
    loading = undefined;
    throw cause;
  });
  return loading;
};

/** Returns a token of the bot check within 15 seconds, or rejects. */
export const botToken = (action: string): Promise<string> =>
  inTime(loadBotCheck().then(({ getToken }) => getToken(action)));
