import { describe, expect, it } from 'vitest';
import type { DocuSealSubmission } from './docuseal-state.ts';
import { DocuSealSubmission as SubmissionSchema } from './docuseal-state.ts';
import { recipientsOf, submissionsOf } from './envelope.rules.ts';
import { type Envelope, externalId, resentTo } from './envelope.ts';
import { percentOf, statusOf, submissionsWithoutFiles } from './envelope-progress.ts';
import { shownPercent } from './envelope-status.ts';
import {
  applyFilesStored,
  applySendRejected,
  applySubmissionCreated,
  applySubmissionDeleted,
  eventsOf,
  nextPollAt,
  submissionRead,
} from './envelope-transitions.ts';
import { currentSigners } from './reminders.ts';

const now = new Date('2026-11-20T12:00:00Z');
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
let ids = 0;
const people = recipientsOf(
  [
    { name: 'Ana Ruiz', email: 'ana@example.com' },
    { name: 'Rob Ruiz', email: 'rob@example.com' },
    { name: 'J. Park', email: '', signs: false },
  ],
  () => `r${++ids}`,
);

const paper = (id: string) => ({
  ...{ id, kind: 'template' as const, name: `Paper ${id}`, template_id: id, docuseal_template_id: 41 },
  ...{ statement_version: null, document_id: null, values: [], superseded_by: null },
  roles: people.map((one, at) => ({ role: `Role ${at + 1}`, recipient_id: one.id })),
});

const asked = (papers = 1): Envelope => {
  const documents = Array.from({ length: papers }, (_, at) => paper(`d${at + 1}`));
  return {
    ...{ id: 'env', organization_id: 'org', case_id: 'case', title: 'Authorization', message: '', reply_to: '' },
    ...{ delivery: 'email', in_order: true, status: 'pending', documents, recipients: people },
    submissions: submissionsOf(documents),
    sending: {
      ...{ requested_at: now.toISOString(), request_id: 'req', state: 'asked', problem: '' },
      requested_by: { id: 'm', name: 'Marcus', role: 'office_staff' },
    },
    ...{ timeline: [], read_at: null, check_at: null, sent_at: null, completed_at: null, void: null, deleted: null },
    expires_at: '2026-12-20T12:00:00.000Z',
  };
};

interface SignerState {
  opened?: boolean;
  completed?: boolean;
  declined?: boolean;
  sent?: boolean;
}
const at = '2026-11-20T12:30:00.000Z';
const state = (key: string, signers: SignerState[], changes: object = {}): DocuSealSubmission =>
  SubmissionSchema.parse({
    id: Number(key.slice(1)) + 9000,
    status: 'pending',
    submitters: people.map(({ id }, n) => {
      const { opened, completed, declined, sent } = signers[n] ?? {};
      const status = declined ? 'declined' : completed ? 'completed' : opened ? 'opened' : sent ? 'sent' : 'awaiting';
      return {
        ...{ id: Number(key.slice(1)) * 100 + n, uuid: `u${n}`, slug: `s${n}`, role: `Role ${n + 1}`, status },
        external_id: externalId('env', key, id),
        sent_at: sent || opened || completed ? at : null,
        opened_at: opened || completed ? at : null,
        completed_at: completed ? at : null,
        declined_at: declined ? at : null,
        embed_src: `https://sign.example/s/${n}`,
      };
    }),
    ...changes,
  });

const made = (envelope: Envelope, key: string, signers: SignerState[] = [{ sent: true }]): Envelope =>
  applySubmissionCreated(envelope, key, state(key, signers), now);
const read = (envelope: Envelope, key: string, signers: SignerState[], changes: object = {}): Envelope =>
  submissionRead(envelope, key, state(key, signers, changes), now);
const whole = { status: 'completed', completed_at: at };
const both = [{ completed: true }, { completed: true }];
const event = (id: number, event_type: string, person = 0, event_timestamp = at, data: object | null = null) => ({
  ...{ id, submitter_id: 100 + person, event_type, event_timestamp, data },
});

