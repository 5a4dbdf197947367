import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Node } from 'constructs';
import * as z from 'zod';

const domain = z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a host name such as staff.example.com');

/** RFC 2606 reserves these names for examples: SES never verifies them. */
const reserved = /[@.](example|test|invalid|localhost|example\.(com|net|org))$/;

/** CloudFormation shortens the physical names of a longer stage, and alarms find queues by name. */
const maxStageLength = 11;
const StageName = z
  .string()
  .regex(
    new RegExp(`^[a-z][a-z0-9-]{0,${maxStageLength - 1}}$`),
    'must be a short lower-case word, which becomes part of every name',
  );

/** Schema of `infra/stages/<stage>.json`, the only source of a deployment's settings. */
const Settings = z
  .strictObject({
    account: z
      .string()
      .regex(/^\d{12}$/, 'must be the twelve digits of an AWS account')
      .optional(),
    staffDomain: domain.optional(),
    intakeDomain: domain.optional(),
    /**
     * Host name of the API's origin behind CloudFront. It turns off the execute-api address, so that no call bypasses
     * the firewall. Required with domains, impossible without: CloudFront accepts no other name.
     */
    apiDomain: domain.optional(),
    hostedZoneId: z.string().optional(),
    hostedZoneName: domain.optional(),
    mailFrom: z
      .email()
      .refine((mail) => !reserved.test(mail), 'is a reserved name that no mail can come from')
      .optional(),
    /** `existing`: another stage or product has verified the sender's domain in this account. */
    mailIdentity: z.enum(['new', 'existing']).default('new'),
    /** `existing`: the sender's zone has its own `_dmarc` record, which stays. */
    dmarc: z.enum(['new', 'existing']).default('new'),
    /** In SES's sandbox, email goes only to verified recipients, whose identities need grants too. */
    sesSandbox: z.boolean().default(false),
    /** `ses` once the sender's domain is verified: Cognito's own sender stops at 50 emails a day. */
    signInMail: z.enum(['cognito', 'ses']).default('cognito'),
    alarmMail: z.email().optional(),
    /** ARN of a vault in another account that receives a second copy of each backup. */
    backupVault: z
      .string()
      .regex(/^arn:aws:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]{2,50}$/, 'must be the ARN of a backup vault')
      .optional(),
    /** Dollars a month above which `alarmMail` is warned; `none` in an account that may not have budgets. */
    monthlyBudget: z.union([z.number().positive(), z.literal('none')]).default(200),
    /** `none` marks every report as unverified. */
    botCheck: z.enum(['recaptcha', 'turnstile', 'none']).default('recaptcha'),
    /** Public key of the bot check; an operator puts the secret key into its secret. */
    botCheckSiteKey: z.string().min(1).optional(),
    /** Host names of self-hosted DocuSeal services that organizations may connect to, in addition to DocuSeal's cloud. */
    signingHosts: z.array(domain).default([]),
    /** Number of times the stage was created: a deleted stage leaves its documents bucket, whose name stays taken. */
    generation: z.number().int().min(1).max(99).default(1),
    /** `sandbox`: Intuit's test companies, with the development keys of the app. */
    quickBooks: z.enum(['production', 'sandbox']).default('production'),
    /** Version of the origin secret that CloudFront sends; set it when rotating (stacks/edge-stack.ts). */
    originSecretVersion: z.uuid().optional(),
    /**
     * Reserved concurrency of each public function, so that a flood of public calls leaves the staff's capacity. None
     * by default: a new account has a quota of ten, from which nothing can be reserved.
     */
    publicConcurrency: z.number().int().min(1).optional(),
    /** A stage for evaluation, in which required settings may be missing. */
    demonstration: z.boolean().default(false),
  })
  .superRefine((given, issues) => {
    for (const { setting, lacks, why } of requiredSettings)
      if (!given.demonstration && lacks(given))
        issues.addIssue({ code: 'custom', path: [setting], message: `is missing: ${why}` });
    const domains = [given.staffDomain, given.intakeDomain, given.apiDomain];
    const zone = [given.hostedZoneId, given.hostedZoneName];
    if (domains.concat(zone).some(Boolean) && !zone.every(Boolean))
      issues.addIssue({
        code: 'custom',
        path: ['hostedZoneId'],
        message: 'and hostedZoneName are missing: a domain needs both, and they need each other',
      });
    if (given.signInMail === 'ses' && !given.mailFrom)
      issues.addIssue({ code: 'custom', path: ['signInMail'], message: 'is ses, which needs mailFrom' });
  });

export const settingNames: readonly string[] = Object.keys(Settings.shape);

interface Lackable {
  staffDomain?: string | undefined;
  intakeDomain?: string | undefined;
  apiDomain?: string | undefined;
  mailFrom?: string | undefined;
  alarmMail?: string | undefined;
  botCheck: string;
  botCheckSiteKey?: string | undefined;
}

/** Settings that a production stage requires, and what does not work without each. */
const requiredSettings: readonly {
  setting: keyof Lackable;
  lacks: (properties: Lackable) => boolean;
  why: string;
}[] = [
  {
    setting: 'mailFrom',
    lacks: ({ mailFrom }) => !mailFrom,
    why: 'without a sender, no email can be sent and no one can be invited',
  },
  { setting: 'alarmMail', lacks: ({ alarmMail }) => !alarmMail, why: 'alarms would have no recipient' },
  {
    setting: 'botCheckSiteKey',
    lacks: ({ botCheck, botCheckSiteKey }) => botCheck !== 'none' && !botCheckSiteKey,
    why: 'the public form cannot be sent without it (or set "botCheck": "none" on purpose)',
  },
  {
    setting: 'apiDomain',
    lacks: ({ staffDomain, intakeDomain, apiDomain }) => Boolean(staffDomain ?? intakeDomain) && !apiDomain,
    why: 'requests could bypass CloudFront and WAF',
  },
];

