import { describe, expect, it } from 'vitest';
import type { SubmissionRecord } from '#functions/intake/repository/submissions.ts';
import type { HomeRecord } from '#functions/organizations/repository/homes.ts';
import { confirmationMail, notificationMail } from './intake-emails.ts';

const home: HomeRecord = {
  ...{ id: 'home-1', organization_id: 'organization-1', version: 1, name: 'Whitcomb & Ames', slug: 'whitcomb-ames' },
  ...{ phone: '9045550100', emergency_phone: '9045550101', logo_url: null, condolence_message: null },
  ...{ time_zone: 'America/New_York', case_numbering: { prefix: 'WA', padding: 4 }, former_slugs: [] },
  ...{ address: '74 King Street', city: 'St. Augustine', state: 'FL', zip_code: '32084', license_number: '' },
  ...{ sales_tax_rate: '', services_tax_rate: '', special_charges_tax_rate: '', packages_tax_rate: '' },
  cash_advances_tax_rate: '',
  ...{ tax_package_merchandise: false, contract_follows_statement: false },
  signature_reminders: 'every_three_days',
  include_territories: false,
  notification_emails: ['staff@whitcomb-ames.example', 'nights@whitcomb-ames.example'],
};

const submission = (form: Record<string, string> = {}): SubmissionRecord => ({
  ...{ id: 'submission-1', organization_id: home.organization_id, funeral_home_id: home.id, version: 1 },
  ...{ reference: 'R-7K3M-9QTX', language: 'en', kind: 'at_need', status: 'new' },
  ...{ created_at: '2026-03-01T10:00:00.000Z', updated_at: '2026-03-01T10:00:00.000Z' },
  ...{ contacted_at: null, contacted_by_name: null, case_id: null, case_number: null },
  ...{ ssn_id: 'ssn-1', ssn_last4: '4320', managed_form: null, extra_answers: [], quoted_cemetery: null },
  bot_check: { verdict: 'verified', score: 0.9, hostname: '127.0.0.1', error_codes: [] },
  form: {
    deceased_first_name: 'Harold',
    deceased_last_name: 'Lindqvist',
    informant_first_name: 'Karin',
    informant_last_name: 'Lindqvist',
    submitter_phone: '9045550142',
    submitter_email: 'karin.lindqvist@example.com',
    preferred_contact_time: 'Morning',
    ...form,
  },
});

const staffSite = 'https://staff.example.com';
const hostile = [
  'Harold\r\nBcc: everybody@example.com',
  'Harold\u0085Subject: other',
  'Harold\u2028second line',
  'Harold\u0000\u001b[2J',
  '\u202Eoreggiad',
  `${'H'.repeat(119)}\u{1F56F}\u{1F56F}`,
];

describe('F8 S-30 text of strangers in an email', () => {
  const mailOf = (form: Record<string, string>, name = home.name): string =>
    [
      notificationMail({ ...home, name }, submission(form), 'https://staff.example'),
      confirmationMail({ ...home, name }, submission(form), undefined),
    ]
      .map(({ subject, text }) => `${subject}\n${text}`)
      .join('\n')
      .replaceAll('https://staff.example', '');

  it('never becomes a link, in whatever field it was typed', () => {
    const evil = 'Sign in again: https://stillwater-login.evil.example/x?id=1';
    const text = mailOf(
      { preferred_contact_time: evil, deceased_last_name: 'www.evil.example', informant_last_name: 'a@evil.example' },
      `Your bank\u202E ${evil}`,
    );
    expect(text).not.toMatch(/:\/\/|evil\.example|login\.evil|www\.\w|\u202E|@evil/);
    expect(text).toContain('(see submission for best time to call)');
  });

  it('shows only the preferred times that the form offers', () => {
    expect(mailOf({ preferred_contact_time: 'Evening' })).toContain('(Evening)');
  });
});