describe('envelope status', () => {
  it('stays pending until an email is sent, then follows the signer who is furthest', () => {
    expect(statusOf(asked())).toBe('pending');
    const sent = made(asked(), 's1');
    expect([sent.status, sent.sending?.state, sent.sent_at]).toEqual(['sent', 'made', at]);
    expect(read(sent, 's1', [{ sent: true }], { submission_events: [event(1, 'send_email')] }).status).toBe(
      'delivered',
    );
    const events = [event(1, 'send_email'), event(2, 'bounce_email', 0, '2026-11-20T12:31:00.000Z')];
    expect(read(sent, 's1', [{ sent: true }], { submission_events: events }).status).toBe('sent');
    const opened = { submission_events: [event(1, 'send_email'), event(3, 'open_email')] };
    expect(read(sent, 's1', [{ sent: true }], opened).status).toBe('opened');
    expect(read(sent, 's1', [{ opened: true }]).status).toBe('viewed');
    expect(read(sent, 's1', [{ completed: true }, { sent: true }]).status).toBe('partially_signed');
  });

  it('becomes signed after all signatures, and completed with the files', () => {
    const sent = made(made(asked(2), 's1'), 's2');
    const one = read(sent, 's1', both, whole);
    expect([one.status, percentOf(one)]).toEqual(['partially_signed', 0]);
    const signed = read(one, 's2', both, whole);
    // A recipient of a copy is not waited for.
    expect([signed.status, percentOf(signed)]).toEqual(['signed', 100]);
    const files = { stored: [{ name: 'a', document_id: 'x' }], audit_document_id: 'y' };
    const half = applyFilesStored(signed, 's1', files, now);
    expect(half.status).toBe('signed');
    const stored = applyFilesStored(half, 's2', files, now);
    expect([stored.status, stored.check_at, stored.completed_at]).toEqual(['completed', null, now.toISOString()]);
    expect(eventsOf(one, signed)).toEqual(['envelope.signed']);
    expect(eventsOf(half, stored)).toEqual(['envelope.completed']);
    // Two workers that store at the same time add one entry.
    expect(applyFilesStored(stored, 's1', files, later(1))).toEqual(stored);
  });

  it('ignores a response to an earlier question', () => {
    const sent = made(asked(), 's1');
    const signed = submissionRead(sent, 's1', state('s1', [{ completed: true }, { sent: true }]), later(1));
    expect(signed.status).toBe('partially_signed');
    expect(read(signed, 's1', [{ opened: true }])).toEqual(signed);
    // A response to a later question may move it backwards.
    const changed = submissionRead(signed, 's1', state('s1', [{ opened: true }]), later(2));
    expect([changed.status, changed.read_at]).toEqual(['viewed', later(2).toISOString()]);
    // The envelope was rejected and sent again during the question.
    expect(read(asked(), 's1', [{ sent: true }], { archived_at: at })).toEqual(asked());
    expect(read(sent, 's1', [{ sent: true }], { id: 77, archived_at: at })).toEqual(sent);
    // Each submission has its own read time.
    const two = made(made(asked(2), 's1'), 's2');
    const first = submissionRead(two, 's1', state('s1', [{ opened: true }]), later(1));
    const second = read(first, 's2', [{ completed: true }, { sent: true }]);
    expect([second.status, second.read_at]).toEqual(['partially_signed', later(1).toISOString()]);
  });

  it('becomes declined with the reason, and expires on its day', () => {
    const sent = made(made(asked(2), 's1'), 's2');
    const reason = event(5, 'decline_form', 1, at, { reason: 'Not my mother' });
    const no = { status: 'declined', submission_events: [reason] };
    const declined = read(sent, 's1', [{ completed: true }, { declined: true }], no);
    expect([declined.status, declined.recipients[1]?.decline_reason]).toEqual(['declined', 'Not my mother']);
    expect(eventsOf(sent, declined)).toEqual(['envelope.declined']);
    const past = { expire_at: '2026-11-20T11:00:00.000Z' };
    const expired = read(sent, 's1', [{ completed: true }], past);
    expect([expired.status, expired.check_at]).toEqual(['expired', null]);
    expect(expired.timeline.map(({ kind }) => kind)).toContain('expired');
    // DocuSeal reports the expiry twice.
    const closed = read(sent, 's1', [{}], { ...past, status: 'expired' });
    const again = read(closed, 's1', [{}], { ...past, status: 'expired' });
    expect(again.timeline.filter(({ kind }) => kind === 'expired')).toHaveLength(1);
  });

  it('goes backwards only after a new response, and stays voided', () => {
    const sent = made(asked(), 's1');
    const viewed = read(sent, 's1', [{ opened: true }]);
    expect(read(viewed, 's1', [{ sent: true }]).status).toBe('sent');
    const voided = { ...sent, void: { reason: 'Wrong paper', at, by_name: 'M' } };
    expect(read(voided, 's1', [{ completed: true }]).status).toBe('voided');
  });

  it('becomes voided when it is archived or deleted at DocuSeal', () => {
    const sent = made(asked(), 's1');
    const archived = read(sent, 's1', [{ sent: true }], { archived_at: at });
    expect([archived.status, archived.void?.reason]).toEqual(['voided', 'Archived in DocuSeal']);
    expect(applySubmissionDeleted(sent, 's1', now).status).toBe('voided');
    expect(eventsOf(sent, archived)).toEqual(['envelope.voided']);
  });

  it('becomes a draft again with the problem when DocuSeal rejects it', () => {
    const refused = applySendRejected(asked(), 'Template has been archived', now);
    expect([refused.status, refused.sending?.problem]).toEqual(['draft', 'Template has been archived']);
  });

  it('becomes an unsent draft again when DocuSeal rejects its second document', () => {
    const half = read(made(asked(2), 's1'), 's1', [{ opened: true }], { submission_events: [event(1, 'send_email')] });
    expect(half.status).toBe('viewed');
    const refused = applySendRejected(half, 'Template has been archived', later(1));
    expect(refused).toMatchObject({
      ...{ status: 'draft', submissions: [], sent_at: null, expires_at: null, check_at: null },
    });
    expect(refused.recipients).toEqual(people);
    expect(applySubmissionDeleted(refused, 's1', later(2))).toEqual(refused);
    expect(refused.timeline.at(-1)).toMatchObject({ kind: 'refused', detail: 'Template has been archived' });
    // Events of emails about the earlier submissions do not count for new ones.
    const again = made({ ...refused, submissions: asked().submissions }, 's1');
    expect(read(again, 's1', [{ sent: true }]).status).toBe('sent');
  });

  it('becomes voided if one document is signed and another is rejected', () => {
    const half = read(made(asked(2), 's1'), 's1', both, whole);
    const refused = applySendRejected(half, 'Template has been archived', now);
    expect([refused.status, refused.void?.reason, refused.void?.by_name]).toEqual([
      ...['voided', 'Template has been archived', 'DocuSeal'],
    ]);
    expect(submissionsWithoutFiles(refused).map(({ key }) => key)).toEqual(['s1']);
  });

  it('stays signed when a signed submission is archived or deleted at DocuSeal', () => {
    const archived = read(made(asked(), 's1'), 's1', both, { ...whole, archived_at: at });
    expect(archived.status).toBe('signed');
    const half = read(made(made(asked(2), 's1'), 's2'), 's1', both, { ...whole, archived_at: at });
    expect(half.status).toBe('partially_signed');
    expect(applySubmissionDeleted(half, 's1', now).status).toBe('partially_signed');
  });

  it('announces nothing about a deleted envelope', () => {
    const deleted = { ...made(asked(), 's1'), deleted: { reason: '', at, by_name: 'M' } };
    const signed = read(deleted, 's1', both, whole);
    expect([signed.status, signed.check_at, eventsOf(deleted, signed)]).toEqual(['signed', null, []]);
  });
});

