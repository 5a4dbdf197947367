import { type Calendar, type DemoCase, moved, opened } from './demo-organization.ts';

const director = 'director@whitcomb-ames.example';
const admin = 'admin@whitcomb-ames.example';
const southGeorgia = ['South Georgia General Hospital', '2500 Hill Avenue', 'Valdosta', 'GA', '31602'] as const;
const cancellation = 'The family moved to another funeral home.';

export const valdostaCases = ({ day, life }: Calendar): DemoCase[] => [
  {
    ...opened('nguyen-van-minh', 'ames-cremation-care', 24, director, 'active'),
    from: {
      name: ['Minh', 'Văn', 'Nguyễn'],
      alias: 'Minh Van Nguyen',
      ...life('male', 64, -2, 260, '19:05'),
      ssn: '987-65-4329',
      birthplace: ['Huế', '', 'VNM'],
      home: ['1217 Baytree Road', 'Valdosta', 'GA', '31602'],
      marital: 'married',
      spouse: ['Thị Lan', 'Trần', 'Trần'],
      father: ['Đức', '', 'Nguyễn'],
      mother: ['Hồng', '', 'Lê', 'Lê'],
      kin: ['Quang', 'Minh', 'Nguyễn', 'son', '2295550177', 'quang.nguyen@example.com'],
      kinHome: ['640 Northside Drive', 'Valdosta', 'GA', '31602'],
      death: southGeorgia,
      body: ['Ames Cremation Care', '301 Ashley Street', 'Valdosta', 'GA', '31601'],
      bodyPhone: '2295550120',
      work: ['Restaurant owner', 'Food service'],
      education: 'high_school',
      race: ['vietnamese'],
      weight: '148',
    },
    sections: {
      service: {
        service_type: 'cremation',
        service_date: day(3),
        service_time: '09:00',
        service_location: 'Chùa Quan Âm, Valdosta',
      },
      medical: {
        manner_of_death: 'natural',
        cause_of_death: 'Cerebrovascular accident',
        has_pacemaker: false,
        crematory_name: 'Ames Cremation Care',
        cremation_date: day(3),
        cremation_witness_requested: true,
        urn_type: 'custom',
        custom_urn_number: 'JADE-12',
        urn_ordered: true,
        urn_order_date: day(-1),
      },
      authorization: {
        verbal_authorization_from: 'Quang Nguyễn',
        verbal_authorization_relationship: 'son',
      },
      notes: {
        director_notes: 'Embalming approved by the son for the viewing. Alternative container for the cremation.',
        family_notes: 'Buddhist rite; monks chant at the viewing, and the family witnesses the cremation.',
      },
    },
    deeds: [moved('draft', 'active', director, 22)],
  },
  {
    ...opened('earl-boudreaux', 'ames-cremation-care', 280, director, 'completed'),
    from: {
      name: ['Earl', 'T', 'Boudreaux'],
      ...life('male', 81, -12, 100),
      ssn: '900-12-3402',
      birthplace: ['Lafayette', 'LA', 'USA', 'Lafayette'],
      home: ['44 Lakeshore Court', 'Valdosta', 'GA', '31605'],
      marital: 'divorced',
      father: ['Théophile', '', 'Boudreaux'],
      mother: ['Odile', '', 'Boudreaux', 'Thériot'],
      kin: ['Yvonne', '', 'Boudreaux', 'executor', '3375550178', 'yvonne.boudreaux@example.com'],
      kinHome: ['208 Rue Bayou', 'Lafayette', 'LA', '70506'],
      death: southGeorgia,
      bodyPhone: '2295550179',
      cemetery: ['St. Landry Cemetery', '90 Church Street', 'Lafayette', 'LA', '70501'],
      work: ['Crop duster pilot', 'Agriculture'],
      education: 'some_college',
      race: ['white'],
      weight: '188',
    },
    sections: {
      service: {
        service_type: 'other',
        service_date: day(-9),
        service_location: 'Forwarded to Fontenot Funeral Home, Lafayette, LA',
      },
      medical: { manner_of_death: 'natural', cause_of_death: 'Chronic obstructive pulmonary disease' },
      deathCertificate: {
        death_cert_type: 'electronic',
        dc_county_completed: true,
        dc_county_completed_date: day(-10),
      },
      notes: { director_notes: 'Forwarding of remains as one package: no basic services fee. Transit permit on file.' },
    },
    deeds: [moved('draft', 'active', director, 275), moved('active', 'completed', director, 200)],
  },
  {
    ...opened('grace-okonkwo', 'ames-cremation-care', 140, director, 'cancelled'),
    from: {
      name: ['Grace', 'Adaeze', 'Okonkwo'],
      ...life('female', 45, -6, 8),
      ssn: '900-12-3403',
      birthplace: ['Houston', 'TX', 'USA', 'Harris'],
      home: ['1503 Gornto Road', 'Valdosta', 'GA', '31602'],
      marital: 'married',
      spouse: ['Emeka', 'Okonkwo', 'Okonkwo'],
      father: ['Chukwudi', '', 'Eze'],
      mother: ['Ngozi', '', 'Eze', 'Obi'],
      kin: ['Emeka', '', 'Okonkwo', 'spouse', '2295550180', 'emeka.okonkwo@example.com'],
      death: southGeorgia,
      bodyPhone: '2295550179',
      cemetery: 'coastal_natural',
      work: ['Nurse', 'Hospital'],
      education: 'masters',
      race: ['black_african_american'],
      weight: '155',
    },
    sections: {
      service: { service_date: day(1), service_time: '15:00', service_location: 'To be arranged' },
      notes: { cancellation_reason: cancellation, director_notes: 'Deposit returned in full.' },
    },
    deeds: [
      moved('draft', 'active', director, 138),
      {
        ...moved('active', 'cancelled', admin, 110),
        changes: [
          { field: 'status', from: 'active', to: 'cancelled' },
          { field: 'cancellation_reason', from: null, to: cancellation },
        ],
      },
    ],
  },
];
