import { Tabs } from '@mantine/core';
import type { ClientConfig } from '@quarry/contracts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { DraftConfigs } from './DraftConfigs.tsx';
import { CLIENT_TABS, editorSearch } from './editor-search.ts';
import type { ClientEditing } from './use-client-editor.ts';

const SourcingTab = lazy(() => import('./sourcing/SourcingTab.tsx'));
const LifecycleTab = lazy(() => import('./LifecycleTab.tsx'));
const AdvancedTab = lazy(() => import('./advanced/AdvancedTab.tsx'));
const CreditsTab = lazy(() => import('./credits/CreditsTab.tsx'));

const LABELS = {
  sourcing: 'Sourcing',
  lifecycle: 'Lifecycle',
  advanced: 'Advanced',
  credits: 'Credits & limits',
} as const;

/** The parts of a config by topic, read-only until somebody edits. */
export function ConfigTabs(props: {
  editor: ClientEditing;
  mayEdit: boolean;
  /** Puts an earlier config into the editor; undefined for a new client, which has none. */
  onRestore?: (config: ClientConfig) => void;
}) {
  const { editor, onRestore } = props;
  const search = useSearch({ from: '/signed-in/admin/clients/$name' });
  const navigate = useNavigate({ from: '/admin/clients/$name' });
  const { tab = 'sourcing' } = search;
  const isNew = onRestore === undefined;
  return (
    <DraftConfigs editor={editor}>
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(value) =>
          // The draft is kept, whichever tab is open.
          void navigate({
            search: editorSearch({ ...search, tab: value }),
            replace: true,
            hash: true,
            ignoreBlocker: true,
          })
        }
      >
        <Tabs.List aria-label="Config">
          {CLIENT_TABS.filter((name) => !isNew || name !== 'credits').map((name) => (
            <Tabs.Tab key={name} value={name}>
              {LABELS[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {CLIENT_TABS.map((name) => (
          <Tabs.Panel key={name} value={name} pt="md">
            <Suspense fallback={<LoadingState label="Loading" height={200} />}>
              {name === 'sourcing' && <SourcingTab editor={editor} />}
              {name === 'lifecycle' && <LifecycleTab editor={editor} />}
              {name === 'advanced' && (
                <AdvancedTab editor={editor} mayEdit={props.mayEdit} {...(onRestore ? { onRestore } : {})} />
              )}
              {name === 'credits' && !isNew && <CreditsTab name={editor.name} mayEdit={props.mayEdit} />}
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </DraftConfigs>
  );
}
