import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Node } from 'constructs';
import * as z from 'zod';

const domain = z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a host name such as staff.example.com');

/** Names that RFC 2606 keeps for examples: SES never verifies them. */
const reserved = /[@.](example|test|invalid|localhost|example\.(com|net|org))$/;

/** Of a longer one CloudFormation would cut the names that it makes of stack and resource, by which queues are found. */
const maxStageLength = 11;
const StageName = z
  .string()
  .regex(
    new RegExp(`^[a-z][a-z0-9-]{0,${maxStageLength - 1}}$`),
    'must be a short lower-case word, which becomes part of every name',
  );

/** What `infra/stages/<stage>.json` may say. Everything a deployment is told stands there, and nothing on a command line. */
const Settings = z
  .strictObject({
    account: z
      .string()
      .regex(/^\d{12}$/, 'must be the twelve digits of an AWS account')
      .optional(),
    staffDomain: domain.optional(),
    intakeDomain: domain.optional(),
    /**
     * Host name of the API's origin behind CloudFront. With it the API's own execute-api address is switched off: nobody
     * passes by the firewall. A stage with domains has it; CloudFront takes no other name, and so a stage without cannot.
     */
    apiDomain: domain.optional(),
    /** The Route 53 zone that holds the domains above. */
    hostedZoneId: z.string().optional(),
    hostedZoneName: domain.optional(),
    /** Sender of every mail. */
    mailFrom: z
      .email()
      .refine((mail) => !reserved.test(mail), 'is a reserved name that no mail can come from')
      .optional(),
    /** `existing`: the sender's domain is verified in this account already, by another stage or another product. */
    mailIdentity: z.enum(['new', 'existing']).default('new'),
    /** `existing`: the sender's zone has a `_dmarc` record of its own, which is left as it is. */
    dmarc: z.enum(['new', 'existing']).default('new'),
    /** The account is still in SES's sandbox: mail goes to verified recipients alone, whose identities count too. */
    sesSandbox: z.boolean().default(false),
    /** `ses` once the sender's domain is verified: Cognito's own sender stops at 50 mails a day. */
    signInMail: z.enum(['cognito', 'ses']).default('cognito'),
    /** Who hears of alarms and of the budget. */
    alarmMail: z.email().optional(),
    /** ARN of a vault in another account, into which every copy of the data is copied once more. */
    backupVault: z
      .string()
      .regex(/^arn:aws:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]{2,50}$/, 'must be the ARN of a backup vault')
      .optional(),
    /** Dollars a month above which `alarmMail` is told; `none` in an account that may not have budgets. */
    monthlyBudget: z.union([z.number().positive(), z.literal('none')]).default(200),
    /** `none`, on purpose: every report is then kept as unverified. */
    botCheck: z.enum(['recaptcha', 'turnstile', 'none']).default('recaptcha'),
    /** The public half of the bot check; the secret half is put into its secret by hand. */
    botCheckSiteKey: z.string().min(1).optional(),
    /** DocuSeals of their own that organizations of the stage may be connected to, by host name; DocuSeal's cloud always is. */
    signingHosts: z.array(domain).default([]),
    /** How often the stage was made. One that was taken away leaves its bucket of documents, whose name nothing else may have. */
    generation: z.number().int().min(1).max(99).default(1),
    /** `sandbox`: companies of Intuit's for trying out, with the development keys of the app. */
    quickBooks: z.enum(['production', 'sandbox']).default('production'),
    /** Version of the origin secret that CloudFront sends; set it when rotating (constructs/origin-header.ts). */
    originSecretVersion: z.uuid().optional(),
    /**
     * How many calls at once each public function may take, reserved, so that a flood of them leaves the staff's alone.
     * None by default: a new account has a quota of ten for everything, from which nothing can be reserved.
     */
    publicConcurrency: z.number().int().min(1).optional(),
    /** A stage to look at: it may lack what a product in use cannot do without. */
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

/** Every setting that a stage's file may have. */
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

/** What no stage in use can do without, and what a stage without it cannot do. */
const requiredSettings: readonly {
  setting: keyof Lackable;
  lacks: (given: Lackable) => boolean;
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
  /** CloudFront's firewall and certificates live in us-east-1 alone; with everything there, no reference crosses regions. */
  region: 'us-east-1';
  /** Folder with the built sites `web-staff` and `web-intake`. */
  webRoot: string;
}

const root = resolve(import.meta.dirname, '..');

/** Throws in a sentence for each thing that is wrong. */
const checked = <T extends z.ZodType>(schema: T, given: unknown, where: string): z.output<T> => {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const sentences = parsed.error.issues.map(
    ({ path, message }) => `${[where, path.join('.')].filter(Boolean).join(': ')} ${message}.`,
  );
  throw new Error(sentences.join('\n'));
};

/** The settings of a stage, checked. `where` names their source in what is thrown about them. */
export const configOf = (stage: string, settings: unknown, webRoot = join(root, 'dist'), where = stage): Config => {
  const parsed = checked(Settings, settings, where);
  return {
    ...parsed,
    // A demonstration without a key still takes reports.
    ...(parsed.botCheckSiteKey ? {} : { botCheck: 'none' as const }),
    stage: checked(StageName, stage, 'stage'),
    region: 'us-east-1',
    webRoot,
  };
};

/** Reads `infra/stages/<stage>.json`. Throws a sentence for each thing that is wrong, also where there is no such file. */
export const stageConfig = (name: unknown, folder = join(root, 'infra/stages'), webRoot?: string): Config => {
  const stage = checked(StageName, name, 'stage');
  const file = `infra/stages/${stage}.json`;
  const path = join(folder, `${stage}.json`);
  if (!existsSync(path))
    throw new Error(`${file} is missing: copy infra/stages/example.json there and fill it in (docs/deployment.md).`);
  return configOf(stage, JSON.parse(readFileSync(path, 'utf8')), webRoot, file);
};

/** Reads the stage that the CDK context names (`-c stage=prod`), or the demonstration that the repository brings along. */
export const readConfig = (node: Node, folder?: string): Config =>
  stageConfig(node.tryGetContext('stage') ?? 'demo', folder, node.tryGetContext('webRoot'));

/** What a demonstration cannot do, in words for whoever deploys it. */
export const demoLimitations = (config: Config): string[] => [
  ...requiredSettings.filter(({ lacks }) => lacks(config)).map(({ setting, why }) => `${setting}: ${why}`),
  ...(config.apiDomain || config.staffDomain || config.intakeDomain
    ? []
    : ["apiDomain: without a domain, requests can bypass CloudFront and WAF; only the API's own rate limits apply"]),
  ...(config.botCheck === 'none' ? ['botCheckSiteKey: reports are accepted without a bot check'] : []),
];

/** Large mailbox providers rank a sender down whose domain says nothing of mails that fail its checks. */
export const dmarc = 'v=DMARC1; p=quarantine';

/** The stacks of every stage, in the order in which they are deployed. */
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
/** The id of a stack's construct: the same in every stage, and so all that CDK derives from it. */
export type StackId = (typeof stackIds)[number];

/** `Stillwater-prod-Data`: the stack's name in its account. */
export const stackNameOf = ({ stage }: Pick<Config, 'stage'>, id: StackId): string => `Stillwater-${stage}-${id}`;

/** `stillwater-prod-staff`: physical names are given only where another policy must know them beforehand. */
export const nameOf = ({ stage }: Pick<Config, 'stage'>, name: string): string => `stillwater-${stage}-${name}`;

/** The vault of a stage outlives it, so that one that is made anew has another. */
export const vaultNameOf = (config: Pick<Config, 'stage' | 'generation'>): string =>
  nameOf(config, config.generation > 1 ? `copies-${config.generation}` : 'copies');

/** The table and the role of a drill, which restores a copy aside. */
export const drillNameOf = (config: Pick<Config, 'stage'>): string => nameOf(config, 'drill');
/** The bucket of a drill. */
export const drillBucketOf = (config: Pick<Config, 'stage'>, account: string): string =>
  `${drillNameOf(config)}-${account}`;

/** A DocuSeal that organizations may be connected to, as the setting `SIGNING_SERVICES` lists them. */
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

/** DocuSeal's cloud, and what a stage allows besides: nobody but an operator makes the product ask another host. */
export const signingServicesOf = ({ signingHosts }: Pick<Config, 'signingHosts'>): readonly Service[] => [
  ...cloud,
  ...signingHosts.map((host) => ({ id: host, label: host, api: `https://${host}/api`, hosts: [] })),
];

/** Where Google is, as the setting `GOOGLE_ENDPOINTS` says it; the local product has a stand-in's addresses instead. */
export const googleEndpoints = {
  authUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  revokeUrl: 'https://oauth2.googleapis.com/revoke',
  apiUrl: 'https://www.googleapis.com/',
} as const;

/** Which QuickBooks a stage uses, as the setting `QUICKBOOKS` says; signing in is the same for both. */
export const quickBooksOf = ({ quickBooks }: Pick<Config, 'quickBooks'>) => ({
  environment: quickBooks,
  api: quickBooks === 'production' ? 'https://quickbooks.api.intuit.com' : 'https://sandbox-quickbooks.api.intuit.com',
  authorizeUrl: 'https://appcenter.intuit.com/connect/oauth2',
  tokenUrl: 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer',
  revokeUrl: 'https://developer.api.intuit.com/v2/oauth2/tokens/revoke',
});
