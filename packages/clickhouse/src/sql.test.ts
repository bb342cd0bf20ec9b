import { describe, expect, test } from 'vitest';
import { renderBound, renderInline } from './render.ts';
import { emptySql, ident, inline, join, type Sql, sql, text, uint, volatile } from './sql.ts';

describe('only the tag makes a statement', () => {
  const looksLikeSql = { kind: 'sql', isVolatile: false, isInline: false, isEmpty: false } as const;

  test('a bare string does not compile and is refused', () => {
    // @ts-expect-error A string is no slot.
    expect(() => sql`SELECT ${'1; DROP TABLE x'}`).toThrow(TypeError);
    // @ts-expect-error A string is no fragment.
    expect(() => join(['1; DROP TABLE x'])).toThrow(TypeError);
    // @ts-expect-error A string is no template.
    expect(() => sql('SELECT 1')).toThrow(TypeError);
  });

  test('an object of the same shape does not compile and is refused', () => {
    const forged = { ...looksLikeSql, texts: ['1; DROP TABLE x'], slots: [], render: () => '1; DROP TABLE x' };
    // @ts-expect-error Only this package makes an Sql.
    expect(() => sql`SELECT ${forged}`).toThrow(TypeError);
    // @ts-expect-error A parameter has a type that was checked.
    expect(() => sql`SELECT ${{ kind: 'param', type: 'String', value: 'x' }}`).toThrow(TypeError);
    // @ts-expect-error An identifier is quoted.
    expect(() => sql`SELECT ${{ kind: 'identifier', parts: ['x'] }}`).toThrow(TypeError);
  });

  test('a copy has lost its text', () => {
    const copy: Sql = Object.assign({}, sql`SELECT 1`);
    expect(() => sql`${copy}`).toThrow(TypeError);
    expect(() => renderInline(copy)).toThrow(TypeError);
  });

  test('an array of texts is no template', () => {
    expect(() => sql(Object.assign(['1; DROP TABLE x'], { raw: ['1; DROP TABLE x'] }))).toThrow(TypeError);
  });

  test('a statement is not stored', () => {
    expect(() => JSON.stringify({ where: sql`WHERE 1` })).toThrow(TypeError);
  });
});

test('nested fragments are spliced in place', () => {
  const inner = sql`a = ${uint(1)} OR b = ${text('x')}`;
  expect(renderInline(sql`${inner}`)).toBe("a = toUInt64(1) OR b = 'x'");
  const statement = sql`SELECT ${join([sql`(${inner})`, emptySql, ident('t', 'c')])} FROM ${ident('t')}${emptySql}`;
  expect(renderInline(statement)).toBe("SELECT (a = toUInt64(1) OR b = 'x'), , `t`.`c` FROM `t`");
  expect(renderBound(statement)).toEqual({
    query: 'SELECT (a = {p1:UInt64} OR b = {p2:String}), , `t`.`c` FROM `t`',
    params: { p1: 1n, p2: 'x' },
  });
});

test('blanks are empty, a slot is not', () => {
  expect([emptySql, sql``, sql`\n `, join([]), join([emptySql, sql` `], ' ')].map(({ isEmpty }) => isEmpty)).toEqual(
    Array(5).fill(true),
  );
  expect([sql`1`, sql`${text('')}`, sql` ${ident('x')} `].map(({ isEmpty }) => isEmpty)).toEqual([false, false, false]);
});

test('what holds a volatile fragment is volatile', () => {
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
