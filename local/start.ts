import { roleLabels } from '#domain/shared/access/roles.ts';
import { ensureBuilt, siteFolders } from '../scripts/build-web.ts';
import { accounts, DEFAULT_DEMO_PASSWORD, demoPassword } from './accounts.ts';
import { defaultHoldMs } from './chaos/chaos.ts';
import { dataDirFromEnvironment } from './data-dir.ts';
import { DEFAULT_PORT } from './ports.ts';
import { type Stack, startStack } from './stack.ts';

const say = (line = ''): void => void process.stdout.write(`${line}\n`);
const column = (text: string): string => text.padEnd(36);
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

let stack: Stack | undefined;
let stopping = false;

async function stop(): Promise<void> {
  stopping = true;
  if (!stack) process.exit(0);
  say('\nStopping …');
  await stack.close();
  say('Stopped. The data is kept for the next start.');
  process.exit(0);
}

/** The first signal stops in order, a second one at once. */
function stopOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stop().catch(fail);
    });
  }
}

/** npm signals its shell, which exits without passing the signal on. */
function stopWithNpm(): void {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = () => {
    if (process.ppid !== parent && !stopping) stop().catch(fail);
  };
  setInterval(watch, 250).unref();
}

function fail(error: unknown): never {
  const what = stopping ? 'did not stop in order' : 'did not start';
  process.stderr.write(`\nStillwater ${what}: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

function rateLimitsFromEnvironment(): 'on' | 'off' {
  const value = process.env.RATE_LIMITS ?? 'on';
  if (value === 'on' || value === 'off') return value;
  throw new Error(`RATE_LIMITS is "${value}". Set it to off, or leave it unset.`);
}

/** EFFECT_LEASE_SECONDS shortens the wait after a crash during an email, for crash tests. */
function effectLeaseFromEnvironment(): number | undefined {
  const value = process.env.EFFECT_LEASE_SECONDS;
  if (!value) return undefined;
  if (Number(value) > 0) return Number(value);
  throw new Error(`EFFECT_LEASE_SECONDS is "${value}". Set it to a number of seconds, or leave it unset.`);
}

async function buildSites() {
  const took = await ensureBuilt();
  say(took ? `  ${column('Websites')}built in ${took.toFixed(1)} s` : `  ${column('Websites')}up to date`);
  return siteFolders();
}

type Rows = [name: string, value: string][];
const linesOf = (rows: Rows): string[] => rows.map(([name, value]) => `  ${column(name)}${value}`);

function serviceLines({ staffUrl, apiUrl, services }: Stack, dataDir: string): string[] {
  return linesOf([
    ['API description (OpenAPI)', `${staffUrl}/api/openapi.json`],
    ['HTTP API behind the sites', apiUrl],
    ['Sign-in (Cognito)', services.userPool.url],
    ['E-signatures (DocuSeal)', services.docuseal.url],
    ['Accounting (QuickBooks)', services.quickbooks.url],
    ['Google Calendar', services.google.url],
    ['Bot check', services.botCheck.url],
    [`Database (${services.database.engine})`, services.database.url],
    ['Keys (KMS)', services.keys.url],
    ['Secrets', services.secrets.url],
    ['Event bus', services.events.url],
    ['Queues (SQS)', services.queues.url],
    ['Documents (S3)', services.storage.url],
    ['Sessions (STS)', services.sessions.url],
    ['Data', dataDir],
  ]);
}

const siteLines = ({ staffUrl, intakeUrl, mailboxUrl }: Stack): string[] =>
  linesOf([
    ['Staff site', staffUrl],
    ['Public form', `${intakeUrl}/whitcomb-ames`],
    ['Mails sent by the product', mailboxUrl],
  ]);

function accountLines(): string[] {
  const own = demoPassword() !== DEFAULT_DEMO_PASSWORD;
  const password = own ? 'the one in STILLWATER_DEMO_PASSWORD' : DEFAULT_DEMO_PASSWORD;
  return [
    `Open the staff site and sign in; the password of every account is ${password}`,
    '',
    ...accounts.map(({ email, role, work, organization }) =>
      linesOf([[email, `${roleLabels[role].padEnd(18)}${organization} (${work})`]]).join(''),
    ),
  ];
}

/** The family and what to try first. */
async function tryLines({ staffUrl, intakeUrl }: Stack): Promise<string[]> {
  const { demoId, demoReference, demoStatusToken } = await import('./seed/seeding.ts');
  const { knownFamily } = await import('./seed/family-pages.ts');
  return linesOf([
    ['The Lindqvist family', `${intakeUrl}/status/${demoReference(knownFamily)}/${demoStatusToken(knownFamily)}`],
    ['Try: report a death', `${intakeUrl}/whitcomb-ames`],
    ['Try: take a call at 3 AM', `${staffUrl}/first-calls/new`],
    ['Try: move a person in Care', `${staffUrl}/care`],
    ['Try: send a form to sign', `${staffUrl}/signatures/new?case=${demoId('case', knownFamily)}`],
    ['Try: record a payment', `${staffUrl}/payments?record`],
  ]);
}

/** Partners of the demo are connected in the background of the first start. */
async function goOnInBackground(running: Stack): Promise<void> {
  const [{ signForms }, { connectPartners }] = await Promise.all([
    import('./seed/signed-forms.ts'),
    import('./seed/connected-partners.ts'),
  ]);
  const began = performance.now();
  try {
    const [isNew] = await Promise.all([signForms(running), connectPartners(running)]);
    if (isNew) say(`Signatures, QuickBooks and Google Calendar followed in ${seconds(performance.now() - began)}`);
  } catch (error) {
    if (!stopping) say(`The demo lacks a partner: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const emptyLines = [
  'Without demo data. Make an organization and invite its owner, whose mail is then on the mail page:',
  '',
  '  npm run operator -- create-organization --name "…" --home "…" --slug … --email …',
];

async function main(): Promise<void> {
  const empty = process.argv.includes('--empty');
  const dataDir = dataDirFromEnvironment();
  say('Stillwater is starting');
  say();
  stack = await startStack({
    dataDir,
    port: process.env.PORT ? Number(process.env.PORT) : DEFAULT_PORT,
    host: process.env.HOST || '127.0.0.1',
    rateLimits: rateLimitsFromEnvironment(),
    effectLeaseSeconds: effectLeaseFromEnvironment(),
    chaos: process.env.CHAOS ? { seed: process.env.CHAOS, rates: { conflict: 0 }, holdMs: defaultHoldMs } : undefined,
    // Without demo data, for one's own organization.
    seed: !empty,
    sites: buildSites,
    report: (what, milliseconds) => say(`  ${column(what)}ready in ${seconds(milliseconds)}`),
  });
  if (stopping) return;
  say();
  const first = empty ? emptyLines : [...accountLines(), '', ...(await tryLines(stack))];
  // A terminal shows its last lines, so what a person needs follows what a developer needs.
  const lines = [...serviceLines(stack, dataDir), '', ...siteLines(stack), '', ...first, ''];
  for (const line of lines) say(line);
  say(
    'Ctrl-C stops everything and keeps the data; `npm run reset` empties it; `npm run -s token -- EMAIL` is for curl.',
  );
  if (process.env.CHAOS) say(`Fault injection is on (seed ${process.env.CHAOS}).`);
  say();
  say(`Ready in ${seconds(performance.now())}`);
  if (!empty && process.env.DEMO_PARTNERS !== 'off') await goOnInBackground(stack);
}

stopOnSignals();
stopWithNpm();
main().catch(fail);
