import { command, flag, showProgress, text, texts } from '../command.ts';
import { localTable } from '../local-product.ts';
import { ImportAsked } from './operator-import.ts';

export const importCommand = command({
  name: 'import',
  options: {
    slug: text,
    kind: text,
    match: texts,
    id: text,
    lines: text,
    go: flag,
    doubtful: flag,
    undo: flag,
    discard: flag,
  },
  word: true,
  schema: ImportAsked,
  usage: `import FILE --slug ADDRESS --kind customers|cases [--match HEADING=FIELD …] [--lines FILE] [--go [--doubtful]]
import --slug ADDRESS [--id ID [--go [--doubtful]|--undo|--discard] [--lines FILE]]
  Brings customers or cases of another system in from a CSV file, as the page of imports does: says how columns
  are matched and what would become of the lines; with --go brings in what is new, with --doubtful also what is doubtful.
  --match puts a column to a field, or to none. --lines writes what every line is, and why. What was cut off goes on with
  the same file, or --id. --undo takes back, for 30 days, what nobody has touched. Without FILE and --id: the imports so far.`,
  async run(asked, path) {
    const { operatorImport } = await import('./operator-import.ts');
    return `\r${await operatorImport(localTable(), asked, path, showProgress)}`;
  },
});
