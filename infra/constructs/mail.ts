import { Stack } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as ses from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import { type Config, nameOf } from '../config.ts';
import type { Grantable } from './grants.ts';
import type { Sender } from './sender.ts';

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
