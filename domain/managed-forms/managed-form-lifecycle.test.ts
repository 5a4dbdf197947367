import { describe, expect, it } from 'vitest';
import { formStatusAfter, managedFormActions, managedFormStatuses, whyFormRefuses } from './managed-form-lifecycle.ts';

describe('whyFormRefuses', () => {
  it('gives a reason for every rejected action', () => {
    for (const status of managedFormStatuses)
      for (const action of managedFormActions)
        expect(whyFormRefuses(status, action) === undefined, `${action} of ${status}`).toBe(
          formStatusAfter(status, action) !== undefined,
        );
  });

  it('says that an archived form is used again by copying it', () => {
    expect(whyFormRefuses('archived', 'publish')).toContain('Copy it into a new form');
    expect(whyFormRefuses('draft', 'unpublish')).toBe('This form is not open to the public.');
  });

  it('publishes a published form again, as a new version', () => {
    expect(formStatusAfter('published', 'publish')).toBe('published');
  });
});
