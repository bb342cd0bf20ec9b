import { expect, it } from 'vitest';
import { missingIn } from './check-docs.mjs';

const repository = {
  paths: ['README.md', 'docs', 'docs/production.md', 'apps', 'apps/server', 'apps/server/src/doors.ts'],
  scripts: ['check'],
};
const missing = (text: string, file = 'README.md') => missingIn(file, text, repository);

it.each([
  ['a path', '`apps/server/src/doors.ts`'],
  ['the end of a path', '`src/doors.ts`, `doors.ts`'],
  ['a folder', '`apps/server`, `apps/server/`'],
  ['a placeholder', '`apps/<name>/src/*.ts`'],
  ['an address', '`/api/docs`, `https://quarry.test/nothing.html`, `/no/such.json`'],
  ['a package', '`@quarry/nothing`'],
  ['below a setting', '`QUARRY_DATA_DIR/files`'],
  ['code', '`scope.read`, `(scope, input) => output`, `a / b`'],
  ['links', '[production](docs/production.md#first), [site](https://quarry.test), [here](#here)'],
  ['a script', '`npm run check`'],
])('accepts %s', (_, text) => {
  expect(missing(text)).toEqual([]);
});

it.each([
  ['a path', '`apps/server/src/gone.ts`', 'no file or folder is called apps/server/src/gone.ts'],
  ['a part of a name', '`oors.ts`', 'no file or folder is called oors.ts'],
  ['a placeholder', '`apps/<name>/lib`', 'no file or folder is called apps/<name>/lib'],
  ['a line of a tree', '```\napps/gone    is not there', 'no file or folder is called apps/gone'],
  ['a link', '[production](production.md)', 'the link leads to production.md, which does not exist'],
  ['a script', 'then npm run gone', 'package.json has no script "gone"'],
])('names the line with %s that does not exist', (_, text, problem) => {
  expect(missing(text)).toEqual([`README.md:${text.split('\n').length}: ${problem}`]);
});

it('reads a command that continues on the next line', () => {
  expect(missing('`npm run\ngone`')).toEqual(['README.md:1: package.json has no script "gone"']);
  expect(missing('`npm run\ncheck` and npm run\ngone')).toEqual(['README.md:2: package.json has no script "gone"']);
});

it('resolves links from the folder of the document', () => {
  expect(missing('[read me](../README.md)', 'docs/production.md')).toEqual([]);
  expect(missing('[read me](README.md)', 'docs/production.md')).toHaveLength(1);
});
