// Writes the limits and the days of the API document as constants: npm run gen:api
// A constant for each limit lets a chunk load only those that it uses.
import { readFile, writeFile } from 'node:fs/promises';

const keywords = ['maxLength', 'maxItems', 'maxContains', 'maxProperties'];

const [source, target] = process.argv.slice(2);
const { components, info, paths } = JSON.parse(await readFile(source, 'utf8'));
const names = new Map();

function camel(...words) {
  const capital = words
    .flatMap((word) => word.split(/[^A-Za-z0-9]+/))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
  return capital.charAt(0).toLowerCase() + capital.slice(1);
}

/* The limits of a value, of its items, and of the values of an object. */
function collect(path, value) {
  for (const keyword of keywords.filter((name) => name in value)) {
    const name = camel(...path, keyword);
    if (names.has(name)) throw new Error(`two limits are called ${name}`);
    names.set(name, value[keyword]);
  }
  for (const part of value.allOf ?? []) collect(path, part);
  for (const inner of [value.items, value.additionalProperties]) {
    if (typeof inner === 'object') collect(path, inner);
  }
  for (const [name, property] of Object.entries(value.properties ?? {})) {
    collect([...path, name], property);
  }
}

for (const [name, schema] of Object.entries(components.schemas)) collect([name], schema);
for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
  for (const { name, schema = {} } of operation.parameters ?? []) {
    collect([operation.operationId, name ?? ''], schema);
  }
  const answer = operation.responses['200']?.content?.['application/json']?.schema;
  if (answer) collect([operation.operationId], answer);
}

for (const [name, days] of Object.entries(info['x-days'])) names.set(camel(name, 'days'), days);

const lines = [...names].sort(([a], [b]) => (a < b ? -1 : 1));
const constants = lines.map(([name, most]) => `export const ${name} = ${most};\n`);
await writeFile(
  target,
  `/* Limits of the API. Generated from its document: npm run gen:api */\n\n${constants.join('')}`,
);