export interface Config extends z.output<typeof Settings> {
  stage: string;
  /** CloudFront's firewall and certificates exist only in us-east-1; no reference crosses regions. */
  region: 'us-east-1';
  webRoot: string;
}

const root = resolve(import.meta.dirname, '..');

/** Throws one error that lists everything wrong. */
const checked = <T extends z.ZodType>(schema: T, given: unknown, where: string): z.output<T> => {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const sentences = parsed.error.issues.map(
    ({ path, message }) => `${[where, path.join('.')].filter(Boolean).join(': ')} ${message}.`,
  );
  throw new Error(sentences.join('\n'));
};

/** Returns the validated settings of a stage. `where` names their source in errors. */
export const configOf = (stage: string, settings: unknown, webRoot = join(root, 'dist'), where = stage): Config => {
  const parsed = checked(Settings, settings, where);
  return {
    ...parsed,
    // A demonstration without a key still accepts reports.
    ...(parsed.botCheckSiteKey ? {} : { botCheck: 'none' as const }),
    stage: checked(StageName, stage, 'stage'),
    region: 'us-east-1',
    webRoot,
  };
};

/** Reads `infra/stages/<stage>.json`. Throws an error that lists everything wrong, or that the file is missing. */
export const stageConfig = (name: unknown, folder = join(root, 'infra/stages'), webRoot?: string): Config => {
  const stage = checked(StageName, name, 'stage');
  const file = `infra/stages/${stage}.json`;
  const path = join(folder, `${stage}.json`);
  if (!existsSync(path))
    throw new Error(`${file} is missing: copy infra/stages/example.json there and fill it in (docs/deployment.md).`);
  return configOf(stage, JSON.parse(readFileSync(path, 'utf8')), webRoot, file);
};

/** Reads the stage of the CDK context (`-c stage=prod`), or the demonstration in the repository. */
export const readConfig = (node: Node, folder?: string): Config =>
  stageConfig(node.tryGetContext('stage') ?? 'demo', folder, node.tryGetContext('webRoot'));

/** Returns what a demonstration cannot do, as sentences for the operator. */
export const demoLimitations = (config: Config): string[] => [
  ...requiredSettings.filter(({ lacks }) => lacks(config)).map(({ setting, why }) => `${setting}: ${why}`),
  ...(config.apiDomain || config.staffDomain || config.intakeDomain
    ? []
    : ["apiDomain: without a domain, requests can bypass CloudFront and WAF; only the API's own rate limits apply"]),
  ...(config.botCheck === 'none' ? ['botCheckSiteKey: reports are accepted without a bot check'] : []),
];

/** Large mailbox providers distrust senders without a DMARC policy. */
export const dmarc = 'v=DMARC1; p=quarantine';

/** Stacks of every stage in deployment order. */
export const stackIds = [
  'Data',
  'Identity',
  'Edge',
  'Events',
  'Api',
  'Routes',
  'Alarms',
  'Pages',
  'Budget',
  'Backups',
] as const;
export type StackId = (typeof stackIds)[number];

/** Returns a stack's name, such as `Stillwater-prod-Data`. */
export const stackNameOf = ({ stage }: Pick<Config, 'stage'>, id: StackId): string => `Stillwater-${stage}-${id}`;

/**
 * Returns a physical name, such as `stillwater-prod-staff`. Only resources that another policy must name beforehand
 * have one.
 */
export const nameOf = ({ stage }: Pick<Config, 'stage'>, name: string): string => `stillwater-${stage}-${name}`;

/** The vault outlives its stage, so each generation has its own name. */
export const vaultNameOf = (config: Pick<Config, 'stage' | 'generation'>): string =>
  nameOf(config, config.generation > 1 ? `copies-${config.generation}` : 'copies');

export const drillNameOf = (config: Pick<Config, 'stage'>): string => nameOf(config, 'drill');
export const drillBucketOf = (config: Pick<Config, 'stage'>, account: string): string =>
  `${drillNameOf(config)}-${account}`;

/** A DocuSeal service in the setting `SIGNING_SERVICES`. */
interface Service {
  id: string;
  label: string;
  api: string;
  hosts: readonly string[];
}

const cloud: readonly Service[] = [
  { id: 'us', label: 'DocuSeal (United States)', api: 'https://api.docuseal.com', hosts: ['docuseal.com'] },
  { id: 'eu', label: 'DocuSeal (European Union)', api: 'https://api.docuseal.eu', hosts: ['docuseal.eu'] },
];

export const signingServicesOf = ({ signingHosts }: Pick<Config, 'signingHosts'>): readonly Service[] => [
  ...cloud,
  ...signingHosts.map((host) => ({ id: host, label: host, api: `https://${host}/api`, hosts: [] })),
];

/** Google's addresses for the setting `GOOGLE_ENDPOINTS`; the local product uses those of its emulator. */
export const googleEndpoints = {
  authUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  revokeUrl: 'https://oauth2.googleapis.com/revoke',
  apiUrl: 'https://www.googleapis.com/',
} as const;

/** Returns the setting `QUICKBOOKS`; sign-in is the same for both environments. */
export const quickBooksOf = ({ quickBooks }: Pick<Config, 'quickBooks'>) => ({
  environment: quickBooks,
  api: quickBooks === 'production' ? 'https://quickbooks.api.intuit.com' : 'https://sandbox-quickbooks.api.intuit.com',
  authorizeUrl: 'https://appcenter.intuit.com/connect/oauth2',
  tokenUrl: 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer',
  revokeUrl: 'https://developer.api.intuit.com/v2/oauth2/tokens/revoke',
});
