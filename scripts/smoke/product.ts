import type { Table } from '#functions/platform/store/table.ts';

export interface DeployedProduct {
  staffUrl: string;
  /** Address of the API without CloudFront, which must be rejected. */
  apiUrl: string;
  table: Table;
  /** Returns an address whose email reaches the tester; `name` identifies the run. */
  mailAddress(name: string): string;
  /** Returns a bot check token for one report, or undefined. */
  botToken(kind: string, page: string): Promise<string | undefined>;
  /** Triggers an alarm and returns whether its topic accepted the message; undefined without alarms. */
  ringAlarm?(): Promise<string>;
}

export interface StaffConfig {
  userPoolId: string;
  userPoolClientId: string;
  userPoolEndpoint?: string;
  intakeUrl: string;
}
