import ts from 'typescript';

/** The only file that may turn text into cents. */
export const moneyReader = 'domain/shared/values/money.ts';

const moneyName = /(amount|price|cents|fee|balance|paid|owed|owes|tax|charge|refund|deposit|dollar|total|money)/i;
const countName = /(whole|count|length|index|page|rows|tries)/i;

const isMoney = (text: string): boolean => moneyName.test(text) && !countName.test(text);

/** Returns the lines that make a floating-point number of an amount: money is whole cents (docs/decisions/0055). */
export function floatsOfMoney(path: string, text: string): string[] {
  if (path === moneyReader) return [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const tell = (node: ts.Node, what: string): void => {
    found.push(`${path}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1} ${what}`);
  };
  const look = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const callee = node.expression.getText(source);
      const given = node.arguments.map((argument) => argument.getText(source)).join(', ');
      if (/(^|\.)parseFloat$/.test(callee)) tell(node, 'parseFloat: read amounts with parseMoney');
      if (callee === 'Number' && isMoney(given)) tell(node, 'Number of an amount: read it with parseMoney');
      if (/\.toFixed$/.test(callee) && isMoney(callee)) tell(node, 'toFixed of an amount: write it with toDecimal');
    }
    if (
      ts.isPrefixUnaryExpression(node) &&
      node.operator === ts.SyntaxKind.PlusToken &&
      isMoney(node.operand.getText(source))
    )
      tell(node, '+ of an amount: read it with parseMoney');
    if (ts.isBinaryExpression(node) && isScale(node)) {
      const operand = ts.isNumericLiteral(node.right) ? node.left : node.right;
      if (isMoney(operand.getText(source))) tell(node, 'an amount times or by a hundred: cents stay cents');
    }
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

const isScale = ({ operatorToken, left, right }: ts.BinaryExpression): boolean =>
  (operatorToken.kind === ts.SyntaxKind.AsteriskToken || operatorToken.kind === ts.SyntaxKind.SlashToken) &&
  [left, right].some((side) => ts.isNumericLiteral(side) && side.text === '100');

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
