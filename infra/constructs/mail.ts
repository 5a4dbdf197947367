import { CfnOutput, RemovalPolicy, Stack } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as route53 from 'aws-cdk-lib/aws-route53';
import * as ses from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import { type Config, dmarc, nameOf } from '../config.ts';
import type { Grantable } from './grants.ts';

/** A demonstration without a sender: SES refuses every mail from it. */
const nobody = 'no-reply@demonstration.invalid';

/**
 * Whom all mail comes from, sign-in codes too. The sender's domain is one SES identity per account: the stage that brings
 * it makes it, and leaves it where it is when it goes; others say that it exists.
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

  /** Verified by itself where the zone is ours; otherwise the records to publish are the stack's outputs. */
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

/** What SES calls the events that the configuration set publishes. */
const mailEvents = [
  ...['Email Sent', 'Email Bounced', 'Email Complaint Received', 'Email Rejected', 'Email Delivery Delayed'],
] as const;

/**
 * The configuration set of what the product sends: SES announces on the default event bus each mail that it took, where a
 * worker that died after sending learns that it had sent; and each that did not arrive, which staff are shown.
 */
export class Mail extends Construct {
  /** Sender as recipients see it. */
  readonly from: string;
  /** What a grant to send needs to know. */
  readonly grantable: NonNullable<Grantable['mail']>;
  readonly configurationSetName: string;
  /** Matches SES's announcements about mails of this configuration set. */
  readonly sentPattern: events.EventPattern;

  constructor(scope: Construct, id: string, { config, sender }: { config: Config; sender: Sender }) {
    super(scope, id);
    this.from = `Stillwater <${sender.address}>`;
    this.configurationSetName = nameOf(config, 'mail');
    const configurationSet = new ses.ConfigurationSet(this, 'Sending', {
      configurationSetName: this.configurationSetName,
      // Mails name a dead person and a family: never in clear on the wire.
      tlsPolicy: ses.ConfigurationSetTlsPolicy.REQUIRE,
      reputationMetrics: true,
      suppressionReasons: ses.SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    configurationSet.addEventDestination('Sent', {
      destination: ses.EventDestination.eventBus(events.EventBus.fromEventBusName(this, 'DefaultBus', 'default')),
      events: [
        ...[ses.EmailSendingEvent.SEND, ses.EmailSendingEvent.BOUNCE, ses.EmailSendingEvent.COMPLAINT],
        ...[ses.EmailSendingEvent.REJECT, ses.EmailSendingEvent.DELIVERY_DELAY],
      ],
    });
    const stack = Stack.of(this);
    const arn = (resource: string, resourceName: string) => stack.formatArn({ service: 'ses', resource, resourceName });
    this.grantable = {
      from: sender.address,
      // In the sandbox SES asks for the right to each recipient's identity too.
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
