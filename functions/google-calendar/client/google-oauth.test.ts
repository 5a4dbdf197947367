import { describe, expect, it } from 'vitest';
import { googleMessages } from '#domain/google-calendar/google-event.ts';
import { googleAppOf } from './google-oauth.ts';

describe('googleAppOf', () => {
  it('returns the configured OAuth client, and a message if there is none', () => {
    const app = { client_id: 'client', client_secret: 'secret' };
    expect(googleAppOf(app)).toEqual(app);
    for (const secret of [{ unset: 'generated' }, { ...app, client_id: '' }, 'text', null])
      expect(() => googleAppOf(secret)).toThrow(
        expect.objectContaining({ status: 409, body: { detail: googleMessages.notSetUp } }),
      );
  });
});
