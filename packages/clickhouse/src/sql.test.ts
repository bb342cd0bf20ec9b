import { describe, expect, test } from 'vitest';
import { renderBound, renderInline } from './render.ts';
import { emptySql, ident, inline, join, type Sql, sql, text, uint, volatile } from './sql.ts';

describe('only the tag creates statements', () => {
  const looksLikeSql = { kind: 'sql', isVolatile: false, isInline: false, isEmpty: false } as const;

  test('rejects a bare string, at compile time and at run time', () => {
    // @ts-expect-error A string is not a slot.
    expect(() => sql`SELECT ${'1; DROP TABLE x'}`).toThrow(TypeError);
    // @ts-expect-error A string is not a fragment.
    expect(() => join(['1; DROP TABLE x'])).toThrow(TypeError);
    // @ts-expect-error A string is not a template.
    expect(() => sql('SELECT 1')).toThrow(TypeError);
  });

  test('rejects an object of the same shape, at compile time and at run time', () => {
    const forged = { ...looksLikeSql, texts: ['1; DROP TABLE x'], slots: [], render: () => '1; DROP TABLE x' };
    // @ts-expect-error Only this package creates an Sql.
    expect(() => sql`SELECT ${forged}`).toThrow(TypeError);
    // @ts-expect-error Only this package creates a Param.
    expect(() => sql`SELECT ${{ kind: 'param', type: 'String', value: 'x' }}`).toThrow(TypeError);
    // @ts-expect-error Only this package creates an Identifier.
    expect(() => sql`SELECT ${{ kind: 'identifier', parts: ['x'] }}`).toThrow(TypeError);
  });

  test('rejects a copy of a fragment', () => {
    const copy: Sql = Object.assign({}, sql`SELECT 1`);
    expect(() => sql`${copy}`).toThrow(TypeError);
    expect(() => renderInline(copy)).toThrow(TypeError);
  });

  test('rejects an array of texts as a template', () => {
    expect(() => sql(Object.assign(['1; DROP TABLE x'], { raw: ['1; DROP TABLE x'] }))).toThrow(TypeError);
  });

  test('refuses to serialize a statement', () => {
    expect(() => JSON.stringify({ where: sql`WHERE 1` })).toThrow(TypeError);
  });
});

test('splices nested fragments in place', () => {
  const inner = sql`a = ${uint(1)} OR b = ${text('x')}`;
  expect(renderInline(sql`${inner}`)).toBe("a = toUInt64(1) OR b = 'x'");
  const statement = sql`SELECT ${join([sql`(${inner})`, emptySql, ident('t', 'c')])} FROM ${ident('t')}${emptySql}`;
  expect(renderInline(statement)).toBe("SELECT (a = toUInt64(1) OR b = 'x'), , `t`.`c` FROM `t`");
  expect(renderBound(statement)).toEqual({
    query: 'SELECT (a = {p1:UInt64} OR b = {p2:String}), , `t`.`c` FROM `t`',
    params: { p1: 1n, p2: 'x' },
  });
});

test('treats whitespace as empty, but not a slot', () => {
  expect([emptySql, sql``, sql`\n `, join([]), join([emptySql, sql` `], ' ')].map(({ isEmpty }) => isEmpty)).toEqual(
    Array(5).fill(true),
  );
  expect([sql`1`, sql`${text('')}`, sql` ${ident('x')} `].map(({ isEmpty }) => isEmpty)).toEqual([false, false, false]);
});

test('a fragment that contains a volatile one is volatile', () => {
  const isNew = volatile(sql`added_at > now()`);
  expect(renderInline(isNew)).toBe('added_at > now()');
  const statement = sql`SELECT ${join([sql`(${isNew})`, sql`1`], ' AND ')}`;
  expect([isNew, statement, volatile(ident('tags')), inline(statement)].map(({ isVolatile }) => isVolatile)).toEqual(
    Array(4).fill(true),
  );
  expect([emptySql, sql`name = ${text('now()')}`].map(({ isVolatile }) => isVolatile)).toEqual([false, false]);
});

test('an inline statement binds nothing', () => {
  const statement = sql`KILL MUTATION WHERE table = ${text("it's")}`;
  expect(renderBound(statement).params).toEqual({ p1: "it's" });
  expect(renderBound(inline(statement))).toEqual({ query: "KILL MUTATION WHERE table = 'it\\'s'", params: {} });
});
