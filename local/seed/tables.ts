import type { CaseSectionValues } from '#domain/cases/sections/case-sections.ts';
import { NewCustomer } from '#domain/customers/customer.schema.ts';
import type { ServiceType } from '#domain/shared/reference-data/service-types.ts';
import { accounts } from '../accounts.ts';
import { contractOf } from './contracts.ts';
import {
  type Calendar,
  type DemoCase,
  type DemoCustomer,
  type DemoFirstCall,
  type DemoMoney,
  type DemoPayment,
  type DemoSubmission,
  moved,
  type StaffEmail,
} from './demo-organization.ts';
import { customers, firstCalls, people, reports } from './people-and-calls.data.ts';
import type { Place, Report } from './report.ts';

const linesOf = (text: string): string[] => text.split('\n').filter(Boolean);
const cellsOf = (line: string): string[] => line.split('|').map((cell) => cell.trim());
/** Splits `field=value; field=value`, whose values may contain semicolons. */
const pairsOf = (cell = ''): [name: string, value: string][] =>
  cell
    .split(/;\s*(?=[a-z_\d]+=)/)
    .filter(Boolean)
    .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);
const entriesOf = (cell = ''): string[][] =>
  cell
    .split('; ')
    .filter(Boolean)
    .map((entry) => entry.split(', '));
/** Returns the account with this address, or with this name before the @ of the first organization. */
const staff = (name: string): StaffEmail =>
  accounts.find(({ email }) => email === name || email.startsWith(`${name}@`))?.email ??
  'director@whitcomb-ames.example';

/** Reads the days, yes and no, and line breaks of a cell. */
const readerOf = ({ born, day, lastFriday, funeral }: Calendar) => {
  const hoursOf = (text: string): number =>
    text.startsWith('@friday ') ? 24 * (1 - lastFriday) - Number(text.slice(8)) : Number(text);
  const valueIn = (text: string): string | number | boolean => {
    if (text === 'yes' || text === 'no') return text === 'yes';
    if (text === '@funeral') return funeral.day;
    if (text === '@time') return funeral.time;
    if (text === '@friday') return day(lastFriday);
    const [age, died, since] = text.startsWith('@born ') ? text.split(' ').slice(1).map(Number) : [];
    if (age !== undefined) return born(age, died ?? 0, since ?? 0);
    return text.startsWith('@') ? day(Number(text.slice(1))) : text.replaceAll('\\n', '\n');
  };
  const numbers = new Set(['dc_copies_ordered', 'gestation_weeks', 'fetal_weight_grams']);
  const fieldsOf = (cell = ''): Record<string, unknown> =>
    Object.fromEntries(pairsOf(cell).map(([name, text]) => [name, numbers.has(name) ? Number(text) : valueIn(text)]));
  return { hoursOf, dayOf: (text = '') => (text ? String(valueIn(text)) : undefined), fieldsOf };
};

/** Returns the reports of the table by name, with dates relative to today. */
const peopleOf = ({ born, day, lastFriday }: Calendar): ReadonlyMap<string, Report> =>
  new Map(
    linesOf(people).map((line) => {
      const [
        key = '',
        name,
        alias,
        life = '',
        ssn,
        birthplace,
        home,
        marital = '',
        spouse,
        father,
        mother,
        kin,
        ...more
      ] = cellsOf(line);
      const [kinHome, death, body, bodyPhone = '', cemetery = '', work, education = '', ethnicity, race, weight = ''] =
        more;
      const [sender, requests, further] = more.slice(10);
      const [gender, age, diedOn = '', since, ...marks] = life.split(' ');
      const parts = <T>(cell = ''): T => cell.split(';') as T;
      const maybe = <Name extends string>(field: Name, cell: string | undefined, value: unknown = parts(cell)) =>
        cell ? { [field]: value } : {};
      const died = diedOn === '@friday' ? lastFriday - 1 : Number(diedOn);
      const has = (mark: string) => marks.includes(mark);
      const report: Report = {
        name: parts(name),
        ...maybe('alias', alias, alias),
        gender: gender as Report['gender'],
        born: born(Number(age), died, Number(since)),
        died: day(died),
        ...maybe(
          'time',
          marks.find((mark) => mark.includes(':')),
          marks.find((mark) => mark.includes(':')),
        ),
        ...(has('veteran') && { veteran: true }),
        ...(has('stillborn') && { stillborn: true }),
        ...(has('ssn-follows') && { ssnToFollow: true }),
        ...(has('infectious') && { disease: 'yes' as const }),
        ...(has('outside') && { insideCity: 'no' as const }),
        ...(has('city-unknown') && { insideCity: 'unknown' as const }),
        ...maybe('ssn', ssn, ssn),
        birthplace: parts(birthplace),
        home: parts<Place>(home),
        marital,
        ...maybe('spouse', spouse),
        father: parts(father),
        mother: parts(mother),
        kin: parts(kin),
        ...maybe('kinHome', kinHome),
        death: parts(death),
        ...maybe('body', body),
        bodyPhone,
        cemetery: cemetery.includes(';') ? parts(cemetery) : cemetery,
        work: parts(work),
        education,
        ...maybe('ethnicity', ethnicity),
        race: parts(race),
        weight,
        ...maybe('sender', sender, {
          email: parts<string[]>(sender)[0],
          phone: parts<string[]>(sender)[1],
          time: parts<string[]>(sender)[2],
        }),
        ...maybe('requests', requests, requests),
        ...maybe('more', further, Object.fromEntries(pairsOf(further))),
      };
      return [key, report];
    }),
  );

