import { describe, expect, it } from 'vitest';
import { googleMessages } from '#domain/google-calendar/google-event.ts';
import { googleAppOf } from './google-oauth.ts';

describe('the OAuth client of a stage', () => {
  it('is what an operator has put in, and a sentence where nobody has', () => {
    const app = { client_id: 'client', client_secret: 'secret' };
    expect(googleAppOf(app)).toEqual(app);
    for (const secret of [{ unset: 'generated' }, { ...app, client_id: '' }, 'text', null])
      expect(() => googleAppOf(secret)).toThrow(
        expect.objectContaining({ status: 409, body: { detail: googleMessages.notSetUp } }),
      );
  });
});
