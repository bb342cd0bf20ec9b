import { expect, test } from 'vitest';
import { type DerivedNode, dependantsOf, findCycle, topologicalLayers, usersOf } from './dependencies.ts';

const node = (name: string, ...uses: string[]): DerivedNode => ({ ...refOf(name), uses: uses.map(refOf) });

/** Parses `tag:1`. */
function refOf(name: string) {
  const [kind = '', id = ''] = name.split(':');
  return { kind, id };
}

const named = (nodes: readonly DerivedNode[] | null) => nodes?.map(({ kind, id }) => `${kind}:${id}`) ?? null;

test('nodes of several kinds come after their dependencies, even if ids are equal', () => {
  const nodes = [
    node('segment:1', 'tag:1', 'score:1'),
    node('tag:2', 'segment:1'),
    node('score:1', 'tag:1'),
    node('tag:1', 'tag:gone'),
  ];
  expect(topologicalLayers(nodes).map(named)).toEqual([['tag:1'], ['score:1'], ['segment:1'], ['tag:2']]);
  expect(named(usersOf(nodes, refOf('tag:1')))).toEqual(['segment:1', 'score:1']);
  expect(named(dependantsOf(nodes, refOf('score:1')))).toEqual(['segment:1', 'tag:2']);
  expect(findCycle(nodes, refOf('tag:1'))).toBeNull();
});

test('a cycle through two kinds is reported by its shortest path, and sorting fails', () => {
  const nodes = [node('tag:1', 'score:1', 'tag:2'), node('score:1', 'tag:1'), node('tag:2', 'score:1')];
  expect(named(findCycle(nodes, refOf('tag:1')))).toEqual(['tag:1', 'score:1', 'tag:1']);
  expect(named(findCycle(nodes, refOf('tag:2')))).toEqual(['tag:2', 'score:1', 'tag:1', 'tag:2']);
  expect(named(dependantsOf(nodes, refOf('tag:1')))).toEqual(['score:1', 'tag:2']);
  expect(() => topologicalLayers(nodes)).toThrow('tag 1, score 1, tag 2');
});