describe('the timeline', () => {
  it('contains each event once, in order of time, however often it is read', () => {
    const sent = made(asked(), 's1');
    const events = [event(2, 'view_form', 0, '2026-11-20T13:00:00.000Z'), event(1, 'send_email')];
    const once = read(sent, 's1', [{ opened: true }], { submission_events: events });
    const twice = read(once, 's1', [{ opened: true }], { submission_events: events });
    expect(twice.timeline).toEqual(once.timeline);
    expect(once.timeline.map(({ kind }) => kind)).toEqual(['made', 'sent', 'viewed']);
    const again = resentTo(twice, [people[0]?.id ?? ''], { by: 'Priya', now: later(2), kind: 'reminded' });
    expect(again.recipients[0]).toMatchObject({ reminders: 1, reminded_at: later(2).toISOString() });
    expect(again.timeline.at(-1)).toMatchObject({ kind: 'reminded', by_name: 'Priya' });
  });

  it('names the document if there are several, and only the reason of a decline', () => {
    const sent = made(made(asked(2), 's1'), 's2');
    const events = [event(1, 'view_form'), event(2, 'decline_form', 0, at, { reason: 'Not my mother' })];
    const { timeline } = read(sent, 's1', [{ declined: true }], { submission_events: events });
    expect(timeline.filter(({ recipient_id }) => recipient_id).map(({ detail }) => detail)).toEqual([
      ...['Paper d1', 'Not my mother'],
    ]);
    const alone = read(made(asked(), 's1'), 's1', [{ opened: true }], { submission_events: events.slice(0, 1) });
    expect(alone.timeline.at(-1)).toMatchObject({ kind: 'viewed', detail: '' });
  });

  it('keeps 200 entries, the first and the newest', () => {
    const sent = made(asked(), 's1');
    const many = Array.from({ length: 300 }, (_, n) => event(n, 'view_form', 0, later(n).toISOString()));
    const { timeline } = read(sent, 's1', [{ opened: true }], { submission_events: many });
    expect([timeline.length, timeline[0]?.kind, timeline.at(-1)?.id]).toEqual([200, 'made', 's1/299']);
  });
});

