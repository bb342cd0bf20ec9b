import { ActionIcon, Button } from '@mantine/core';
import type { View, ViewContent } from '@quarry/contracts';
import { IconDots, IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { notifySuccess } from '../../lib/notify.ts';
import { copyToClipboard } from '../../ui/copy-to-clipboard.ts';
import { usePopup } from '../../ui/popup/use-popup.ts';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import type { ViewNaming } from './NameView.tsx';
import { useMoveView } from './use-move-view.ts';
import { useSaveView } from './use-save-view.ts';
import { ViewTabList } from './ViewTabList.tsx';
import classes from './view-tabs.module.css';

const loadMenu = () => import('./ViewMenu.tsx');
const ViewMenu = lazy(loadMenu);
const NameView = lazy(() => import('./NameView.tsx'));
const DeleteView = lazy(() => import('./DeleteView.tsx'));

/** Saved views as tabs, with buttons that save, change and reset the open one. */
export default function ViewTabs(props: {
  views: readonly View[];
  /** The open view. */
  view: View | undefined;
  /** What the explorer shows now. */
  content: ViewContent;
  /** The open view differs from what was saved. */
  isChanged: boolean;
  /** Opens a view as it was saved; null leaves it. */
  onOpen: (viewId: string | null) => void;
  /** Called with a view that was just saved as the explorer shows it, or as a copy. */
  onSaved: (view: View) => void;
  onDeleted: () => void;
}) {
  const { views, view, content, isChanged, onOpen, onSaved } = props;
  const [naming, setNaming] = useState<ViewNaming | null>(null);
  const [viewToDelete, setViewToDelete] = useState<View | null>(null);
  const saving = useSaveView(onSaved);
  const sharing = useSaveView(() => undefined);
  const menu = usePopup({ kind: 'menu', load: loadMenu });
  const move = useMoveView(views);
  const place = views.findIndex(({ id }) => id === view?.id);
  return (
    <div className={classes.bar} data-has-views={views.length > 0 || undefined}>
      {views.length > 0 && <ViewTabList views={views} openId={view?.id} onOpen={onOpen} onMove={move} />}
      {view !== undefined && (
        <>
          <ActionIcon
            {...menu.trigger}
            className={classes.button}
            size={26}
            aria-label={`Actions for view ${view.name}`}
          >
            <IconDots size={16} aria-hidden="true" />
          </ActionIcon>
          <Suspense>
            {menu.hasOpened && (
              <ViewMenu
                popup={menu.popup}
                view={view}
                onRename={() => setNaming({ kind: 'rename', view })}
                place={{ at: place, count: views.length }}
                onMove={(step) => move(view.id, place + step)}
                onDuplicate={() => setNaming({ kind: 'duplicate', view })}
                onShare={(isShared) =>
                  sharing.save({ kind: 'update', id: view.id, isShared, baseVersion: view.version })
                }
                onCopyLink={() => void copyLink(view)}
                onDelete={() => setViewToDelete(view)}
              />
            )}
          </Suspense>
          <ReasonButton
            className={classes.button}
            size="compact-sm"
            variant="light"
            loading={saving.isSaving}
            disabledReason={updateProblem(view, isChanged)}
            onClick={() => saving.save({ kind: 'update', id: view.id, content, baseVersion: view.version })}
          >
            Update view
          </ReasonButton>
          {isChanged && (
            <Button
              className={classes.button}
              size="compact-sm"
              variant="subtle"
              color="gray"
              onClick={() => onOpen(view.id)}
            >
              Reset
            </Button>
          )}
        </>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        className={classes.button}
        title="Save as view"
        onClick={() => setNaming({ kind: 'create', content })}
      >
        <IconPlus size={14} aria-hidden="true" />
        <span className={classes.saveText}>Save as view</span>
      </Button>
      <Suspense>
        {naming !== null && (
          <NameView
            naming={naming}
            views={views}
            onSaved={(saved) => naming.kind !== 'rename' && onSaved(saved)}
            onClose={() => setNaming(null)}
          />
        )}
        {viewToDelete !== null && (
          <DeleteView view={viewToDelete} onDeleted={props.onDeleted} onClose={() => setViewToDelete(null)} />
        )}
      </Suspense>
    </div>
  );
}

function updateProblem({ isEditable, createdBy }: View, isChanged: boolean): string | null {
  if (!isEditable) return `Only ${createdBy ?? 'its owner'} and administrators can change this view`;
  return isChanged ? null : 'Nothing has changed in this view';
}

async function copyLink({ id }: View): Promise<void> {
  const { origin, pathname } = window.location;
  if (await copyToClipboard(`${origin}${pathname}?view=${encodeURIComponent(id)}`)) notifySuccess('Link copied');
}
