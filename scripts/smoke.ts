import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { stageConfig } from '#infra/config.ts';
import { localProduct, productOfStage } from './smoke/product.ts';
import { SmokeTest, type Step } from './smoke/smoke-test.ts';

const usage = `Usage: npm run smoke -- [--stage STAGE [--mail ADDRESS]]

Walks once through a deployed stage, or through the product that runs here: both sites, an owner who is invited and signs
in, a family's report up to its Social Security number, an event up to its mail, an alarm. It leaves an organization
"Smoke test" with one account whose password nobody knows. In AWS it takes the rights of an operator (docs/deployment.md);
mails go to ADDRESS, or to "alarmMail".`;

const signs: Record<Step['state'], string> = { good: 'ok     ', failed: 'FAILED ', 'by-hand': 'by hand' };

/** Only a browser on the page gets a valid token, for two minutes. */
const askForToken = async (kind: string, page: string): Promise<string | undefined> => {
  if (!process.stdin.isTTY || kind !== 'recaptcha') return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(
    `\nOpen ${page} and, in the browser's console, run\n` +
      "  fetch('/config.json').then(r => r.json()).then(c => grecaptcha.execute(c.botCheck.siteKey, {action: 'public_submit'})).then(console.log)\n" +
      'Paste the token here, or nothing to leave the report out: ',
  );
  terminal.close();
  return answer.trim() || undefined;
};

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { stage: { type: 'string' }, mail: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help) return void process.stdout.write(`${usage}\n`);
  const product = values.stage
    ? await productOfStage(stageConfig(values.stage), { mail: values.mail, botToken: askForToken })
    : localProduct();
  const steps = await new SmokeTest(product).take(({ call, state, message, seconds }) => {
    process.stdout.write(`${signs[state]}  ${seconds.toFixed(1).padStart(5)} s  ${call.padEnd(32)} ${message}\n`);
  });
  const count = (state: Step['state']) => steps.filter((step) => step.state === state).length;
  const byHand = count('by-hand') ? `, ${count('by-hand')} left to your hands` : '';
  process.stdout.write(`\n${count('good')} of ${steps.length} are as they should be${byHand}.\n`);
  if (count('failed')) process.exitCode = 1;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
