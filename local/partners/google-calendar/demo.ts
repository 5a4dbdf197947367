import { redirectUriOf } from '#functions/google-calendar/client/google-connector.ts';
import { secrets } from '#infra/secrets.ts';
import { type GoogleCalendar, startGoogleCalendar } from './google-calendar.ts';

interface DemoOptions {
  port: number;
  dataDir: string;
  staffUrl: string;
}

/** Google as the local product has it: its OAuth client, and accounts of people of the demonstration. */
export const startGoogle = ({ staffUrl, ...options }: DemoOptions): Promise<GoogleCalendar> => {
  const { client_id: clientId, client_secret: clientSecret } = secrets.google.example;
  return startGoogleCalendar({
    ...options,
    app: { clientId, clientSecret, redirectUris: [redirectUriOf(staffUrl)] },
    accounts: {
      'calendar@whitcomb-ames.example': 'Whitcomb & Ames',
      'calendar@harbor-light.example': 'Harbor Light',
    },
    takesLocalHttp: true,
  });
};
