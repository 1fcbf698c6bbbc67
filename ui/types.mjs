// Writes what the UI needs of the API document as types: npm run gen:api
// Without refusals, which are an `ApiError` whatever their type, and without keys that say only that
// something is absent. A parameter that an operation does not have stays, so that none is passed.
import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript';

const [source, target] = process.argv.slice(2);
const document = JSON.parse(await readFile(source, 'utf8'));

for (const operation of Object.values(document.paths).flatMap((methods) =>
  Object.values(methods),
)) {
  const answers = Object.entries(operation.responses).filter(([status]) => Number(status) < 400);
  operation.responses = Object.fromEntries(answers);
}

const asked = JSON.stringify(document.paths);
document.components.responses = Object.fromEntries(
  Object.entries(document.components.responses).filter(([name]) =>
    asked.includes(`"#/components/responses/${name}"`),
  ),
);

const types = astToString(await openapiTS(document))
  .replace(/^ +(?!query|header|path|cookie)\w+\?: never;\n/gm, '')
  .replace(/^ +headers: \{\n +\[name: string\]: unknown;\n +\};\n/gm, '');
const [paths, rest] = types.split(/^(?=export type webhooks)/m);
const shortPaths = paths.replace(/^ +parameters: \{\n(?: +\w+\?: never;\n)+ +\};\n/gm, '');
await writeFile(target, COMMENT_HEADER + shortPaths + rest);
