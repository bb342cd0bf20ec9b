import { opennessFlags, opennessOf } from '@quarry/contracts';
import { expect, it } from 'vitest';
import { configProblems, labelProblem, saveAsNewProblem } from './config-problems.ts';
import { completeConfig } from './config-values.ts';

const configs = ['Sales', 'Marketing'].map((label) => ({ configId: label, blockName: 'jobs', label, config: {} }));

it('requires a label that is unique within the block', () => {
  expect(labelProblem('  ', configs, null)).toBe('Please provide a unique name for this data point');
  expect(labelProblem(' sales ', configs, null)).toBe('Name must be unique');
  expect(labelProblem('sales', configs, 'Sales')).toBeNull();
  expect(labelProblem('Marketing', configs, 'Sales')).toBe('Name must be unique');
  expect(labelProblem('x'.repeat(256), configs, null)).toBe('A name can have at most 255 characters');
});

it('saves as new only under a label that no configuration has, including the edited one', () => {
  expect(saveAsNewProblem('Sales', configs)).toBe('Name must be unique to save as new');
  expect(saveAsNewProblem('', configs)).toBe('Please provide a unique name for this data point');
  expect(saveAsNewProblem('Sales 2', configs)).toBeNull();
});

it('reports missing values for each block', () => {
  expect(configProblems('jobs', completeConfig('jobs', {})).size).toBe(0);
  expect([...configProblems('team_members', {})]).toEqual([
    ['', 'Give at least one country, department, seniority or keyword'],
  ]);
  expect(configProblems('team_members', { negativePositionKeywords: ['intern'] }).size).toBe(0);
  expect([...configProblems('software_reviews', { negativeKeywords: ['slow'] })]).toEqual([
    ['positiveKeywords', 'Give at least one keyword'],
  ]);
});

it('reports invalid keywords', () => {
  const problem = (keywords: string[]) => configProblems('main_page_text', { keywords }).get('keywords');
  expect(problem(['a ** b ** c ** d ** e ** f'])).toBeUndefined();
  expect(problem(['a ** b ** c ** d ** e ** f ** g'])).toMatch(/at most 5 times/);
  expect(problem(['x'.repeat(201)])).toMatch(/at most 200 characters/);
  expect(problem(Array.from({ length: 101 }, (_, index) => `k${index}`))).toBe('At most 100 keywords');
});

it('converts the two openness flags to one choice and back', () => {
  expect(opennessOf({})).toBe('open');
  expect(opennessOf({ onlyOldJobs: true })).toBe('closed');
  expect(opennessOf({ onlyOpenJobs: false, onlyOldJobs: false })).toBe('all');
  for (const openness of ['open', 'closed', 'all'] as const) expect(opennessOf(opennessFlags(openness))).toBe(openness);
});
