import { Button, Menu, Text, Title } from '@mantine/core';
import { cancelPersonaSearch, type Persona, type Segment } from '@quarry/contracts';
import { IconFileImport, IconPlus, IconTemplate, IconUserPlus } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call, messageOf } from '../../../lib/api.ts';
import { notifyError, notifySuccess } from '../../../lib/notify.ts';
import { segmentQuery } from '../queries.ts';
import { isSearching } from '../segment-state.ts';
import { PersonaErrors } from './PersonaErrors.tsx';
import { PersonaRow } from './PersonaRow.tsx';
import { freeName, newPersona, type PersonaDraft } from './persona-draft.ts';
import type { ListedPersona, PersonaStore } from './persona-store.ts';
import classes from './personas.module.css';

const PersonaEditor = lazy(() => import('./PersonaEditor.tsx'));
const TemplatePicker = lazy(() => import('./TemplatePicker.tsx'));
const ImportPersona = lazy(() => import('./ImportPersona.tsx'));
const DeletePersona = lazy(() => import('./DeletePersona.tsx'));
const PersonaPreview = lazy(() => import('./PersonaPreview.tsx'));
const CreditsConfirmation = lazy(() => import('./CreditsConfirmation.tsx'));

type Dialog =
  | { readonly kind: 'edit'; readonly listed: ListedPersona | null; readonly start: PersonaDraft }
  | { readonly kind: 'preview'; readonly listed: ListedPersona }
  | { readonly kind: 'start'; readonly persona: Persona }
  | { readonly kind: 'delete'; readonly listed: ListedPersona }
  | { readonly kind: 'templates' }
  | { readonly kind: 'import' };

/** The personas of a segment: add, edit, preview, search and delete them. */
export function PersonasPanel(props: {
  clientName: string;
  store: PersonaStore;
  /** Null while the segment has not been saved. */
  segment: Segment | null;
}) {
  const { clientName, store, segment } = props;
  const segmentId = segment?.id ?? null;
  const cache = useQueryClient();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const names = store.personas.map(({ draft }) => draft.name);
  const refetch = () => segmentId !== null && void cache.invalidateQueries(segmentQuery(clientName, segmentId));
  const cancel = useMutation({
    mutationFn: async (personaId: string) => {
      if (segmentId !== null) await call(cancelPersonaSearch, { segmentId, personaId }, { client: clientName });
    },
    onError: (error) => notifyError(messageOf(error), { title: 'Error stopping search' }),
    onSettled: refetch,
  });
  const add = (start: PersonaDraft) => setDialog({ kind: 'edit', listed: null, start });
  async function importPersona(draft: PersonaDraft) {
    close();
    try {
      await store.add({ ...draft, name: freeName(draft.name, names) });
      notifySuccess('Persona imported successfully');
    } catch (error) {
      notifyError(messageOf(error), { title: 'Error importing persona' });
    }
  }
  return (
    <section aria-labelledby="personas">
      <div className={classes.head}>
        <div className={classes.personaName}>
          <Title order={2} size="h3" id="personas">
            Personas
          </Title>
          {segment !== null && <PersonaErrors personas={segment.segmentPersonas} />}
        </div>
        <Menu position="bottom-end" width={240} withinPortal>
          <Menu.Target>
            <Button size="compact-sm" variant="default" leftSection={<IconPlus size={16} aria-hidden="true" />}>
              Add persona
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconUserPlus size={16} aria-hidden="true" />} onClick={() => add(newPersona())}>
              Start from scratch
            </Menu.Item>
            <Menu.Item
              leftSection={<IconTemplate size={16} aria-hidden="true" />}
              onClick={() => setDialog({ kind: 'templates' })}
            >
              Use a template
            </Menu.Item>
            <Menu.Item
              leftSection={<IconFileImport size={16} aria-hidden="true" />}
              onClick={() => setDialog({ kind: 'import' })}
            >
              Import from another segment
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      {store.personas.length === 0 ? (
        <Text size="sm" c="dimmed" mt={4}>
          A persona says whom you want to reach at each company, such as sales leaders.
        </Text>
      ) : (
        <ul className={classes.list} aria-label="Personas">
          {store.personas.map((listed) => (
            <PersonaRow
              key={listed.key}
              listed={listed}
              segment={segment}
              isCancelling={cancel.isPending && cancel.variables === listed.key}
              onEdit={() => setDialog({ kind: 'edit', listed, start: listed.draft })}
              onPreview={() => setDialog({ kind: 'preview', listed })}
              onStart={() => listed.saved && setDialog({ kind: 'start', persona: listed.saved })}
              onCancel={() => cancel.mutate(listed.key)}
              onDelete={() => setDialog({ kind: 'delete', listed })}
            />
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        {dialog?.kind === 'edit' && (
          <PersonaEditor
            clientName={clientName}
            store={store}
            personaKey={dialog.listed?.key ?? null}
            start={dialog.start}
            base={dialog.listed?.draft ?? null}
            segmentId={segmentId}
            isSearching={isSearchingNow(store, dialog.listed)}
            onClose={close}
          />
        )}
        {dialog?.kind === 'templates' && (
          <TemplatePicker
            onChoose={({ name, criteriaGroups }) =>
              add({ ...newPersona(), name: freeName(name, names), criteriaGroups })
            }
            onClose={close}
          />
        )}
        {dialog?.kind === 'import' && (
          <ImportPersona
            clientName={clientName}
            segmentId={segmentId}
            onChoose={(draft) => void importPersona(draft)}
            onClose={close}
          />
        )}
        {dialog?.kind === 'delete' && <DeletePersona store={store} listed={dialog.listed} onClose={close} />}
        {dialog?.kind === 'preview' && segmentId !== null && (
          <PersonaPreview
            clientName={clientName}
            segmentId={segmentId}
            criteriaGroups={dialog.listed.draft.criteriaGroups}
            onClose={close}
          />
        )}
        {dialog?.kind === 'start' && segmentId !== null && (
          <CreditsConfirmation
            clientName={clientName}
            segmentId={segmentId}
            persona={dialog.persona}
            onStarted={refetch}
            onClose={close}
          />
        )}
      </Suspense>
    </section>
  );
}

/** A search can end while its persona is edited, so the list as it was then doesn't tell. */
function isSearchingNow({ personas }: PersonaStore, edited: ListedPersona | null): boolean {
  const saved = personas.find(({ key }) => key === edited?.key)?.saved ?? null;
  return saved !== null && isSearching(saved);
}
