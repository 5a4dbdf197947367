import { type Config, dmarc, nameOf, stackIds, stackNameOf } from '#infra/config.ts';
import { publicFunctions } from '#infra/routes.ts';
import type { Account } from './account.ts';

export interface Finding {
  about: string;
  /** `missing`: a deployment would fail, or the product would not work. `open`: unknown before a deployment. */
  state: 'good' | 'missing' | 'open';
  message: string;
}
type Result = Pick<Finding, 'state' | 'message'>;

export interface Asked {
  config: Config;
  account: Account;
  /** Public name servers of a domain; none where it is not delegated. */
  nameServers(domain: string): Promise<string[]>;
  texts(name: string): Promise<string[]>;
  /** Creates a probe distribution even if the account has one. */
  probe: boolean;
}

const good = (message: string): Result => ({ state: 'good', message });
const missing = (message: string): Result => ({ state: 'missing', message });
const open = (message: string): Result => ({ state: 'open', message });

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const oldestBootstrap = 6;
const leastConcurrency = 100;
/** Lambda requires this many unreserved executions. */
const leastUnreserved = 100;

const whichAccount = async ({ config, account }: Asked): Promise<Result> => {
  const id = await account.id();
  if (config.account === undefined) return open(`These credentials are of ${id}; the stage names no account.`);
  if (id === config.account) return good(`These credentials are of ${id}, the stage's own.`);
  return missing(`These credentials are of ${id}, and the stage belongs to ${config.account}.`);
};

const bootstrap = async ({ config, account }: Asked): Promise<Result> => {
  const command = `npx cdk bootstrap aws://${config.account ?? (await account.id())}/${config.region}`;
  const bootstrap = await account.bootstrap();
  if (!bootstrap) return missing(`CDK is not bootstrapped here: ${command}`);
  if (bootstrap.version < oldestBootstrap)
    return missing(`CDK's bootstrap is version ${bootstrap.version}: ${command}`);
  if (bootstrap.ownKey)
    return missing(
      'CDK was bootstrapped with --bootstrap-customer-key, which the deployment of the pages cannot read.',
    );
  return good(`CDK's bootstrap is version ${bootstrap.version}.`);
};

const stacks = async ({ config, account }: Asked): Promise<Result> => {
  const states = await Promise.all(
    stackIds.map(
      async (name) => [stackNameOf(config, name), await account.stackState(stackNameOf(config, name))] as const,
    ),
  );
  const there = states.filter(([, state]) => state !== undefined);
  const inState = (pattern: RegExp) => there.filter(([, state]) => pattern.test(state ?? ''));
  const statesText = (some: typeof there) => some.map(([name, state]) => `${name} is ${state}`).join(', ');
  const unmade = inState(/^(CREATE_FAILED|ROLLBACK_COMPLETE|ROLLBACK_FAILED|DELETE_FAILED)$/);
  if (unmade.length)
    return missing(
      `${statesText(unmade)}: delete what failed while it was created (termination protection off), and deploy again.`,
    );
  const halfway = inState(/^(UPDATE|IMPORT)_(ROLLBACK_)?FAILED$/);
  if (halfway.length) {
    const takeBack = (state = '') => (state === 'UPDATE_FAILED' ? 'rollback-stack' : 'continue-update-rollback');
    const commands = halfway.map(([name, state]) => `aws cloudformation ${takeBack(state)} --stack-name ${name}`);
    return missing(
      `${statesText(halfway)}: it is in use and must not be deleted. ${commands.join('; ')}; then deploy again.`,
    );
  }
  return good(there.length ? `${there.length} of ${stackIds.length} stacks are there.` : 'The stage is not there yet.');
};

