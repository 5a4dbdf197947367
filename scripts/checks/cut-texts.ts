import ts from 'typescript';

/** The only file that may cut a text at a number of UTF-16 units. */
export const textCutter = 'domain/shared/values/text.ts';

const limitName = /longest|limit|kept/i;
const fewestUnits = 30;
const noText = /^\[|\b(rows|found|places|between|digest|sha256|digestOf)\b/;

/**
 * Returns the lines that cut a text with `slice` or `substring`, which may leave half a surrogate pair that a database
 * rejects. The limit decides, because types are unknown here.
 */
export function cutTexts(path: string, text: string): string[] {
  if (path === textCutter) return [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    ts.forEachChild(node, look);
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    const [from, to] = node.arguments;
    if (!/^(slice|substring|substr)$/.test(node.expression.name.text) || from?.getText(source) !== '0' || !to) return;
    const isLimit = ts.isNumericLiteral(to) ? Number(to.text) >= fewestUnits : limitName.test(to.getText(source));
    if (!isLimit || noText.test(node.expression.expression.getText(source))) return;
    const line = source.getLineAndCharacterOfPosition(node.expression.name.getStart(source)).line + 1;
    found.push(`${path}:${line} cuts a text: use cut of ${textCutter}`);
  };
  look(source);
  return found;
}
