import { expect, it } from 'vitest';
import { field } from '../datasets/testing/schema.ts';
import { availableName, nameProblem } from './name-problem.ts';

const ACCOUNT = {
  companiesSchema: [field('employees', { displayName: 'Employees' })],
  pendingFields: [field('jobs', { displayName: 'Sales jobs' })],
};

it('rejects names that are empty or taken by existing or pending columns', () => {
  expect(nameProblem('  ', null, ACCOUNT)).toBe('Name cannot be empty');
  expect(nameProblem(' EMPLOYEES ', null, ACCOUNT)).toBe('Data point name must be unique');
  expect(nameProblem('sales jobs', null, ACCOUNT)).toBe('Data point name must be unique');
  expect(nameProblem('employees', 'employees', ACCOUNT)).toBeNull();
  expect(nameProblem('Marketing jobs', null, ACCOUNT)).toBeNull();
});

it('suggests an available name within the limit', () => {
  expect(availableName('Founded year', ACCOUNT)).toBe('Founded year');
  expect(availableName('Sales jobs', ACCOUNT)).toBe('Sales jobs 2');
  const long = 'x'.repeat(300);
  const taken = { ...ACCOUNT, companiesSchema: [field('long', { displayName: long.slice(0, 255) })] };
  expect(availableName(long, taken)).toBe(`${'x'.repeat(253)} 2`);
});
