import type { Node } from 'constructs';
import * as z from 'zod';

const domain = z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a host name such as staff.example.com');

/**
 * What a deployment may set, each as CDK context (`cdk deploy -c stage=… -c staffDomain=…`, or `context` in cdk.json).
 * With nothing set the app synthesizes and deploys under CloudFront's own host names.
 */
const Settings = z
  .object({
    /** Part of every name, so that several stages may live in one account. */
    stage: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,15}$/, 'must be a short lower-case word')
      .default('prod'),
    /** CloudFront's firewall and certificates live in us-east-1 alone; with everything there, no reference crosses regions. */
    region: z.literal('us-east-1').default('us-east-1'),
    account: z
      .string()
      .regex(/^\d{12}$/)
      .optional(),
    staffDomain: domain.optional(),
    intakeDomain: domain.optional(),
    /** Host name of the API's origin behind CloudFront. With it the API's own execute-api address is switched off. */
    apiDomain: domain.optional(),
    /** The Route 53 zone that holds the domains above. */
    hostedZoneId: z.string().optional(),
    hostedZoneName: domain.optional(),
    /** Sender of every mail; its domain becomes an SES identity. */
    mailFrom: z.email().default('no-reply@stillwater.example'),
    /** Where alarms go; none are mailed without it. */
    alarmMail: z.email().optional(),
    /** `ses` once the SES identity is verified: Cognito's own sender stops at 50 mails a day. */
    signInMail: z.enum(['cognito', 'ses']).default('cognito'),
    botCheck: z.enum(['recaptcha', 'turnstile']).default('recaptcha'),
    /** The public half of the bot check; the secret half is put into its secret by hand. */
    botCheckSiteKey: z.string().default(''),
    /** Version of the origin secret that CloudFront sends; set it when rotating (see constructs/origin-secret.ts). */
    originSecretVersion: z.uuid().optional(),
    /**
     * How many calls at once each public function may take, reserved, so that a flood of them leaves the staff's alone.
     * None by default: a new account has a quota of ten for everything, from which nothing can be reserved.
     */
    publicConcurrency: z.coerce.number().int().min(1).optional(),
    /** Folder with the built sites `web-staff` and `web-intake`. */
    webRoot: z.string().default('dist'),
  })
  .refine(
    ({ staffDomain, intakeDomain, apiDomain, hostedZoneId, hostedZoneName }) =>
      (hostedZoneId && hostedZoneName) || !(staffDomain || intakeDomain || apiDomain || hostedZoneId || hostedZoneName),
    'a domain needs hostedZoneId and hostedZoneName, and they need each other',
  );
export type Config = z.output<typeof Settings>;

/** Reads and checks the deployment's settings from CDK context. Throws a zod error that names a wrong one. */
export const readConfig = (node: Node): Config =>
  Settings.parse(Object.fromEntries(Object.keys(Settings.shape).map((name) => [name, node.tryGetContext(name)])));

/** `stillwater-prod-staff`: physical names are given only where another policy must know them beforehand. */
export const nameOf = ({ stage }: Pick<Config, 'stage'>, name: string): string => `stillwater-${stage}-${name}`;
