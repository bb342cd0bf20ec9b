import type { DataBlockConfig } from '@quarry/contracts';
import { expect, it } from 'vitest';
import {
  cancelDraft,
  changeDraft,
  createConfig,
  type EditorState,
  editConfig,
  hasUnsavedChanges,
  showConfig,
} from './config-draft.ts';

const saved: DataBlockConfig = {
  configId: 'sales',
  blockName: 'jobs',
  label: 'Sales jobs',
  config: { titleKeywords: ['sales'] },
};
const configs = [saved];
const template = {
  id: 'devs',
  group: 'Job roles',
  label: 'Developers',
  description: '',
  config: { titleKeywords: ['developer'] },
};
const typed = (state: EditorState, label: string): EditorState =>
  state.mode === 'editing' || state.mode === 'creating' ? changeDraft(state, { ...state.draft, label }) : state;

it('shows a saved configuration, and nothing where there is none', () => {
  expect(showConfig(configs, 'sales')).toEqual({ mode: 'reading', configId: 'sales' });
  expect(showConfig(configs, 'gone')).toEqual({ mode: 'empty' });
  expect(showConfig(configs, null)).toEqual({ mode: 'empty' });
});

it('has unsaved changes once something differs, and none after it is put back', () => {
  const editing = editConfig(saved);
  expect(hasUnsavedChanges(editing, configs)).toBe(false);
  const renamed = typed(editing, 'Other');
  expect(hasUnsavedChanges(renamed, configs)).toBe(true);
  expect(hasUnsavedChanges(typed(renamed, 'Sales jobs '), configs)).toBe(false);
  expect(cancelDraft(renamed, configs)).toEqual({ mode: 'reading', configId: 'sales' });
});

it('starts a new one from a template with everything that the block knows', () => {
  const reading = showConfig(configs, 'sales');
  const creating = createConfig('jobs', template, reading);
  expect(creating).toMatchObject({
    mode: 'creating',
    draft: {
      label: 'Developers',
      config: { onlyOpenJobs: true, onlyOldJobs: false, titleKeywords: ['developer'], countries: [] },
    },
  });
  expect(hasUnsavedChanges(creating, configs)).toBe(false);
  expect(hasUnsavedChanges(typed(creating, 'Engineers'), configs)).toBe(true);
  expect(cancelDraft(creating, configs)).toEqual(reading);
  expect(cancelDraft(createConfig('jobs', null, { mode: 'empty' }), configs)).toEqual({ mode: 'empty' });
});

it('keeps what somebody deleted meanwhile from being lost unasked', () => {
  expect(hasUnsavedChanges(editConfig(saved), [])).toBe(true);
});
