import { CfnOutput, RemovalPolicy, Stack } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as route53 from 'aws-cdk-lib/aws-route53';
import * as ses from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import { type Config, dmarc, nameOf } from '../config.ts';
import type { Grantable } from './grants.ts';

/** Placeholder sender of a demonstration: SES rejects its emails. */
const nobody = 'no-reply@demonstration.invalid';

/**
 * Sender of all email, sign-in codes included. An account has one SES identity per domain: the stage that creates it
 * retains it, and other stages set `mailIdentity: existing`.
 */
export class Sender extends Construct {
  readonly address: string;
  readonly domain: string;
  readonly identityArn: string;

  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id);
    this.address = config.mailFrom ?? nobody;
    this.domain = this.address.slice(this.address.indexOf('@') + 1);
    if (config.mailFrom && config.mailIdentity === 'new') this.#identity(config);
    this.identityArn = Stack.of(this).formatArn({ service: 'ses', resource: 'identity', resourceName: this.domain });
  }

  #identity({ hostedZoneId, hostedZoneName, dmarc: owner }: Config): void {
    const { domain } = this;
    if (hostedZoneId && hostedZoneName === domain) {
      const zone = route53.PublicHostedZone.fromPublicHostedZoneAttributes(this, 'Zone', {
        hostedZoneId,
        zoneName: domain,
      });
      const identity = ses.Identity.publicHostedZone(zone);
      this.#keep(new ses.EmailIdentity(this, 'Identity', { identity, mailFromDomain: `mail.${domain}` }));
      if (owner === 'new') new route53.TxtRecord(this, 'Dmarc', { zone, recordName: '_dmarc', values: [dmarc] });
      return;
    }
    const identity = new ses.EmailIdentity(this, 'Identity', { identity: ses.Identity.domain(domain) });
    this.#keep(identity);
    new CfnOutput(this, 'DmarcRecord', { value: `TXT _dmarc.${domain} "${dmarc}"` });
    identity.dkimRecords.forEach(({ name, value }, at) => {
      new CfnOutput(this, `DkimRecord${at + 1}`, { value: `CNAME ${name} ${value}` });
    });
  }

  #keep(identity: ses.EmailIdentity): void {
    identity.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
  }
}

const mailEvents = [
  'Email Sent',
  'Email Bounced',
  'Email Complaint Received',
  'Email Rejected',
  'Email Delivery Delayed',
] as const;

/**
 * SES configuration set of the product. It publishes accepted emails to the default event bus, so that a retried
 * worker learns what it had sent, and failed deliveries, which staff see.
 */
export class Mail extends Construct {
  readonly from: string;
  readonly grantable: NonNullable<Grantable['mail']>;
  readonly configurationSetName: string;
  readonly sentPattern: events.EventPattern;

  constructor(scope: Construct, id: string, { config, sender }: { config: Config; sender: Sender }) {
    super(scope, id);
    this.from = `Stillwater <${sender.address}>`;
    this.configurationSetName = nameOf(config, 'mail');
    const configurationSet = new ses.ConfigurationSet(this, 'Sending', {
      configurationSetName: this.configurationSetName,
      // Emails name the decedent and the family, so TLS is required.
      tlsPolicy: ses.ConfigurationSetTlsPolicy.REQUIRE,
      reputationMetrics: true,
      suppressionReasons: ses.SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    configurationSet.addEventDestination('Sent', {
      destination: ses.EventDestination.eventBus(events.EventBus.fromEventBusName(this, 'DefaultBus', 'default')),
      events: [
        ses.EmailSendingEvent.SEND,
        ses.EmailSendingEvent.BOUNCE,
        ses.EmailSendingEvent.COMPLAINT,
        ses.EmailSendingEvent.REJECT,
        ses.EmailSendingEvent.DELIVERY_DELAY,
      ],
    });
    const stack = Stack.of(this);
    const arn = (resource: string, resourceName: string) => stack.formatArn({ service: 'ses', resource, resourceName });
    this.grantable = {
      from: sender.address,
      // In the sandbox, SES also checks the right to each recipient's identity.
      identityArn: config.sesSandbox ? arn('identity', '*') : sender.identityArn,
      configurationSetArn: arn('configuration-set', this.configurationSetName),
    };
    this.sentPattern = {
      source: ['aws.ses'],
      detailType: [...mailEvents],
      detail: { mail: { tags: { 'ses:configuration-set': [this.configurationSetName] } } },
    };
  }
}