const mail = async ({ config, account }: Asked): Promise<Result> => {
  if (!config.mailFrom) return open('The stage sends no mail. Owners are invited with --show-link.');
  const { production, sending, perDay } = await account.mail();
  if (!sending) return missing('SES has switched sending off for this account: ask AWS Support.');
  if (production) {
    const inVain = config.sesSandbox ? ' "sesSandbox" can be false now.' : '';
    return good(`SES sends to everybody, ${perDay} mails a day.${inVain}`);
  }
  if (config.sesSandbox)
    return open(
      'SES is in its sandbox, as the stage says: each recipient has to be verified. Ask for production access.',
    );
  return missing(
    'SES is in its sandbox: nobody could be invited. Ask for production access in us-east-1, or set "sesSandbox": true.',
  );
};

const mailDomain = async ({ config, account }: Asked): Promise<Result> => {
  if (!config.mailFrom) return open('The stage has no sender.');
  const domain = config.mailFrom.slice(config.mailFrom.indexOf('@') + 1);
  const state = await account.mailDomain(domain);
  const deployed = (await account.stackState(stackNameOf(config, 'Identity'))) !== undefined;
  if (config.mailIdentity === 'new' && state !== 'absent' && !deployed)
    return missing(`${domain} is an identity of this account already: set "mailIdentity": "existing".`);
  if (config.mailIdentity === 'existing' && state !== 'verified')
    return missing(
      `"mailIdentity" is "existing", and ${domain} is ${state === 'absent' ? 'not there' : 'not verified'}.`,
    );
  if (config.signInMail === 'ses' && state !== 'verified')
    return missing(
      `"signInMail" is "ses", and Cognito refuses ${domain} until it is verified: deploy with "cognito" first.`,
    );
  if (state === 'verified') return good(`${domain} is verified.`);
  return config.hostedZoneName === domain
    ? good(`${domain} verifies itself after the first deployment, over its zone.`)
    : open(`${domain} is verified once the SenderDkimRecord outputs of the Identity stack are published.`);
};

const concurrency = async ({ config, account }: Asked): Promise<Result> => {
  const { all, unreserved } = await account.concurrency();
  if (all < leastConcurrency)
    return missing(
      `${all} functions may run at once, of ${leastConcurrency} that it takes: ask Service Quotas for 1,000 concurrent executions of Lambda.`,
    );
  const names = publicFunctions().map((name) => nameOf(config, name));
  const reserved = (await Promise.all(names.map(account.reserved))).reduce((sum, concurrency) => sum + concurrency, 0);
  const free = unreserved + reserved;
  const requiredConcurrency = (config.publicConcurrency ?? 0) * names.length;
  if (requiredConcurrency > free - leastUnreserved)
    return missing(
      `"publicConcurrency" reserves ${requiredConcurrency} of ${free} that nothing else in the account has reserved (of ${all}), and Lambda keeps ${leastUnreserved} for the others.`,
    );
  return good(`${all} functions may run at once.`);
};

const cloudFront = async ({ account, probe }: Asked): Promise<Result> => {
  const refused =
    'CloudFront says that the account must be verified before it takes new resources: open a case at AWS Support (Account and billing).';
  if (probe || (await account.distributions()) === 0)
    return (await account.probeCloudFront()) === 'verified'
      ? good('CloudFront took a distribution.')
      : missing(refused);
  return good('CloudFront has distributions of this account.');
};

const plan = async ({ account }: Asked): Promise<Result> => {
  let plan: Awaited<ReturnType<Account['plan']>>;
  try {
    plan = await account.plan();
  } catch (error) {
    return open(`The account's plan could not be read (${reasonOf(error)}): Billing, Account plan, must not say Free.`);
  }
  if (plan !== 'FREE') return good('The account is not on the Free plan.');
  return missing(
    'The account is on the Free plan, which restricts services and closes the account with its data after six months: upgrade it to the Paid plan.',
  );
};

const budgets = async ({ config, account }: Asked): Promise<Result> => {
  if (!config.alarmMail || config.monthlyBudget === 'none')
    return open('Nobody is notified of a bill above the budget.');
  try {
    await account.budgets(config.account ?? (await account.id()));
  } catch (error) {
    return missing(
      `The account may have no budgets (${reasonOf(error)}): its stack would fail, and no copies would be made. Ask whoever pays for it, or set "monthlyBudget": "none".`,
    );
  }
  return good('The account may have budgets.');
};