const personOf = (all: ReadonlyMap<string, Report>, name: string): Report => {
  const found = all.get(name);
  if (!found) throw new Error(`no person is called ${name}`);
  return found;
};

const isIn =
  (homes: readonly string[]) =>
  (demo: { home: string }): boolean =>
    homes.includes(demo.home);

export const submissionsOf = (calendar: Calendar, homes: readonly string[]): DemoSubmission[] => {
  const all = peopleOf(calendar);
  return linesOf(reports)
    .map(cellsOf)
    .map(([name = '', home = '', received, contacted, by = '', serviceType, score]) => ({
      name,
      home,
      received: Number(received),
      report: personOf(all, name),
      ...(contacted ? { contacted: { hours: Number(contacted), by: staff(by) } } : {}),
      ...(serviceType ? { serviceType: serviceType as ServiceType } : {}),
      ...(score ? { botScore: score === 'unverified' ? ('unverified' as const) : Number(score) } : {}),
    }))
    .filter(isIn(homes));
};

/** Splits a text into blocks: the cells of the line that begins with `=`, and the following lines by their names. */
const blocksOf = (text: string) =>
  text
    .split(/^= /m)
    .slice(1)
    .map((block) => {
      const [head = '', ...lines] = linesOf(block);
      const named = lines.map(
        (line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)] as const,
      );
      return {
        head: cellsOf(head),
        lines: named,
        all: (name: string): string[] => named.filter(([key]) => key === name).map(([, value]) => value),
      };
    });

export const firstCallsOf = (calendar: Calendar): DemoFirstCall[] => {
  const { fieldsOf } = readerOf(calendar);
  return blocksOf(firstCalls).map(({ head: [name = '', home = '', received, by = '', mark = ''], all }) => ({
    name,
    home,
    received: Number(received),
    by: staff(by),
    ...(mark === 'draft' && { draft: true as const }),
    ...(mark === 'case' && { becameCase: name }),
    ...(mark.startsWith('arrives') && { arrivesIn: Number(mark.slice(8)) }),
    answers: { ...fieldsOf(all('answers')[0]), next_of_kins: all('kin').map(fieldsOf) },
  }));
};

const methodOf = (text = ''): Partial<DemoPayment> => {
  const [method = '', ...rest] = text.split(' ');
  const detail = rest.join(' ');
  if (method === 'check') return { method, check: detail };
  if (method === 'other') return { method, other: detail };
  if (method === 'refund' || method === 'reversal')
    return { method: 'cash', back: { kind: method, of: Number(detail.slice(3)) } };
  return { method: method as DemoPayment['method'] };
};

const markOf = (text = ''): Partial<DemoPayment> => {
  const [kind, number, ...words] = text.split(' ');
  if (kind === 'voided') return { voided: { hours: Number(number), reason: words.join(' ') } };
  return kind === 'settles' ? { settles: Number(number) } : {};
};

type Block = ReturnType<typeof blocksOf>[number];

