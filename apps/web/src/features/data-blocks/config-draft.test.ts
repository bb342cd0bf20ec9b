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

it('shows a saved configuration, or nothing if it does not exist', () => {
  expect(showConfig(configs, 'sales')).toEqual({ mode: 'reading', configId: 'sales' });
  expect(showConfig(configs, 'gone')).toEqual({ mode: 'empty' });
  expect(showConfig(configs, null)).toEqual({ mode: 'empty' });
});

it('has unsaved changes only while the draft differs', () => {
  const editing = editConfig(saved);
  expect(hasUnsavedChanges(editing, configs)).toBe(false);
  const renamed = typed(editing, 'Other');
  expect(hasUnsavedChanges(renamed, configs)).toBe(true);
  expect(hasUnsavedChanges(typed(renamed, 'Sales jobs '), configs)).toBe(false);
  expect(cancelDraft(renamed, configs)).toEqual({ mode: 'reading', configId: 'sales' });
});

it('starts a new configuration from a template with every key of the block', () => {
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

it('counts a draft of a deleted configuration as unsaved', () => {
  expect(hasUnsavedChanges(editConfig(saved), [])).toBe(true);
});
