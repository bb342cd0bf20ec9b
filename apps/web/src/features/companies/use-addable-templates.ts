import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { FieldSuggestions } from '../../ui/filter-builder/filter-field.ts';
import { indexDataPoints } from '../data-blocks/data-point-index.ts';
import { marketDataBlocksQuery } from '../data-blocks/queries.ts';
import { pointOfTemplate, searchTemplates } from '../data-blocks/search-templates.ts';
import type { WizardStart } from '../data-points/AddDataPoint.tsx';
import { useAddProblem } from '../data-points/use-add-problem.ts';

const MAX_SUGGESTIONS = 6;

/**
 * The templates of data blocks as suggestions of the field picker, for people who may add data points. `start` opens the
 * wizard with the chosen one.
 */
export function useAddableTemplates(clientName: string): {
  suggestions: FieldSuggestions | undefined;
  start: WizardStart | null;
  close: () => void;
} {
  const canAdd = useAddProblem() === null;
  const { data } = useQuery({ ...marketDataBlocksQuery(clientName), enabled: canAdd });
  const [start, setStart] = useState<WizardStart | null>(null);
  const suggestions = useMemo((): FieldSuggestions | undefined => {
    if (!canAdd || data === undefined) return undefined;
    const { all } = indexDataPoints(data.dataBlocks, data.dataBlockConfigs);
    return {
      heading: 'Add a data point',
      find: (search) =>
        searchTemplates(data.dataBlocks, search)
          .slice(0, MAX_SUGGESTIONS)
          .map(({ block, template }) => ({
            id: template.id,
            label: template.label,
            description: `${block.displayName} · ${template.description}`,
          })),
      onChoose: (id) => {
        for (const block of data.dataBlocks) {
          const template = block.templates.find((each) => each.id === id);
          const point = template && pointOfTemplate(all, { block, template }, ['count', 'has_any']);
          if (template && point) setStart({ field: point.key, configId: null, template });
        }
      },
    };
  }, [canAdd, data]);
  return { suggestions, start, close: () => setStart(null) };
}