const moneyOf = (calendar: Calendar, { head: [, home = ''], all }: Block, report: Report): DemoMoney => {
  const { dayOf, fieldsOf } = readerOf(calendar);
  const usual = home === 'northside-chapel' ? 'coordinator' : 'office';
  const [fees, insurance, instalments, statement] = ['fees', 'insurance', 'instalments', 'statement'].map(
    (line) => all(line)[0],
  );
  const [embalming] = all('embalming').map(cellsOf);
  const [codes = '', more] = fees === undefined ? [] : cellsOf(fees);
  const [insuredAt, insuredBy = '', insurers] = insurance === undefined ? [] : cellsOf(insurance);
  const [plannedAt, plannedBy = '', parts] = instalments === undefined ? [] : cellsOf(instalments);
  const [finalizedAt, finalizedBy = '', acceptedBy] = statement === undefined ? [] : cellsOf(statement);
  const hours = Number(insuredAt ?? plannedAt);
  return {
    sections: {
      ...(fees !== undefined && contractOf(home, codes.split(' ').filter(Boolean), pairsOf(more))),
      ...(all('cemeteryFees')[0] && { burialFees: fieldsOf(all('cemeteryFees')[0]) }),
      ...((embalming || all('container')[0]) && {
        disclosuresAgreement: {
          ...(embalming && {
            embalming_reason: embalming[0],
            embalming_approval: embalming[1],
            embalming_approved_by: embalming[2],
            embalming_approved_on: report.died,
          }),
          ...(all('container')[0] && { legal_requirement_explanation: all('container')[0] }),
        },
      }),
    },
    ...((insurance ?? instalments) && {
      agreed: {
        hours,
        by: staff(insuredBy || plannedBy),
        insurance: entriesOf(insurers).map(([company = '', policy = '', amount = '', phone = '', expected]) => ({
          company,
          policy,
          amount,
          phone,
          expected: dayOf(expected) ?? '',
        })),
        ...(parts && {
          instalments: parts.split('; ').map((part) => {
            const [due, amount = ''] = part.split(' ');
            return { due_on: dayOf(due) ?? '', amount };
          }),
        }),
      },
    }),
    payments: all('paid')
      .map(cellsOf)
      .map(([hours, amount = '', method, from = '', purpose = '', mark, by]) => ({
        hours: Number(hours),
        by: staff(by || usual),
        amount,
        from,
        purpose,
        method: 'cash' as const,
        ...methodOf(method),
        ...markOf(mark),
      })),
    ...(finalizedAt && {
      statement: {
        hours: Number(finalizedAt),
        by: staff(finalizedBy),
        ...(acceptedBy && { accepted: { by: acceptedBy, hours: Number(finalizedAt) - 1 } }),
      },
    }),
    permits: all('permit')
      .map(cellsOf)
      .map(([permit = '', number = '', authority, issued, expires, returned]) => ({
        name: permit,
        number,
        authority,
        issued: dayOf(issued) ?? '',
        expires: dayOf(expires),
        returned: dayOf(returned),
      })),
  };
};

const notSections = new Set(
  'people fees cemeteryFees embalming container paid instalments insurance statement permit moved changed papers'.split(
    ' ',
  ),
);

/** Returns the cases of a text as of today. */
export const storiesOf = (calendar: Calendar, text: string): DemoCase[] => {
  const { hoursOf, fieldsOf } = readerOf(calendar);
  const all = peopleOf(calendar);
  const reported = new Set(linesOf(reports).map((line) => cellsOf(line)[0]));
  return blocksOf(text).map((block) => {
    const [name = '', home = '', created = '', by = '', status = ''] = block.head;
    const report = personOf(all, name);
    const moves = block.all('moved').map(cellsOf);
    const sections = block.lines
      .filter(([key]) => !notSections.has(key))
      .map(([key, cell]) => [key, fieldsOf(cell)] as const);
    return {
      name,
      home,
      created: hoursOf(created),
      by: staff(by),
      status: status as DemoCase['status'],
      from: reported.has(name) ? { submission: name } : report,
      sections: Object.fromEntries(sections) as CaseSectionValues,
      relatives: entriesOf(block.all('people')[0]).map(([whole = '', relationship = '', phone = '', email]) => ({
        relationship,
        first_name: whole.slice(0, whole.lastIndexOf(' ')),
        last_name: whole.slice(whole.lastIndexOf(' ') + 1),
        phone,
        ...(email && { email }),
      })),
      papers: entriesOf(block.all('papers')[0]).map(([paper = '']) => paper),
      actions: [
        ...moves.map(([to, hours = '', mover = ''], at) =>
          moved(
            (moves[at - 1]?.[0] ?? 'draft') as DemoCase['status'],
            to as DemoCase['status'],
            staff(mover),
            hoursOf(hours),
          ),
        ),
        ...block
          .all('changed')
          .map(cellsOf)
          .map(([hours, changer = '', changes = '']) => ({
            hours: Number(hours),
            by: staff(changer),
            action: 'case.updated' as const,
            changes: changes.split('; ').map((change) => {
              const [field = '', from, to] = change.split(' ');
              return { field, from, to };
            }),
          })),
      ],
      money: moneyOf(calendar, block, report),
    };
  });
};

const places: Readonly<Record<string, readonly [address: string, city: string, state: string, zip_code: string]>> = {
  augustine: ['12 Cordova Street', 'St. Augustine', 'FL', '32084'],
  beach: ['640 Beach Boulevard', 'St. Augustine', 'FL', '32080'],
  jacksonville: ['1819 Pearl Street', 'Jacksonville', 'FL', '32206'],
  valdosta: ['77 Baytree Road', 'Valdosta', 'GA', '31602'],
};

export const demoCustomers: readonly DemoCustomer[] = linesOf(customers)
  .map(cellsOf)
  .map(([first_name = '', last_name = '', phone, email, place = '', days, more]) => {
    const [address, city, state, zip_code] = places[place] ?? [];
    const given = { first_name, last_name, phone: phone || null, email: email || null, address, city, state, zip_code };
    return {
      name: `${first_name} ${last_name} ${days}`,
      created: Number(days) * 24,
      fields: NewCustomer.parse({ ...given, ...Object.fromEntries(pairsOf(more)) }),
    };
  });
