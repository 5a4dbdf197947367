import { expect, it } from 'vitest';
import { statements } from '#domain/gates/authorization-rules.ts';
import { gateFactsOf } from '#domain/gates/gate-facts.ts';
import { cremationPacket, cremationPacketFileName } from './cremation-packet.ts';

const home = {
  ...{ name: 'Northside Chapel', address: '1 Bay Street', city: 'Palatka', state: 'FL', zip_code: '32177' },
  ...{ phone: '3865550100', license_number: 'F1', time_zone: 'America/New_York' },
};

it('holds the checks, who authorized, and the permits under their names', () => {
  const sections = {
    deceased: {
      deceased_first_name: 'Dorothy',
      deceased_last_name: 'Briggs',
      date_of_death: '2026-03-02',
      state_of_death: 'WY',
    },
    service: { service_type: 'direct_cremation' },
    medical: { cremation_date: '2026-03-05', cremation_time: '10:00', cremation_container: 'Cardboard' },
    informant: { next_of_kins: [{ first_name: 'Robert', last_name: 'Briggs', relationship: 'son' }] },
  };
  const facts = gateFactsOf({ status: 'active', home_state: 'FL', home_time_zone: 'America/New_York' }, sections, {
    decisions: [],
    effects: [],
    permits: [
      {
        ...{ id: 'p', permit_name: 'Burial-transit permit', permit_number: '55', name_on_permit: 'Doris Briggs' },
        ...{ issue_date: '2026-03-03', expiry_date: null, returned_date: null },
      },
    ],
    entries: [
      {
        ...{ kind: 'override', gate: 'cremation', check: 'effects', reason: 'None came', second_id: 's' },
        ...{ second_name: 'Eleanor', id: 'o', by_name: 'Marcus', recorded_at: '2026-03-03T12:00:00.000Z' },
      },
    ],
    signatures: [
      {
        ...{ envelope_id: 'e', type: 'cremation_authorization', name: 'Robert Briggs', relationship: 'son' },
        ...{
          signed_at: '2026-03-03T15:00:00.000Z',
          declined_at: null,
          deceased_name: 'Dorothy Briggs',
          method: 'Cremation',
        },
      },
    ],
  });
  const core = { case_number: 'NC-2026-0007', updated_at: '2026-03-03T16:00:00.000Z' };
  const paper = cremationPacket(core, facts, home);
  const text = JSON.stringify(paper);
  expect(paper.title).toBe('Cremation packet: Dorothy Briggs');
  for (const words of [
    ...[
      'NC-2026-0007',
      'Cardboard',
      'MISSING',
      'Permit says Doris Briggs.',
      'Marcus with Eleanor (not confirmed): None came',
    ],
    ...['Robert Briggs, Son', 'Mar 3, 2026, 10:00 AM', 'No rule of this state is known here'],
    ...['The authorization must say:', statements.right],
  ])
    expect(text).toContain(words);
  expect(cremationPacketFileName('NC-2026-0007')).toBe('cremation_packet_NC-2026-0007.pdf');
});
