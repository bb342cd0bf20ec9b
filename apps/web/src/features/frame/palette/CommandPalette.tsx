import '@mantine/spotlight/styles.css';
import { Loader } from '@mantine/core';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { matchActions } from './palette-action.ts';
import { useFoundActions } from './use-found-actions.tsx';
import { usePaletteActions } from './use-palette-actions.tsx';

const AddDataPoint = lazy(() => import('../../data-points/AddDataPoint.tsx'));

const [store, spotlight] = createSpotlight();
const LABEL = 'Search companies, pages and actions';

/** Finds companies, everything saved, and every page and action by typing. */
export default function CommandPalette(props: { opened: boolean; onClose: () => void; onOpenKeys: () => void }) {
  const [isAdding, setAdding] = useState(false);
  useEffect(() => {
    if (props.opened) spotlight.open();
    else spotlight.close();
  }, [props.opened]);
  return (
    <>
      <Palette {...props} onAddDataPoint={() => setAdding(true)} />
      <Suspense>{isAdding && <AddDataPoint onClose={() => setAdding(false)} />}</Suspense>
    </>
  );
}

function Palette(props: { onClose: () => void; onOpenKeys: () => void; onAddDataPoint: () => void }) {
  const [text, setText] = useState('');
  const own = usePaletteActions({ onOpenKeys: props.onOpenKeys, onAddDataPoint: props.onAddDataPoint });
  const found = useFoundActions(text);
  const groups = [...matchActions(own, text), ...found.groups];
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={text}
      onQueryChange={setText}
      scrollable
      maxHeight={460}
      overlayProps={{ blur: 0, backgroundOpacity: 0.35 }}
      attributes={{ content: { 'aria-label': LABEL } }}
      onSpotlightClose={props.onClose}
    >
      <Spotlight.Search
        leftSection={<IconSearch size={18} stroke={1.7} aria-hidden="true" />}
        rightSection={found.isSearching && <Loader size={16} aria-label="Searching" />}
        placeholder={LABEL}
        aria-label={LABEL}
        maxLength={255}
      />
      <Spotlight.ActionsList>
        {groups.map(({ group, actions }) => (
          <Spotlight.ActionsGroup key={group} label={group}>
            {actions.map(({ keywords: _keywords, id, ...action }) => (
              <Spotlight.Action key={id} {...action} highlightQuery />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && <Spotlight.Empty>Nothing found</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
