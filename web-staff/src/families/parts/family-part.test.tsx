import { describe, expect, it } from 'vitest';
import { summaryOf } from './family-part.tsx';

describe('summaryOf', () => {
  const page: Parameters<typeof summaryOf>[0] = {
    is_open: true,
    mail_problem: null,
    view: { step: 'arrangements', needs: [], other_need: '' },
  };

  it('shows that the email with the code came back before anything else', () => {
    expect(summaryOf(page)).toMatch(/^Open\. The family reads/);
    expect(summaryOf({ ...page, mail_problem: 'no_mailbox' })).toMatch(/^The email came back/);
  });
});