describe('emails about a report', () => {
  it('tells staff who to call and where to read on', () => {
    const mail = notificationMail(home, submission(), staffSite);
    expect(mail.to).toEqual(home.notification_emails);
    expect(mail.subject).toContain('Harold Lindqvist');
    expect(mail.text).toContain('(904) 555-0142');
    expect(mail.text).toContain(`${staffSite}/submissions/${submission().id}`);
    expect(mail.text).toContain('R-7K3M-9QTX');
  });

  it('names the person of each number if another person reported', () => {
    expect(notificationMail(home, submission({ informant_phone: '9045550142' }), staffSite).text).toContain(
      'Reported by: Karin Lindqvist\nCall back: (904) 555-0142 (Morning)',
    );
    expect(notificationMail(home, submission({ informant_phone: '9045550199' }), staffSite).text).toContain(
      'Next of kin: Karin Lindqvist, (904) 555-0199\nReported by someone else. Call back: (904) 555-0142 (Morning)',
    );
  });

  it('tells the family that the report arrived and who to call at night', () => {
    const mail = confirmationMail(home, submission(), {
      ...{ reference: 'R-7K3M-9QTX', code: '7K3MQ-9TXRD', link: 'https://report.example/status/R-7K3M-9QTX' },
    });
    expect(mail.to).toEqual(['karin.lindqvist@example.com']);
    expect(mail.text).toContain('(904) 555-0101');
    expect(mail.text).toContain(
      'https://report.example/status/R-7K3M-9QTX\nYour reference: R-7K3M-9QTX\nYour code: 7K3MQ-9TXRD',
    );
    expect(mail.text).not.toContain('Harold');
    expect(mail.text).toContain('R-7K3M-9QTX');
  });

  it('says only of an emergency phone that it is answered at any time', () => {
    const ofDays = { ...home, emergency_phone: null };
    const texts = [home, ofDays].map((called) => confirmationMail(called, submission(), undefined).text);
    expect(texts[0]).toContain('call (904) 555-0101 at any time.');
    expect(texts[1]).toContain('call (904) 555-0100.\n');
    const spanish = confirmationMail(ofDays, { ...submission(), language: 'es' }, undefined).text;
    expect(spanish).toContain('llame al (904) 555-0100.\n');
  });

  it('uses the number of the submitted form', () => {
    const managed_form = { id: 'f1', name: 'Hospice', slug: 'hospice', version: 1, emergency_phone: '9045550188' };
    const mail = confirmationMail(home, { ...submission(), managed_form }, undefined);
    expect(mail.phones).toEqual(['(904) 555-0188']);
    expect(mail.text).not.toContain('(904) 555-0101');
  });

  it('uses the family’s language, and tells staff which language to call back in', () => {
    const spanish = { ...submission(), language: 'es' as const };
    const access = { reference: 'R-7K3M-9QTX', code: '7K3MQ-9TXRD', link: 'https://report.example/status/R-7K3M-9QTX' };
    const { subject, text } = confirmationMail(home, spanish, access);
    expect(subject).toBe('Hemos recibido su informe - Whitcomb & Ames');
    expect(text).toContain('https://report.example/status/R-7K3M-9QTX?lang=es\n');
    expect(text).toContain('Su código: 7K3MQ-9TXRD');
    expect(text).not.toMatch(/\b(?:the|your|and|please)\b/i);
    expect(notificationMail(home, spanish, staffSite).text).toContain('\nLanguage: Spanish\n');
    expect(notificationMail(home, submission(), staffSite).text).not.toContain('Language');
  });

  it('sends nothing if the family left no address', () => {
    expect(confirmationMail(home, submission({ submitter_email: '' }), undefined).to).toEqual([]);
  });

  it('mentions no death after an inquiry', () => {
    const { deceased_first_name: _first, deceased_last_name: _last, ...form } = submission().form;
    const inquiry = { ...submission(), kind: 'pre_need' as const, form };
    const { subject, text } = notificationMail(home, inquiry, staffSite);
    expect(subject).toContain('Pre-need inquiry: Karin Lindqvist');
    expect(text).toContain('From: Karin Lindqvist\nCall back: (904) 555-0142 (Morning)');
    const mails = (['en', 'es'] as const).map((language) =>
      confirmationMail(home, { ...inquiry, language }, undefined),
    );
    expect(mails.map((mail) => mail.subject.split(' - ')[0])).toEqual([
      ...['We have received your inquiry', 'Hemos recibido su consulta'],
    ]);
    expect([subject, text, ...mails.map((mail) => mail.text)].join('\n')).not.toMatch(
      /death|deceased|condolences|fallec|pésame/i,
    );
  });

  it('names the deceased of an obituary to staff, but not to the family', () => {
    const inquiry = { ...submission(), kind: 'obituary' as const };
    expect(notificationMail(home, inquiry, staffSite).subject).toContain('Obituary details: Harold Lindqvist');
    const { subject, text } = confirmationMail(home, inquiry, undefined);
    expect(subject).toContain('the details for the obituary');
    expect(text).not.toContain('Harold');
  });

  it.each(hostile)('keeps a subject on one line for any name: %j', (name) => {
    const report = submission({ deceased_first_name: name, informant_first_name: name, preferred_contact_time: name });
    const mail = notificationMail(home, report, staffSite);
    const plain = notificationMail(home, submission(), staffSite);
    for (const text of [mail.subject, ...mail.text.split('\n')]) {
      expect(text).not.toMatch(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u);
      expect(text.isWellFormed()).toBe(true);
    }
    expect(mail.subject.length).toBeLessThanOrEqual(240);
    expect(mail.text.split('\n')).toHaveLength(plain.text.split('\n').length);
  });

  it('S-13 contains nothing of the Social Security Number', () => {
    const mails = [notificationMail(home, submission(), staffSite), confirmationMail(home, submission(), undefined)];
    for (const { subject, text } of mails) expect(`${subject}\n${text}`).not.toContain('4320');
  });
});
