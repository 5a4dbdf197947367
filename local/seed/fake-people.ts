import { v7 as uuid } from 'uuid';

/** Words of one line. */
export const list = (words: string): readonly string[] => words.split(' ');

export const firstNames = list(
  'Ada Agnes Albert Alice Amara Amelia Amina Ana Andrés Anita Anna Anton Arthur Astrid Aurora Beatriz Ben Bernice ' +
    'Björn Bruno Camille Carl Carmen Cecilia Chidi Clara Claude Cyrus Daiyu Daniel Daria David Deborah Dolores Dorothy ' +
    'Edith Edna Edwin Elena Eli Elsa Emil Emma Enzo Erik Esther Ethel Eugene Fatima Felix Fiona Florence Francis Frida ' +
    'George Gloria Grace Greta Gustavo Hana Harold Hassan Hazel Helen Henry Hiroshi Hugo Ida Ines Irene Isaac Ivan ' +
    'Jacob James Jamal Joan Johan John Josefina José Juan Judith Julia Kareem Karin Kenji Khadija Laila Lars Laura Lena ' +
    'Leo Leonor Lila Linh Lois Louis Lucía Luis Magda Malik Manuel Marcus María Marta Mateo Maya Mei Miguel Minh Miriam ' +
    'Mohammed Nadia Naomi Nils Nina Nora Olga Oliver Omar Oscar Otto Pablo Pauline Pedro Priya Rafael Raj Rebecca Rosa ' +
    'Ruth Samira Samuel Sara Sean Sigrid Simone Sofía Stella Susan Tariq Teresa Thomas Tomás Ursula Vera Victor Viola ' +
    'Walter Wei Yusuf Zara Zoë',
);
export const lastNames = list(
  'Abbott Acosta Adeyemi Ahmed Almeida Álvarez Andersson Ángeles Aoki Baker Baptiste Barrett Becker Bell Bennett ' +
    'Bergström Bianchi Boateng Boudreaux Brandt Briggs Brooks Bui Cabrera Calloway Castellano Castillo Chen Cho Clarke ' +
    'Cohen Coleman Conti Cruz Dahl Davis Delgado Desai Diaz Dinh Dubois Duarte Edwards Eklund Ellis Espinoza Fischer ' +
    'Flores Fontaine Foster Franco Fuentes Gallagher García Gibson Goldberg Gómez González Grant Greene Guerra Gupta ' +
    'Haddad Hansen Harris Hayashi Hernández Herrera Hoffman Holm Hughes Ibarra Ibrahim Ito Ivanov Jackson Jansen Jensen ' +
    'Jiménez Johansson Johnson Jordan Kang Kaplan Kaur Keller Kelly Khan Kimball Klein Kovács Kowalski Kumar Laurent ' +
    'Lee Lefèvre Lindqvist Lopes López Lund MacDonald Mahmoud Marino Martin Martínez Mbeki Medina Mendoza Meyer Miller ' +
    'Mitchell Molina Moore Morales Moreau Müller Murphy Nakamura Navarro Nelson Nguyễn Nielsen Novak Nowak Núñez ' +
    "O'Brien O'Neill Okafor Okonkwo Olsen Ortega Ortiz Osei Owens Parker Patel Pereira Pérez Petrov Phạm Pierce Popov " +
    'Powell Price Pruitt Quinn Ramos Reed Reyes Ricci Richter Rivera Robinson Rojas Romano Rosen Rossi Ruiz Russo Saito ' +
    'Salazar Sánchez Sato Schmidt Schneider Shah Shapiro Silva Singh Smith Sokolov Solís Sørensen Sousa Stein Stewart ' +
    'Suárez Suzuki Svensson Takahashi Tanaka Taylor Thomas Thompson Torres Trần Turner Vargas Vega Villa Vu Wagner Walker ' +
    'Wallace Wang Weber Weiss Whitfield Williams Wilson Wójcik Wong Wright Yamamoto Yang Young Zhang Ziegler Zimmermann',
);

/** Numbers in [0, 1) that belong to one index, so that everybody can be made again alone. */
export const drawsOf = (index: number) => {
  let state = (index + 1) * 2_654_435_761;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
export type Draw = () => number;

/** One of some things. */
export const from = <T>(items: readonly T[], draw: Draw): T => items[Math.floor(draw() * items.length)] as T;

/** The id of a record of this index that was made at an instant, the same at every making. */
export const idOf = (index: number, at: Date, draw: Draw): string => {
  const random = Uint8Array.from({ length: 16 }, () => Math.floor(draw() * 256));
  return uuid({ msecs: at.getTime(), random, seq: index });
};

const yearMs = 365.25 * 24 * 3_600_000;
/** Records are spread over so long unless it is said otherwise. */
export const defaultSpanMs = 8 * yearMs;
