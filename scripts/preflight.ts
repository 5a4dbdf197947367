import { resolveNs, resolveTxt } from 'node:dns/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { demoLimitations, stageConfig } from '#infra/config.ts';
import { accountOf, awsClients } from './preflight/account.ts';
import { preflight } from './preflight/checks.ts';

const usage = `Usage: npm run preflight -- --stage STAGE [--probe-cloudfront]

Says what the AWS account lacks for infra/stages/STAGE.json, before anything is deployed. Where the account has no
distribution of CloudFront it makes one that serves nobody and removes it again, which takes some minutes;
with --probe-cloudfront always. It changes nothing else.`;

const signs = { good: 'ok     ', missing: 'MISSING', open: 'open   ' } as const;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { stage: { type: 'string' }, 'probe-cloudfront': { type: 'boolean', default: false } },
  });
  if (!values.stage) throw new Error(usage);
  const config = stageConfig(values.stage);
  const say = (sign: keyof typeof signs, about: string, text: string) =>
    process.stdout.write(`${signs[sign]}  ${about.padEnd(11)} ${text}\n`);
  const limitations = demoLimitations(config);
  if (limitations.length === 0)
    say('good', 'Settings', `infra/stages/${config.stage}.json says all that a stage needs.`);
  for (const limitation of limitations) say('open', 'Settings', `${limitation}.`);
  const findings = await preflight({
    config,
    account: accountOf(awsClients(config.region), pause),
    texts: async (name) => (await resolveTxt(name).catch(() => [])).map((parts) => parts.join('')),
    nameServers: (domain) => resolveNs(domain).catch(() => []),
    probe: values['probe-cloudfront'],
  });
  for (const { about, state, message } of findings) say(state, about, message);
  const lacking = findings.filter(({ state }) => state === 'missing').length;
  process.stdout.write(lacking ? `\n${lacking} things are missing (docs/deployment.md).\n` : '\nNothing is missing.\n');
  if (lacking) process.exitCode = 1;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
