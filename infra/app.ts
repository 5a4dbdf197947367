import { App, type Stack, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { type Config, readConfig } from './config.ts';
import { AlarmsStack } from './stacks/alarms-stack.ts';
import { ApiStack } from './stacks/api-stack.ts';
import { DataStack } from './stacks/data-stack.ts';
import { EventsStack } from './stacks/events-stack.ts';
import { IdentityStack } from './stacks/identity-stack.ts';
import { SitesStack } from './stacks/sites-stack.ts';

/** The whole product on AWS, in the order in which it is deployed. */
export function stillwater(app: App, config: Config = readConfig(app.node)) {
  const named = (stack: string) => `Stillwater-${config.stage}-${stack}`;

  const data = new DataStack(app, named('Data'), config);
  const identity = new IdentityStack(app, named('Identity'), config);
  const sites = new SitesStack(app, named('Sites'), config, { data, identity });
  const api = new ApiStack(app, named('Api'), config, { data, identity, sites });
  const events = new EventsStack(app, named('Events'), config, { data, identity, sites });
  const alarms = new AlarmsStack(app, named('Alarms'), config, { data, sites, events });

  Tags.of(app).add('product', 'stillwater');
  Tags.of(app).add('stage', config.stage);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return { data, identity, sites, api, events, alarms } satisfies Record<string, Stack>;
}

if (import.meta.main) stillwater(new App());
