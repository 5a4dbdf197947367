import { describe, expect, it } from 'vitest';
import { exampleCore } from '#domain/cases/testing/example-case.ts';
import type { Paper } from './paper.ts';
import { wordsOf } from './testing/paper-words.ts';
import { worksheetPaper } from './worksheet-paper.ts';

const home = {
  ...{ name: 'Whitcomb & Ames', phone: '6175550100', license_number: 'FE-1234', time_zone: 'America/New_York' },
  ...{ address: '12 Elm Street', city: 'Boston', state: 'MA', zip_code: '02134' },
};
const textOfPaper = ({ parts }: Paper): string => parts.flatMap(wordsOf).join('\n');

describe('worksheetPaper', () => {
  const of = (sections: Record<string, object>) => {
    const stored = Object.entries(sections).map(([id, values]) => [id, { version: 1, values: { ...values } }]);
    return textOfPaper(worksheetPaper(exampleCore, Object.fromEntries(stored), home, { permits: [], overrides: [] }));
  };

  it('prints deadlines, and warns that a cremation is too early', () => {
    const deceased = { date_of_death: '2026-03-02', time_of_death: '22:00', state_of_death: 'TX' };
    const medical = { cremation_date: '2026-03-03', cremation_time: '23:00' };
    const words = of({ deceased, service: { service_type: 'cremation' }, medical });
    expect(words).toContain('Mar 4, 2026, 10:00 PM, Too early');
  });

  it('leaves parents’ birthplaces open only where the state of death asks for them', () => {
    const open = (state_of_death: string) => of({ deceased: { state_of_death } });
    expect(open('CA')).toContain("Father's birthplace");
    expect(open('FL')).not.toContain("Father's birthplace");
  });

  it('does not ask of a stillborn child what is asked of a person who lived', () => {
    const asks = /Pacemaker|Marital status|U\.S\. armed forces|The Social Security number is/;
    expect(of({ deceased: {} })).toMatch(asks);
    expect(of({ deceased: { stillborn: true } })).not.toMatch(asks);
  });

  it('prints answers about a stillbirth, and not the defaults of the public form', () => {
    const demographics = {
      marital_status: 'single',
      education_level: 'no_formal',
      occupation: 'None',
      race: ['white'],
    };
    const words = of({ deceased: { stillborn: true }, demographics, veteran: { is_veteran: false } });
    expect(words).toContain('White');
    expect(words).not.toMatch(/Never Married|No formal education|Occupation|armed forces/);
  });

  it('prints military service, and lists only fields of certificate and permit', () => {
    const words = of({ deceased: { state_of_death: 'GA' }, veteran: { is_veteran: true, military_branch: 'navy' } });
    expect(words).toMatch(/U\.S\. armed forces[\s\S]*Navy/);
    expect(of({ service: { service_type: 'cremation' } })).toMatch(/Still needed[\s\S]*Crematory/);
    expect(of({ service: { service_type: 'cremation' } })).not.toMatch(/Apartment|Urn|Contact person|Facility phone/i);
  });

  it('names the state whose rules apply while the state of death is not recorded', () => {
    const core = { ...exampleCore, home_state: 'FL' };
    const stored = (deceased: object, fees: object = {}) => ({
      deceased: { version: 1, values: { date_of_death: '2026-03-02', ...deceased } },
      servicesFees: { version: 1, values: { ...fees } },
      service: { version: 1, values: { service_type: 'direct_burial', service_date: '2026-03-06' } },
    });
    const words = (...given: Parameters<typeof stored>) =>
      textOfPaper(worksheetPaper(core, stored(...given), home, { permits: [], overrides: [] }));
    expect(words({})).toContain('The state of death is not recorded. Until it is, the rules of Florida count.');
    const received = words({}, { receiving_remains_from: 'Kessler, Dayton, Ohio' });
    expect(received).toContain('the remains were received from Kessler, Dayton, Ohio.');
    expect(received).not.toContain('File death certificate');
    expect(words({ state_of_death: 'FL' })).not.toContain('is not recorded. Until');
  });

  it('lists the federal forms that the case needs', () => {
    const words = of({ deathCertificate: { death_cert_type: 'electronic' }, veteran: { is_veteran: true } });
    expect(words).toMatch(/Federal offices\nDo not send Form SSA-721[\s\S]+1-800-535-1117[\s\S]+Form 40-1330/);
    expect(of({ deceased: { deceased_first_name: 'Walter' } })).not.toContain('Federal offices');
  });
});
