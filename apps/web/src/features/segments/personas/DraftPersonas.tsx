import { PersonasPanel } from './PersonasPanel.tsx';
import type { PersonaDraft } from './persona-draft.ts';
import { draftPersonas } from './persona-store.ts';

/** The personas of a new segment, saved together with it. */
export default function DraftPersonas(props: {
  clientName: string;
  drafts: readonly PersonaDraft[];
  onChange: (drafts: readonly PersonaDraft[]) => void;
}) {
  return (
    <PersonasPanel clientName={props.clientName} store={draftPersonas(props.drafts, props.onChange)} segment={null} />
  );
}