/** Only the paying account can set the cost tag, and member accounts of an Organization cannot read it. */
const costTag = async ({ config, account }: Asked): Promise<Result> => {
  if (!(await account.stackState(stackNameOf(config, 'Budget')))) return good('The stage has no budget yet.');
  try {
    if (await account.costTag()) return good('AWS counts costs by the tag "stage".');
  } catch (error) {
    return open(
      `The cost tags could not be read (${reasonOf(error)}): the account that pays activates "stage" under Billing, Cost allocation tags, or the budget counts nothing.`,
    );
  }
  return missing(
    'AWS does not count by the tag "stage", and the budget counts nothing: Billing, Cost allocation tags, activate it.',
  );
};

const copies = async ({ config }: Asked): Promise<Result> => {
  if (!config.backupVault)
    return open(
      'Copies of the data stay in this account and region: they are lost with an account that is closed or taken over. Name a vault of another account as "backupVault" (docs/operations.md).',
    );
  const [, , , region, account] = config.backupVault.split(':');
  if (config.account === account) return missing(`Copies of the data go to account ${account}, which is this one.`);
  return good(`Copies of the data go to account ${account}, ${region}, which has to allow it (docs/operations.md).`);
};

const dmarcRecord = async ({ config, texts, account }: Asked): Promise<Result> => {
  const { hostedZoneName: name, mailFrom = '' } = config;
  if (!name || !mailFrom.endsWith(`@${name}`) || config.mailIdentity === 'existing')
    return open('The stage writes no _dmarc record: publish the SenderDmarcRecord output where it has one.');
  const there = await texts(`_dmarc.${name}`);
  const deployed = (await account.stackState(stackNameOf(config, 'Identity'))) !== undefined;
  const isOther = there.length > 0 && !(deployed && there.includes(dmarc));
  if (config.dmarc === 'new' && isOther)
    return missing(`_dmarc.${name} says "${there[0]}" already: set "dmarc": "existing", or remove that record.`);
  if (config.dmarc === 'existing' && there.length === 0)
    return missing(`"dmarc" is "existing", and _dmarc.${name} is not there.`);
  return good(there.length ? `_dmarc.${name} is published.` : `_dmarc.${name} is published by the deployment.`);
};

const zone = async ({ config, nameServers }: Asked): Promise<Result> => {
  const { hostedZoneName } = config;
  if (!hostedZoneName) return open('The stage has no domains of its own: its sites are at cloudfront.net.');
  const servers = await nameServers(hostedZoneName);
  if (servers.some((server) => /\.awsdns-/.test(server))) return good(`${hostedZoneName} is served by Route 53.`);
  return missing(
    `${hostedZoneName} is ${servers.length ? `served by ${servers[0]}` : 'not delegated'}: certificates would never be issued. Enter the zone's name servers at the registrar.`,
  );
};

const rows: readonly [string, (target: Asked) => Promise<Result>][] = [
  ['Account', whichAccount],
  ['CDK', bootstrap],
  ['Stacks', stacks],
  ['CloudFront', cloudFront],
  ['Mail', mail],
  ['Sender', mailDomain],
  ['Functions', concurrency],
  ['Zone', zone],
  ['DMARC', dmarcRecord],
  ['Plan', plan],
  ['Budgets', budgets],
  ['Cost tag', costTag],
  ['Copies', copies],
];

/** Returns what the account is missing for this stage. A failed question is a finding too, and stops no other. */
export const preflight = (target: Asked): Promise<Finding[]> =>
  Promise.all(
    rows.map(async ([about, look]) => ({
      about,
      ...(await look(target).catch((error: Error) => missing(`This could not be looked at: ${error.message}`))),
    })),
  );
