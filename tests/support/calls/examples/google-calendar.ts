import { areas } from '#domain/registry/endpoints.ts';
import { connectGoogle, signInAtGoogle } from '#tests/support/partners/google.ts';
import { googleInMemory } from '#tests/support/partners/google-in-memory.ts';
import { asOwner, googleSuggestion, googleWebhook } from '#tests/support/records/example-records.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { type Example, nothing } from './example.ts';

const googleConnected: Example = async (world) => {
  await connectGoogle(world.harness, asOwner(world));
  return {};
};

export const googleCalendarExamples = {
  'calendar-integration.auth': nothing,
  'calendar-integration.callback': async (world) => ({ body: await signInAtGoogle(world.harness, asOwner(world)) }),
  'calendar-integration.status': nothing,
  'calendar-integration.sync': googleConnected,
  'calendar-integration.disconnect': googleConnected,
  'calendar-integration.settings': async (world) => {
    const { settings } = succeeded(
      await world.harness.call(areas['calendar-integration'].status, { as: asOwner(world) }),
    ).body as { settings: { default_duration_minutes: number } };
    await connectGoogle(world.harness, asOwner(world));
    return { body: { default_duration_minutes: settings.default_duration_minutes === 90 ? 60 : 90 } };
  },
  'calendar-integration.setupWatch': async (world) => {
    await connectGoogle(world.harness, asOwner(world));
    return { body: { webhook_url: `${googleInMemory.siteUrl}/api/webhooks/google-calendar/` } };
  },
  'calendar-integration.suggestions': nothing,
  'calendar-integration.decide': async (world) => ({ params: { event: await googleSuggestion(world) } }),
  'google-webhooks.received': async (world) => ({ as: 'nobody', params: { token: await googleWebhook(world) } }),
} satisfies Record<string, Example>;