describe('currentSigners', () => {
  it('returns the next in order, all without an order, and none at the end', () => {
    const sent = made(asked(), 's1');
    const names = (envelope: Envelope) => currentSigners(envelope).map(({ name }) => name);
    expect(names(sent)).toEqual(['Ana Ruiz']);
    expect(names({ ...sent, in_order: false })).toEqual(['Ana Ruiz', 'Rob Ruiz']);
    const half = read(sent, 's1', [{ completed: true }, { sent: true }]);
    expect([names(half), percentOf(half)]).toEqual([['Rob Ruiz'], 50]);
    expect(names({ ...half, status: 'voided' })).toEqual([]);
  });

  it('polls often while the envelope is young, rarely later, never when settled', () => {
    const sent = made(asked(), 's1');
    const minutes = (hours: number) =>
      (Date.parse(nextPollAt(sent, later(hours)) ?? '') - later(hours).getTime()) / 60_000;
    expect([minutes(1), minutes(30), minutes(200)]).toEqual([15, 60, 360]);
    expect(nextPollAt({ ...sent, status: 'declined' }, now)).toBeNull();
  });
});

describe('shownPercent', () => {
  it('prefers the given percentage, then the share of completed recipients', () => {
    const recipients = [{ status: 'completed' }, { status: 'sent' }, { status: 'pending' }];
    expect(shownPercent({ completion_percentage: 12, recipients, status: 'sent' })).toBe(12);
    expect(shownPercent({ recipients, status: 'sent' })).toBe(33);
    expect(shownPercent({ status: 'completed' })).toBe(100);
    expect(shownPercent({ status: 'sent', recipients: [] })).toBe(0);
  });
});
