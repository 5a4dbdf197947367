import type { Table } from '#functions/platform/store/table.ts';

/** What the walk needs to know of a deployed product, and what it does there with an operator's rights. */
export interface DeployedProduct {
  staffUrl: string;
  /** The API past CloudFront, which has to refuse everybody. */
  apiUrl: string;
  table: Table;
  /** An address whose mail goes to whoever runs the walk; `name` tells one run's from another's. */
  mailAddress(name: string): string;
  /** A token of the bot check for one report; undefined where nobody can make one now. */
  botToken(kind: string, page: string): Promise<string | undefined>;
  /** Sets an alarm off and answers whether its topic took the message; undefined where there are no alarms. */
  ringAlarm?(): Promise<string>;
}

/** `/config.json` of the staff site. */
export interface StaffConfig {
  userPoolId: string;
  userPoolClientId: string;
  userPoolEndpoint?: string;
  intakeUrl: string;
}
